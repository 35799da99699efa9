import { expect, test } from 'vitest'
import { lentRentals } from '#test/make/lent-rentals.ts'
import { updateRows } from '#test/postgres/rows.ts'
import { returnInGoodCondition, undoGoodReturn } from './good-return.ts'
import { keepDeposit } from './rental-review.ts'
import { recordReturn } from './rental-steps.ts'

const { db, made, now, ok, lent, returned, rentalOf, eventsOf } = await lentRentals()
const later = new Date(now.getTime() + 60_000)
const COMPLETED = { status: 'completed', return_status: 'returned', condition_status: 'approved' }
const OUT = { status: 'delivered', return_status: 'pending', returned_at: null }

test('one press records the return and approves the condition, and is undone at once', async () => {
  const { closet, on } = await lent('delivered')
  expect(await returnInGoodCondition(db, closet, on, now)).toEqual(ok)
  expect(await rentalOf(on)).toMatchObject({ ...COMPLETED, returned_by: closet.id })
  expect(await eventsOf(on)).toEqual(['record-return', 'approve-condition'])
  // Pressed twice, it changes nothing.
  expect(await returnInGoodCondition(db, closet, on, later)).toEqual(ok)
  expect(await eventsOf(on)).toHaveLength(2)
  expect(await undoGoodReturn(db, closet, on, later)).toEqual(ok)
  expect(await rentalOf(on)).toMatchObject(OUT)
})

test('a return that was recorded before stays recorded when the approval is undone', async () => {
  const { closet, on } = await lent('delivered')
  expect(await recordReturn(db, closet, on, now)).toEqual(ok)
  expect(await returnInGoodCondition(db, closet, on, later)).toEqual(ok)
  expect(await rentalOf(on)).toMatchObject({ ...COMPLETED, returned_at: now })
  expect(await undoGoodReturn(db, closet, on, later)).toEqual(ok)
  expect(await rentalOf(on)).toMatchObject({ status: 'delivered', return_status: 'returned' })
})

test('what was decided otherwise, is not delivered or belongs to others is refused', async () => {
  const { closet, on } = await returned()
  expect((await keepDeposit(db, closet, { ...on, cents: 500, notes: 'A stain.' }, now)).ok).toBe(
    true,
  )
  expect(await returnInGoodCondition(db, closet, on, later)).toMatchObject({
    problem: { reason: 'already-decided', decided: { what: 'keep-deposit' } },
  })
  const waiting = await lent()
  expect(await returnInGoodCondition(db, waiting.closet, waiting.on, now)).toMatchObject({
    problem: { reason: 'not-yet' },
  })
  expect(await returnInGoodCondition(db, await made.closet(), waiting.on, now)).toMatchObject({
    problem: { reason: 'rental-not-found' },
  })
})

test('without a listed item neither the approval nor the return is undone', async () => {
  const { closet, on } = await lent('delivered')
  expect(await returnInGoodCondition(db, closet, on, now)).toEqual(ok)
  const { item_id } = await rentalOf(on)
  await updateRows(db, 'clothing_items', item_id, { deleted_at: now })
  expect(await undoGoodReturn(db, closet, on, later)).toMatchObject({
    problem: { reason: 'item-not-free' },
  })
  expect(await rentalOf(on)).toMatchObject(COMPLETED)
})
