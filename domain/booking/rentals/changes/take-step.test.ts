import { expect, test } from 'vitest'
import { lentRentals } from '#test/make/lent-rentals.ts'
import { readRows } from '#test/postgres/rows.ts'
import { takeStep } from './take-step.ts'

const { db, now, ok, lent } = await lentRentals()

test('the audit log records a step with the changed values, before and after', async () => {
  const { closet, on } = await lent()
  const changes = { status: 'confirmed', confirmed_at: now, confirmed_by: closet.id } as const
  expect(await takeStep(db, closet, on, { move: 'accept', changes }, now)).toEqual(ok)
  const lines = await readRows(
    db,
    'audit_log',
    ['action', 'noun', 'actor_id', 'before', 'after', 'at'],
    { noun_id: on.rentalId },
  )
  expect(lines).toEqual([
    {
      ...{ action: 'accept', noun: 'rental', actor_id: closet.id, at: now },
      before: { status: 'pending', confirmed_at: null, confirmed_by: null },
      after: { ...changes, confirmed_at: now.toISOString() },
    },
  ])
})
