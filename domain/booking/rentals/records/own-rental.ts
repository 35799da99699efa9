import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { PersonId, RentalId } from '#db/ids.ts'
import type { Mover } from '#domain/booking/rentals/stage/rental-stage.ts'
import type { Person } from '#domain/shared/actors.ts'
import { moverOf } from './rental-locks.ts'

// A shopper who becomes an admin keeps their rentals. In those they are only the renter: the closet
// or another admin takes the steps, so that nobody decides about their own deposit.

/**
 * SQL: the owner of `r` is a closet that can sign in; otherwise admins take its steps. It is read by
 * its id: with `exists`, all closets may be read at once.
 */
export const hasCloset = sql<boolean>`coalesce((select c.account_type = 'business'
  and c.business_status = 'approved' and c.deleted_at is null
  from user_profiles c where c.id = r.owner_id), false)`

/**
 * SQL: this admin is the renter of `r`, and others take its steps. Where nobody else could take
 * them, because there is no other admin and no closet that can sign in, the admin does.
 */
export function isForOthers(who: Pick<Person, 'id' | 'accountType'>): RawBuilder<boolean> {
  if (who.accountType !== 'admin') return sql`false`
  return sql`(r.renter_id = ${who.id} and (
    exists (select from user_profiles a
      where a.account_type = 'admin' and a.deleted_at is null and a.id <> ${who.id})
    or ${hasCloset}))`
}

type Sides = { readonly id: RentalId; readonly renter_id: PersonId; readonly owner_id: PersonId }

/** Which of these rentals are this admin's own, so that others take their steps. */
export async function rentalsForOthers(
  read: DbOrTx,
  who: Person,
  rentals: readonly Pick<Sides, 'id' | 'renter_id'>[],
): Promise<ReadonlySet<RentalId>> {
  const own = who.accountType === 'admin' ? rentals.filter((one) => one.renter_id === who.id) : []
  if (own.length === 0) return new Set()
  const ids = own.map(({ id }) => id)
  const rows = await read
    .selectFrom('rentals as r')
    .select('r.id')
    .where('r.id', 'in', ids)
    .where(isForOthers(who))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** The role in which this person makes a move now: `renter` if others take the rental's steps. */
export async function currentMover(
  read: DbOrTx,
  who: Person,
  rental: Sides,
): Promise<Mover | null> {
  const forOthers = await rentalsForOthers(read, who, [rental])
  return forOthers.has(rental.id) ? 'renter' : moverOf(who, rental)
}
