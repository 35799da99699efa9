import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { PersonId, RentalId } from '#db/ids.ts'
import type { Person } from '#domain/shared/actors.ts'
import { moverOf } from './rental-locks.ts'
import type { Mover } from './rental-stage.ts'

// A shopper who becomes an admin keeps their rentals. Of those they are the renter only: its closet or
// another admin takes the steps, so that nobody decides about their own deposit.

type Sides = { readonly id: RentalId; readonly renter_id: PersonId; readonly owner_id: PersonId }

/**
 * Those rentals that this admin has rented and others take the steps of. Somebody has to take them:
 * an only admin does where there is no closet that can sign in as one.
 */
export async function rentalsForOthers(
  read: DbOrTx,
  who: Person,
  rentals: readonly Sides[],
): Promise<ReadonlySet<RentalId>> {
  const own = who.accountType === 'admin' ? rentals.filter((one) => one.renter_id === who.id) : []
  if (own.length === 0) return new Set()
  const owners = own.map((one) => one.owner_id)
  const others = await read
    .selectFrom('user_profiles')
    .select(['id', 'account_type'])
    .where('id', '<>', who.id)
    .where('deleted_at', 'is', null)
    .where(
      sql<boolean>`(account_type = 'admin' or (id = any(${owners}::uuid[])
        and account_type = 'business' and business_status = 'approved'))`,
    )
    .execute()
  const takeSteps = (one: Sides) =>
    others.some(({ id, account_type }) => account_type === 'admin' || id === one.owner_id)
  return new Set(own.filter(takeSteps).map(({ id }) => id))
}

/** As whom somebody moves a rental on now: an admin who rents it as its renter, while others can. */
export async function moverNow(read: DbOrTx, who: Person, rental: Sides): Promise<Mover | null> {
  const forOthers = await rentalsForOthers(read, who, [rental])
  return forOthers.has(rental.id) ? 'renter' : moverOf(who, rental)
}
