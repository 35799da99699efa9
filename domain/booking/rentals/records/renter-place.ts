import type { DbOrTx } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import type { Place } from '#domain/catalogue/places/places.ts'
import { placeOfRenter } from '#domain/catalogue/reach/reach.ts'

/** Where the renter of a rental wants its item; null if that is not known. */
export async function readRenterPlace(db: DbOrTx, rentalId: RentalId): Promise<Place | null> {
  const row = await db
    .selectFrom('rentals as r')
    .innerJoin('user_profiles as p', 'p.id', 'r.renter_id')
    .select(['r.delivery_address as typed', 'p.zip', 'p.delivery_address as stored'])
    .where('r.id', '=', rentalId)
    .executeTakeFirst()
  return row ? placeOfRenter(row) : null
}
