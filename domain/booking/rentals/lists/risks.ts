import { sql } from 'kysely'
import type { Db, DbOrTx } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import { decisionTime } from '#domain/booking/rentals/stage/decision-time.ts'
import { isOut } from '#domain/booking/rentals/stage/late-returns-sql.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { firstNameOf } from '#domain/shared/first-name.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'

/** Why a rental is at risk, for its renter. */
export type Risk = {
  readonly rentalId: RentalId
  /** When the rental is cancelled unless the item is back. */
  readonly decidedAt: Date
}

/** Which of these rentals of this renter are at risk. */
export async function risksOf(
  db: Db,
  shopper: Shopper,
  rentalIds: readonly RentalId[],
  timeZone: string,
): Promise<readonly Risk[]> {
  if (rentalIds.length === 0) return []
  const rows = await db
    .selectFrom('rentals as r')
    .innerJoin('rentals as late', 'late.id', 'r.at_risk_from')
    .select(['r.id', 'r.start_date', 'r.at_risk_since'])
    .where('r.renter_id', '=', shopper.id)
    .where('r.id', 'in', rentalIds)
    .where('r.status', 'in', [sql.lit('pending' as const), sql.lit('confirmed' as const)])
    .where(isOut('late'))
    .execute()
  return rows.map(({ id, start_date: start, at_risk_since: atRiskSince }) => ({
    rentalId: id,
    decidedAt: decisionTime({ start, atRiskSince }, timeZone),
  }))
}

/** The next rental of an item that is late. */
export type NextRental = { readonly firstName: string; readonly start: CalendarDate }

/** The next rental of the same item for each of these rentals, keyed by their ids. */
export async function nextRentals(
  db: DbOrTx,
  rentalIds: readonly RentalId[],
): Promise<ReadonlyMap<RentalId, NextRental>> {
  if (rentalIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('rentals as r')
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('rentals as n')
          .innerJoin('user_profiles as p', 'p.id', 'n.renter_id')
          .select(['n.start_date', 'p.full_name'])
          .whereRef('n.item_id', '=', 'r.item_id')
          .whereRef('n.start_date', '>', 'r.start_date')
          .where('n.status', 'in', [sql.lit('pending' as const), sql.lit('confirmed' as const)])
          .orderBy('n.start_date')
          .limit(1)
          .as('next'),
      (join) => join.onTrue(),
    )
    .select(['r.id', 'next.start_date', 'next.full_name'])
    .where('r.id', 'in', rentalIds)
    .execute()
  return new Map(
    rows.map(({ id, start_date, full_name }) => [
      id,
      { firstName: firstNameOf(full_name), start: start_date },
    ]),
  )
}
