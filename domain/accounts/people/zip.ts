import type { Db, DbOrTx } from '#db/connection.ts'
import { type Place, placeOfZip } from '#domain/catalogue/places/places.ts'
import type { Person } from '#domain/shared/actors.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'

/** A person says where they are, for a closet where it is; null takes it back. */
export async function setZip(
  db: Db,
  person: Person,
  zip: string | null,
  now: Date,
): Promise<Outcome<Place | null, { readonly reason: 'zip-unknown' }>> {
  const place = zip === null ? null : placeOfZip(zip)
  if (zip !== null && !place) return refused({ reason: 'zip-unknown' })
  await db
    .updateTable('user_profiles')
    .set({ zip, updated_at: now })
    .where('id', '=', person.id)
    .where('deleted_at', 'is', null)
    .execute()
  return done(place)
}

/** Keeps the ZIP code that somebody said before they signed in, unless they have one. */
export async function keepZip(db: DbOrTx, person: Person, zip: string, now: Date): Promise<void> {
  if (!placeOfZip(zip)) return
  await db
    .updateTable('user_profiles')
    .set({ zip, updated_at: now })
    .where('id', '=', person.id)
    .where('zip', 'is', null)
    .where('deleted_at', 'is', null)
    .execute()
}
