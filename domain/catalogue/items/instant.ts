import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import type { Point } from '#domain/catalogue/places/distance.ts'
import { isOfferedTo, readReach } from '#domain/catalogue/reach/reach.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { consentIsDue } from '#domain/site/legal/legal.ts'

// Which items are confirmed as soon as they are requested (spec 4.11).

/** SQL: whether this person has completed a rental, not one that never came back. */
function hasCompleted(renterId: PersonId): RawBuilder<boolean> {
  return sql<boolean>`exists (select from rentals done
    where done.renter_id = ${renterId} and done.status = 'completed'
      and done.return_status = 'returned')`
}

/** SQL: whether the lister of the item `i` may accept: not before agreeing to new terms. */
export function mayAccept(now: Date): RawBuilder<boolean> {
  return sql<boolean>`not exists (select from user_profiles p
    where p.id = i.business_id and ${consentIsDue(now)})`
}

/** Whom items are shown to; without a shopper, to somebody without a completed rental. */
export type Onlooker = {
  readonly shopper: Shopper | null
  /** Where they are, if that is known. */
  readonly here: Point | null
  readonly now: Date
}

/** Those of the items whose requests by the onlooker are accepted at once, by their ids. */
export async function instantAmong(
  db: DbOrTx,
  { shopper, here, now }: Onlooker,
  items: readonly { readonly id: string }[],
): Promise<ReadonlySet<string>> {
  if (items.length === 0) return new Set()
  const returning = shopper
    ? sql<boolean>`i.accepts_automatically = 'returning' and ${hasCompleted(shopper.id)}`
    : sql<boolean>`false`
  const ids = items.map(({ id }) => id)
  const rows = await db
    .selectFrom('clothing_items as i')
    .select(['i.id', 'i.reach'])
    .where(sql<boolean>`i.id = any(${ids}::uuid[])`)
    .where(sql<boolean>`(i.accepts_automatically = 'everybody' or ${returning})`)
    .where(mayAccept(now))
    .execute()
  const offered = here ? rows.filter(({ reach }) => isOfferedTo(readReach(reach), here)) : rows
  return new Set(offered.map(({ id }) => id))
}

/** Whether the person has completed a rental, for closets that accept those who have. */
export async function hasCompletedRental(
  db: DbOrTx,
  renter: Pick<Shopper, 'id'>,
): Promise<boolean> {
  const { is } = await db.selectNoFrom(hasCompleted(renter.id).as('is')).executeTakeFirstOrThrow()
  return is
}
