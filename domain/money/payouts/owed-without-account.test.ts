import { expect, test } from 'vitest'
import type { Db } from '#db/connection.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { owedClosets } from './owed-list.ts'
import { findOwedForAYear } from './owed-without-account.ts'
import { countPayoutProblems } from './payout-figures.ts'

const { db, made } = await testDatabase()
const admin = await made.admin()
const now = new Date('2027-01-31T12:00:00Z')
const aYearAgo = new Date('2026-01-31T12:00:00Z')
const oneMsAfter = (time: Date) => new Date(time.getTime() + 1)

// Admins have to act at once for people who cannot be reminded.
const cannotSetUp = {
  ...({ account_type: 'regular', business_status: 'blocked' } as const),
  ...{ blocked_at: now, blocked_reason: 'Fraud.' },
}

/** The length of the admins' list after a run of the job, and the count in its heading. */
async function forAdmins(read: Db, reader: Admin): Promise<[number, number]> {
  await findOwedForAYear(read, now)
  const { owedForAYear } = await countPayoutProblems(read, reader, now)
  const list = await owedClosets(read, reader, { q: '', after: null, now, forAYear: true })
  return [list.total, owedForAYear]
}

test.each([
  ['$25 earned a year ago', 1, [[2500, aYearAgo]]],
  ['$25 earned a moment less than a year ago', 0, [[2500, oneMsAfter(aYearAgo)]]],
  ['$25 payable now', 1, [[2500, aYearAgo, now]]],
  ['$25 payable a moment later', 0, [[2500, aYearAgo, oneMsAfter(now)]]],
  [
    'one cent earned a year ago, and enough since',
    1,
    [
      [1, aYearAgo],
      [2499, now],
    ],
  ],
  [
    'as much deducted as was earned a year ago, and enough earned since',
    0,
    [
      [2500, aYearAgo],
      [-2500, now],
      [2500, now],
    ],
  ],
] as const)('somebody who is owed %s counts for admins: %i', async (_, more, earnings) => {
  const [listed, counted] = await forAdmins(db, admin)
  const person = await made.person(cannotSetUp)
  for (const [cents, at, payableAt = at] of earnings)
    await made.correction(person, { cents, at, payableAt })
  expect(await forAdmins(db, admin)).toEqual([listed + more, counted + more])
})

test('an admin who once had a closet cannot be reminded, so admins have to act', async () => {
  const [listed, counted] = await forAdmins(db, admin)
  const former = await made.admin({ business_status: 'approved' })
  await made.correction(former, { at: aYearAgo })
  expect(await forAdmins(db, admin)).toEqual([listed + 1, counted + 1])
})
