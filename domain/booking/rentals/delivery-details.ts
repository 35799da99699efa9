import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import type { PersonId, RentalId } from '#db/ids.ts'
import { saveDeliveryDetails } from '#domain/accounts/people/people.ts'
import { isIn, stageOf } from '#domain/booking/rentals/stage/rental-stage.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'

/** Where and how the renter wants the item delivered; null when not stated. */
export type DeliveryDetails = {
  readonly renterPhone: string | null
  readonly deliveryAddress: string | null
  readonly deliveryNotes: string | null
}

export type DetailsProblem =
  | { readonly reason: 'rental-not-found' }
  /** It has been delivered, or was cancelled. */
  | { readonly reason: 'too-late' }

/**
 * The renter changes the details of one of their own rentals before it is delivered. The next
 * rental is prefilled with them.
 */
export async function changeDeliveryDetails(
  db: Db,
  shopper: Shopper,
  { rentalId, ...details }: DeliveryDetails & { readonly rentalId: RentalId },
  now: Date,
): Promise<Outcome<null, DetailsProblem>> {
  return inTransaction(db, async (tx) => {
    const rental = await tx
      .selectFrom('rentals')
      .select(['status', 'return_status', 'cancellation', 'start_date', 'end_date'])
      .select('sent_back_at')
      .where('id', '=', rentalId)
      .where('renter_id', '=', shopper.id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!rental) return refused({ reason: 'rental-not-found' })
    // Any day will do: only the delivery matters.
    if (!isIn(stageOf(rental, rental.start_date), 'beforeDelivery'))
      return refused({ reason: 'too-late' })
    await tx
      .updateTable('rentals')
      .set({
        renter_phone: details.renterPhone,
        delivery_address: details.deliveryAddress,
        delivery_notes: details.deliveryNotes,
      })
      .where('id', '=', rentalId)
      .execute()
    const values = { phone: details.renterPhone, address: details.deliveryAddress }
    await saveDeliveryDetails(tx, shopper, values, now)
    return done(null)
  })
}

/** Part of closing an account: removes addresses, arrangements and tracking numbers from its rentals. */
export async function removeDeliveryDetailsOf(tx: Tx, personId: PersonId): Promise<void> {
  await tx
    .updateTable('rentals')
    .set({
      renter_phone: null,
      delivery_address: null,
      delivery_notes: null,
      sent_back_tracking: null,
      tracking_number: null,
    })
    .where('renter_id', '=', personId)
    .execute()
  await tx
    .updateTable('rentals')
    .set({ delivery_arrangement: null, return_arrangement: null })
    .where((where) =>
      where.or([where('renter_id', '=', personId), where('owner_id', '=', personId)]),
    )
    .where(sql<boolean>`(delivery_arrangement is not null or return_arrangement is not null)`)
    .execute()
}
