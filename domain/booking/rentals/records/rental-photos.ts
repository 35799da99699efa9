import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import type { ImageId, RentalId } from '#db/ids.ts'
import { asClosetOwner, type Person } from '#domain/shared/actors.ts'
import { moverOf } from './rental-locks.ts'

/**
 * Whether a person may see a photo of a condition report, an appeal or a return request: the
 * renter, the closet and admins may see all photos of a rental.
 */
export async function mayReadRentalPhoto(
  db: Db,
  person: Person,
  { rentalId, imageId }: { readonly rentalId: RentalId; readonly imageId: ImageId },
): Promise<boolean> {
  const rental = await db
    .selectFrom('rentals as r')
    .select(['r.renter_id', 'r.owner_id'])
    .where('r.id', '=', rentalId)
    .where(
      sql<boolean>`(
        exists (select from rental_handovers h where h.rental_id = r.id and ${imageId} = any(h.image_ids))
        or exists (select from deposit_appeals a where a.rental_id = r.id
          and ${imageId} = any(a.image_ids || a.answer_image_ids))
        or exists (select from return_requests q where q.rental_id = r.id
          and ${imageId} = any(q.image_ids)))`,
    )
    .executeTakeFirst()
  const mover = rental && moverOf(person, rental)
  return mover === 'owner' ? asClosetOwner(person) !== null : Boolean(mover)
}
