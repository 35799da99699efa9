import { expect, test } from 'vitest'
import type { PersonId } from '#db/ids.ts'
import { newId } from '#domain/shared/ids.ts'
import { testClock } from '#test/clock.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { pendingTransfer } from '#test/worlds/payout-world.ts'
import { owedClosets } from './owed-list.ts'
import { findOwedForAYear } from './owed-without-account.ts'

const now = new Date('2027-03-14T12:00:00Z')
const later = new Date(now.getTime() + 1)

test('closets are listed by id, each with its unpaid earnings and the part payable now', async () => {
  const { db, made } = await testDatabase()
  const admin = await made.admin()
  const ids: readonly PersonId[] = [newId(), newId(), newId()]
  const [third, second, first] = [
    await made.closet({ id: ids[2] }),
    await made.closet({ id: ids[1] }),
    await made.closet({ id: ids[0] }),
  ]
  const sent = await made.closet()
  for (const closet of [sent, first]) {
    await made.payoutAccount(closet)
    await pendingTransfer({ db, made, clock: testClock(now) }, closet)
  }
  await made.correction(first, { cents: 1000, at: now })
  await made.correction(first, { cents: 300, at: now, payableAt: later })
  await made.correction(second, { cents: 200, at: now, payableAt: later })
  await made.correction(third, { cents: -50, at: now })
  const { rows, total } = await owedClosets(db, admin, { q: '', after: null, now })
  const figures = rows.map(({ id, owedCents, payableCents, state }) => [
    ...[id, owedCents, payableCents, state],
  ])
  expect(figures).toEqual([
    [ids[0], 1300, 1000, 'ready'],
    [ids[1], 200, 0, null],
    [ids[2], -50, -50, null],
  ])
  expect(total).toBe(3)
})

test('closets that have been owed money for a year have a separate list', async () => {
  const { db, made } = await testDatabase()
  const admin = await made.admin()
  const blocked = { account_type: 'regular', business_status: 'blocked' } as const
  const closed = { ...blocked, blocked_at: now, blocked_reason: 'Fraud.' }
  const [old, recent] = [await made.person(closed), await made.person(closed)]
  await made.correction(old, { at: new Date('2026-03-14T12:00:00Z') })
  await made.correction(recent, { at: now })
  await findOwedForAYear(db, now)
  const idsOf = async (forAYear: boolean) => {
    const { rows, total } = await owedClosets(db, admin, { q: '', after: null, now, forAYear })
    expect(total).toBe(rows.length)
    return rows.map(({ id }) => id)
  }
  expect(await idsOf(false)).toEqual([old.id, recent.id])
  expect(await idsOf(true)).toEqual([old.id])
})
