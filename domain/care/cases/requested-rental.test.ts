import { expect, test } from 'vitest'
import { closingBlocker } from '#domain/accounts/closing/close-account.ts'
import { correct } from '#domain/booking/rentals/changes/corrections.ts'
import { extendRental } from '#domain/booking/rentals/changes/extend-rental.ts'
import { extensionOffer } from '#domain/booking/rentals/changes/extension-offer.ts'
import { rentalDetails } from '#domain/booking/rentals/lists/rental-details.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays } from '#domain/shared/time/calendar-date.ts'
import { assertOk, reasonOf, returnedRentals } from '#test/make/returning.ts'
import { withdrawCase } from './withdraw-case.ts'

// The effects of a return request on its rental and on the accounts of both sides.

const world = await returnedRentals()
const { db, now, today, origin, admin, requested, answer, returnItem, approve, earnedFor } = world
const done = { ok: true, value: null }

test('undoing a review after credits were restored takes its earning back, and the next review earns it again', async () => {
  const rental = await requested('does_not_fit')
  await returnItem(rental)
  await approve(rental)
  assertOk(await answer(rental, 'accept'))
  const undo = { ...rental.on, correction: 'undo-review' } as const
  assertOk(await correct(db, admin, undo, now))
  await approve(rental)
  expect(await earnedFor(rental)).toEqual([
    ['rental', 180],
    ['taken_back', -180],
    ['rental', 180],
  ])
})

test('with a return request, a rental cannot be extended and its delivery cannot be undone', async () => {
  const rental = await requested()
  const { renter, closet, rentalId, on } = rental
  const end = addDays(today, 12)
  const extend = () =>
    extendRental(db, renter, { rentalId, end, requestKey: newId(), origin }, now, today)
  expect(reasonOf(await extend())).toBe('return-requested')
  expect(await extensionOffer(db, renter, rentalId, today)).toBeNull()
  const undo = (correction: 'undo-deliver' | 'undo-return') =>
    correct(db, closet, { ...on, correction }, now)
  expect(reasonOf(await undo('undo-deliver'))).toBe('return-requested')
  await returnItem(rental)
  expect(await undo('undo-return')).toMatchObject({ ok: true })
  assertOk(await answer(rental, 'accept'))
  await returnItem(rental)
  expect(reasonOf(await undo('undo-return'))).toBe('credits-restored')
  const other = await requested()
  assertOk(await withdrawCase(db, other.renter, 'return', other.rentalId, now))
  expect(await extensionOffer(db, other.renter, other.rentalId, today)).not.toBeNull()
  expect(await correct(db, other.closet, { ...other.on, correction: 'undo-deliver' }, now)).toEqual(
    done,
  )
})

test('neither side can delete their account while a request is undecided', async () => {
  const rental = await requested()
  await returnItem(rental)
  await approve(rental)
  const blockers = async () => [
    (await closingBlocker(db, rental.renter))?.reason,
    (await closingBlocker(db, rental.closet))?.reason,
  ]
  expect(await blockers()).toEqual(['return-request-open', 'return-request-open'])
  assertOk(await withdrawCase(db, rental.renter, 'return', rental.rentalId, now))
  expect(await blockers()).toEqual(['deposit-open', 'earnings-owed'])
})

test('undoing is not offered where it is not possible', async () => {
  const rental = await requested()
  const offered = async (who: typeof rental.closet | typeof admin) =>
    (await rentalDetails(db, who, rental.rentalId, now))?.correction?.name ?? null
  expect(await offered(rental.closet)).toBeNull()
  await returnItem(rental)
  expect(await offered(admin)).toBe('undo-return')
  assertOk(await answer(rental, 'accept'))
  expect(await offered(admin)).toBeNull()
  const other = await requested()
  assertOk(await withdrawCase(db, other.renter, 'return', other.rentalId, now))
  const details = await rentalDetails(db, other.closet, other.rentalId, now)
  expect(details?.correction?.name).toBe('undo-deliver')
})
