import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { FeedbackId, RentalId } from '#db/ids.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { MAX_COUNTED } from '#domain/shared/lists/page.ts'

// Renters' messages about their rentals, and whether one about a withheld amount needs an answer.

export type RenterReport = { readonly id: FeedbackId; readonly at: Date; readonly message: string }

const MAX_SHOWN = 10

/** The renter's messages about a rental, newest first. */
export async function reportsOn(
  db: DbOrTx,
  _admin: Admin,
  rentalId: RentalId,
): Promise<readonly RenterReport[]> {
  return await db
    .selectFrom('feedback')
    .select(['id', 'created_at as at', 'message'])
    .where('rental_id', '=', rentalId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(MAX_SHOWN))
    .execute()
}

/**
 * How many withheld amounts that can still be reduced have an objection, counted up to one more than
 * `MAX_COUNTED`, and the rental that has waited longest.
 */
export async function openObjections(
  db: DbOrTx,
  _admin: Admin,
): Promise<{ readonly count: number; readonly rentalId: RentalId | null }> {
  const open = db
    .selectFrom('deposit_claims as c')
    .innerJoin('rentals as r', 'r.id', 'c.rental_id')
    .select(['r.id', 'c.decided_at'])
    .where('c.released_at', 'is', null)
    .where('c.final_at', 'is', null)
    .where('r.deposit_kept_amount', '>', sql.lit(0))
    .where(
      sql<boolean>`exists (select from feedback f
        where f.rental_id = r.id and f.created_at >= c.decided_at)`,
    )
    .orderBy('c.decided_at')
    .limit(sql.lit(MAX_COUNTED + 1))
  return await db
    .selectFrom(open.as('o'))
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<RentalId | null>`(array_agg(o.id order by o.decided_at, o.id))[1]`.as('rentalId'),
    ])
    .executeTakeFirstOrThrow()
}
