import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import { returnedRentals } from '#test/make/returning.ts'
import { updateRows } from '#test/postgres/rows.ts'
import {
  creditsToGiveBack,
  giveCreditsBack,
  isNotReturnRequested,
  isReturnRequested,
} from './give-credits-back.ts'
import { lockRental } from './rental-locks.ts'

const { db, now, delivered, requested, answer, balanceOf } = await returnedRentals({
  // These tests restore credits before the item is returned.
  violatesInvariants: true,
})

/** `none` has no return request; the other two have an open and an accepted one. */
const none = await delivered()
const open = await requested()
const accepted = await requested()
await answer(accepted, 'accept')

const giveBack = (rentalId: RentalId) =>
  inTransaction(db, async (tx) => {
    const rental = await lockRental(tx, rentalId)
    return rental && (await giveCreditsBack(tx, rental, now))
  })

test('only an accepted request of the rental itself gives credits back', async () => {
  const all = [none, open, accepted]
  const credits = all.map(({ rentalId }) => creditsToGiveBack(db, rentalId))
  expect(await Promise.all(credits)).toEqual([0, 0, 10])
  const given: unknown[] = []
  for (const { rentalId } of all) given.push(await giveBack(rentalId))
  expect(given).toEqual([false, false, true])
  const balances = all.map(({ renter }) => balanceOf(renter))
  expect(await Promise.all(balances)).toEqual([86, 86, 96])
})

test('a return counts as requested until the request is refused or withdrawn', async () => {
  const unrequested = async () => {
    const rows = await db
      .selectFrom('rentals as r')
      .select('r.id')
      .where(isNotReturnRequested)
      .execute()
    return rows.map(({ id }) => id)
  }
  expect(await unrequested()).toEqual([none.rentalId])
  const flags = [none, open, accepted].map(({ rentalId }) => isReturnRequested(db, rentalId))
  expect(await Promise.all(flags)).toEqual([false, true, true])
  await updateRows(
    db,
    'return_requests',
    { rental_id: open.rentalId },
    { status: 'withdrawn', decided_at: now },
  )
  expect((await unrequested()).toSorted()).toEqual([none.rentalId, open.rentalId].toSorted())
  expect(await isReturnRequested(db, open.rentalId)).toBe(false)
})
