import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { anonymizeProfile } from '#domain/accounts/people/people.ts'
import { newId } from '#domain/shared/ids.ts'
import { inTurn } from '#test/in-turn.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { readRows } from '#test/postgres/rows.ts'
import { correctEarnings } from './correct-earnings.ts'
import { owedTo } from './owed.ts'

const { db, pool, made } = await testDatabase()
const now = new Date('2026-11-20T15:00:00Z')
const ok = { ok: true, value: null }

test('an admin corrects earnings once per form, in either direction', async () => {
  const [admin, closet] = [await made.admin(), await made.closet()]
  const added = { ownerId: closet.id, cents: 1500, note: ' Dry cleaning ', requestKey: newId() }
  expect(await correctEarnings(db, admin, added, now)).toEqual(ok)
  expect(await correctEarnings(db, admin, added, now)).toEqual(ok)
  const deducted = { ...added, cents: -2000, note: 'Paid by check', requestKey: newId() }
  expect(await correctEarnings(db, admin, deducted, now)).toEqual(ok)
  expect(await owedTo(db, closet.id)).toEqual({ cents: -500, isUnderWay: false })
  const lines = await readRows(
    db,
    'audit_log',
    ['actor_id', 'after'],
    { action: 'correct earnings', noun_id: closet.id },
    'id',
  )
  expect(lines).toMatchObject([
    { actor_id: admin.id, after: { cents: 1500, note: 'Dry cleaning' } },
    { after: { cents: -2000 } },
  ])
})

test('a correction needs whole cents, a reason and a closet', async () => {
  const [admin, closet] = [await made.admin(), await made.closet()]
  const good = { ownerId: closet.id, cents: 100, note: 'Thanks', requestKey: newId() }
  const reasonFor = async (change: Partial<typeof good>) => {
    const answer = await correctEarnings(db, admin, { ...good, ...change }, now)
    return answer.ok ? null : answer.problem.reason
  }
  for (const cents of [0, 1.5, Number.NaN, 1_000_001, -1_000_001])
    expect(await reasonFor({ cents })).toBe('amount-invalid')
  expect(await reasonFor({ note: ' ' })).toBe('note-missing')
  expect(await reasonFor({ note: 'x'.repeat(2001) })).toBe('note-too-long')
  expect(await reasonFor({ ownerId: newId() })).toBe('person-not-found')
  expect(await owedTo(db, closet.id)).toBeNull()
  for (const cents of [1_000_000, -1_000_000, 1])
    expect(await reasonFor({ cents, requestKey: newId() })).toBeNull()
  expect(await reasonFor({ note: 'x'.repeat(2000), cents: -2 })).toBeNull()
  expect(await owedTo(db, closet.id)).toEqual({ cents: -1, isUnderWay: false })
})

test('earnings are not corrected if the closet deletes its account at the same moment', async () => {
  const [admin, closet] = [await made.admin(), await made.closet()]
  const correction = { ownerId: closet.id, cents: 100, note: 'Thanks', requestKey: newId() }
  const wallet = ['select from wallets where user_id = $1 for update', closet.id] as const
  const leave = () => inTransaction(db, (tx) => anonymizeProfile(tx, closet.id, now))
  const answers = await inTurn(
    { db, pool },
    wallet,
    [() => correctEarnings(db, admin, correction, now)],
    leave,
  )
  expect(answers).toMatchObject([{ problem: { reason: 'person-not-found' } }])
  expect(await owedTo(db, closet.id)).toBeNull()
})
