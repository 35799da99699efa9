import { expect, test } from 'vitest'
import { correct } from '#domain/booking/rentals/changes/corrections.ts'
import { assertOk, returnedRentals } from '#test/make/returning.ts'
import { integrityViolations } from '#test/postgres/database.ts'
import { readRows } from '#test/postgres/rows.ts'
import { decideReturn } from './decide-return.ts'
import { withdrawCase } from './withdraw-case.ts'

const world = await returnedRentals()
const { db, admin, hours, requested, answer, returnItem, approve } = world

type Requested = Awaited<ReturnType<typeof requested>>

/** A rental that was returned and reviewed before its request is decided. */
async function reviewed() {
  const rental = await requested()
  await returnItem(rental)
  await approve(rental, hours(1))
  return rental
}

const earned = ({ rentalId }: Requested) =>
  readRows(db, 'earnings', ['kind', 'amount_cents', 'earned_at', 'payable_at'], {
    rental_id: rentalId,
  })

const decided = async ({ rentalId }: Requested, outcome: 'accepted' | 'refused', when: Date) =>
  assertOk(await decideReturn(db, admin, { rentalId, outcome, reasons: 'Seen.' }, when))

test('a reviewed rental earns nothing before its return request is decided, however late', async () => {
  const rental = await reviewed()
  assertOk(await answer(rental, 'contest', { when: hours(71) }))
  expect(await earned(rental)).toEqual([])
  expect(await integrityViolations(db)).toEqual([])
  await decided(rental, 'refused', hours(200))
  expect(await earned(rental)).toEqual([
    { kind: 'rental', amount_cents: 630, earned_at: hours(200), payable_at: hours(200) },
  ])
})

test('if the request is decided soon, the earning is payable seven days after the review', async () => {
  const rental = await reviewed()
  assertOk(await withdrawCase(db, rental.renter, 'return', rental.rentalId, hours(2)))
  expect(await earned(rental)).toEqual([
    { kind: 'rental', amount_cents: 630, earned_at: hours(2), payable_at: hours(1 + 7 * 24) },
  ])
})

test('with an accepted request the closet earns the credits that are not restored', async () => {
  const byCloset = await reviewed()
  assertOk(await answer(byCloset, 'accept', { when: hours(3) }))
  const byAdmin = await reviewed()
  assertOk(await answer(byAdmin, 'contest', { when: hours(3) }))
  await decided(byAdmin, 'accepted', hours(3))
  for (const rental of [byCloset, byAdmin])
    expect(await earned(rental)).toMatchObject([{ kind: 'rental', amount_cents: 180 }])
})

test('a review undone and repeated before the decision earns once, with the decision', async () => {
  const rental = await reviewed()
  assertOk(await correct(db, admin, { ...rental.on, correction: 'undo-review' }, hours(2)))
  await approve(rental, hours(2))
  assertOk(await answer(rental, 'contest', { when: hours(3) }))
  expect(await earned(rental)).toEqual([])
  await decided(rental, 'refused', hours(4))
  expect(await earned(rental)).toMatchObject([{ kind: 'rental', amount_cents: 630 }])
})
