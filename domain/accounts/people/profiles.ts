import { compiledOnce } from '#db/compiled-once.ts'
import { type Db, type DbOrTx, inTransaction } from '#db/connection.ts'
import type { AutomaticAcceptance, DrivingDistance } from '#db/enums.ts'
import type { PersonId } from '#db/ids.ts'
import { placeOfZip } from '#domain/catalogue/places/places.ts'
import type { Person, Shopper } from '#domain/shared/actors.ts'
import { type Outcome, refused } from '#domain/shared/outcome.ts'
import { type NameChange, rename } from './rename.ts'

/** What a person has entered about themselves; null where nothing was entered. */
export type Profile = {
  readonly fullName: string
  /** For a closet: the new name that an admin has not approved yet. */
  readonly requestedName: string | null
  readonly phone: string | null
  readonly city: string | null
  readonly state: string | null
  /** Without the @. */
  readonly instagramHandle: string | null
  /** Private; for a closet, where it is. Others see distances only. */
  readonly zip: string | null
  /** The default delivery address of their rentals; only closets they rent from see it. */
  readonly deliveryAddress: string | null
  readonly deliveryNotes: string | null
  /** For a closet: how far it delivers. Public. */
  readonly drivingDistance: DrivingDistance | null
  /** For a closet: how its pieces get to renters, in one way at least. Public. */
  readonly delivers: boolean
  readonly offersPickup: boolean
  readonly ships: boolean
  /** For a closet: whose requests it accepts automatically. Public. */
  readonly acceptsAutomatically: AutomaticAcceptance
  /** For a closet: the days between today and the first day that can be rented. Public. */
  readonly noticeDays: number
}

export async function readProfile(db: DbOrTx, person: Person): Promise<Profile> {
  const [row] = await profileRows(db, { id: person.id })
  if (!row) throw new Error('a person without a profile')
  return row
}

const profileRows = compiledOnce((db, { id }: { readonly id: PersonId }) =>
  db
    .selectFrom('user_profiles')
    .select(['full_name as fullName', 'requested_name as requestedName', 'phone', 'city', 'state'])
    .select(['instagram_handle as instagramHandle', 'delivery_address as deliveryAddress'])
    .select(['delivery_notes as deliveryNotes', 'driving_distance as drivingDistance'])
    .select(['notice_days as noticeDays', 'zip'])
    .select(['delivers', 'offers_pickup as offersPickup', 'ships'])
    .select('accepts_automatically as acceptsAutomatically')
    .where('id', '=', id),
)

export type ProfileProblem = { readonly reason: 'name-reserved' | 'zip-unknown' }

/**
 * A person changes the given parts of their own profile. Name, phone, place and Instagram of a
 * lister are public.
 */
export async function changeProfile(
  db: Db,
  person: Person,
  { fullName, ...changes }: Partial<Omit<Profile, 'requestedName'>>,
  now: Date,
): Promise<Outcome<NameChange, ProfileProblem>> {
  if (changes.zip && !placeOfZip(changes.zip)) return refused({ reason: 'zip-unknown' })
  return inTransaction<Outcome<NameChange, ProfileProblem>>(db, async (tx) => {
    const renamed = await rename(tx, person, fullName, now)
    if (!renamed.ok) return renamed
    await tx
      .updateTable('user_profiles')
      .set({
        phone: changes.phone,
        city: changes.city,
        state: changes.state,
        instagram_handle: changes.instagramHandle,
        delivery_address: changes.deliveryAddress,
        delivery_notes: changes.deliveryNotes,
        driving_distance: changes.drivingDistance,
        notice_days: changes.noticeDays,
        ...(changes.noticeDays !== undefined && { notice_chosen: true }),
        zip: changes.zip,
        delivers: changes.delivers,
        offers_pickup: changes.offersPickup,
        ships: changes.ships,
        accepts_automatically: changes.acceptsAutomatically,
        updated_at: now,
      })
      .where('id', '=', person.id)
      .where('deleted_at', 'is', null)
      .execute()
    return renamed
  })
}

/** Where and how a renter wants a delivery; null where not given. */
export type Delivery = {
  readonly phone: string | null
  readonly address: string | null
  readonly notes: string | null
}

/**
 * Stores delivery details for the next rental; missing values stay unchanged. The phone number of a
 * closet is public, so no rental changes it.
 */
export async function saveDeliveryDetails(
  db: DbOrTx,
  shopper: Shopper,
  { phone, address, notes }: Delivery,
  now: Date,
): Promise<void> {
  const isPrivate = shopper.accountType === 'regular'
  const values = {
    ...(phone && isPrivate && { phone }),
    ...(address && { delivery_address: address }),
    ...(notes && { delivery_notes: notes }),
  }
  if (Object.keys(values).length === 0) return
  await db
    .updateTable('user_profiles')
    .set({ ...values, updated_at: now })
    .where('id', '=', shopper.id)
    .execute()
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
