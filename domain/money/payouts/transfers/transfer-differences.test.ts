import { expect, test } from 'vitest'
import { make } from '#test/make/make.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { readRows } from '#test/postgres/rows.ts'
import {
  acceptDifference,
  type FoundDifference,
  openDifferences,
  recordDifferences,
} from './transfer-differences.ts'

const from = new Date('2026-12-01T00:00:00Z')
const at = (seconds: number) => new Date(from.getTime() + seconds * 1000)

/** A transfer that somebody made by hand. */
const found = (cents: number, owner: FoundDifference['ownerId'] = null): FoundDifference => ({
  ...{ kind: 'unknown', transferId: null, stripeTransferId: `tr_${cents}`, ownerId: owner },
  ...{ ourCents: null, stripeCents: cents, madeAt: from },
})

test('differences are listed by when they were last found, with the closet’s name', async () => {
  const { db, pool, made } = await testDatabase()
  const admin = await made.admin()
  const closet = await made.closet({ full_name: 'Ada Closet' })
  await recordDifferences(db, [found(1), found(2), found(3, closet.id)], from, at(1))
  await recordDifferences(db, [found(2), found(3, closet.id)], from, at(2))
  await recordDifferences(db, [found(1), found(2), found(3, closet.id)], from, at(3))
  // Makes PostgreSQL sort the rows instead of reading an index in order.
  await pool.query('analyze transfer_differences')
  const open = await openDifferences(db, admin)
  expect(open.map(({ stripeCents, foundAt, owner }) => [stripeCents, foundAt, owner])).toEqual([
    [1, at(3), null],
    [3, at(1), { id: closet.id, fullName: 'Ada Closet' }],
    [2, at(1), null],
  ])
})

test('explaining a difference resolves only that one, with the note, and leaves it unchanged', async () => {
  const { db } = await testDatabase()
  const admin = await make(db).admin()
  await recordDifferences(db, [found(1), found(2)], from, at(1))
  const [second, first] = await openDifferences(db, admin)
  if (!first || !second) throw new Error('there are no differences')
  const note = '  Sent by hand.\n'
  expect(await acceptDifference(db, admin, { id: first.id, note }, at(2))).toEqual({ ok: true })
  expect(await openDifferences(db, admin)).toEqual([second])
  await recordDifferences(db, [], from, at(3))
  const rows = await readRows(
    db,
    'transfer_differences',
    ['stripe_cents', 'resolved_at', 'accepted_by', 'note'],
    {},
    'stripe_cents',
  )
  expect(rows).toEqual([
    { stripe_cents: 1, resolved_at: at(2), accepted_by: admin.id, note: 'Sent by hand.' },
    { stripe_cents: 2, resolved_at: at(3), accepted_by: null, note: null },
  ])
  const lines = await readRows(
    db,
    'audit_log',
    ['action', 'noun', 'noun_id', 'actor_id', 'after'],
    {},
  )
  const transfer = { kind: 'unknown', transfer_id: null, stripe_transfer_id: 'tr_1' }
  expect(lines).toEqual([
    {
      ...{ action: 'accept difference', noun: 'transfer difference', noun_id: first.id },
      ...{ actor_id: admin.id, after: { ...transfer, note: 'Sent by hand.' } },
    },
  ])
})
