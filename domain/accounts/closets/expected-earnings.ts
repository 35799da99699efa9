import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { PaidOwner } from '#domain/shared/actors.ts'
import { liveStatuses } from '#domain/shared/live-rentals.ts'
import { MAX_SUMMED } from './figure-days.ts'

// What a closet can expect to earn: nothing of it is earned, and none of it is in `earnings` yet.

export type ExpectedEarnings = {
  /** Delivered rentals that are not completed, and those with an undecided case: completed, or the renter did not come. */
  readonly rentals: number
  /** Their credits at the rates of these rentals, without those that return requests restore. */
  readonly rentalCents: number
  /** Kept from deposits, while the renter can still appeal. */
  readonly damageCents: number
}

export async function expectedEarnings(db: DbOrTx, owner: PaidOwner): Promise<ExpectedEarnings> {
  const max = sql.lit(MAX_SUMMED)
  const ofCredits = sql<number>`(r.total_credits - coalesce(q.credits_back, 0)) * r.cents_per_credit`
  const open = db
    .selectFrom('rentals as r')
    .leftJoinLateral(
      (read) =>
        read
          .selectFrom('return_requests')
          .select('credits_back')
          .whereRef('rental_id', '=', 'r.id')
          .offset(sql.lit(0))
          .as('q'),
      (join) => join.onTrue(),
    )
    .select(ofCredits.as('cents'))
    .where('r.owner_id', '=', owner.id)
    .where(sql<boolean>`r.status in (${liveStatuses})`)
    .where('r.delivered_at', 'is not', null)
    .orderBy('r.end_date', 'desc')
    .limit(max)
  // Undecided cases are few, and each is of one rental: the others are not read.
  const undecided = db
    .selectFrom('return_requests as q')
    .innerJoinLateral(
      (read) =>
        read
          .selectFrom('rentals as r')
          .select(
            sql<number>`case r.status when 'completed' then ${ofCredits}
              else first_week_credits(r) * r.cents_per_credit end`.as('cents'),
          )
          .whereRef('r.id', '=', 'q.rental_id')
          .where('r.owner_id', '=', owner.id)
          .where(sql<boolean>`(r.status = 'completed' or r.cancellation = 'no_show')`)
          .offset(sql.lit(0))
          .as('e'),
      (join) => join.onTrue(),
    )
    .select('e.cents')
    .where(sql<boolean>`q.status in ('open', 'contested')`)
  const claims = db
    .selectFrom('rentals as r')
    .innerJoin('deposit_claims as c', 'c.rental_id', 'r.id')
    .select(sql<number>`c.kept_cents - c.returned_cents`.as('cents'))
    .where('r.owner_id', '=', owner.id)
    .where('r.deposit_kept_amount', '>', sql.lit(0))
    .where('c.final_at', 'is', null)
    .where(sql<boolean>`not coalesce(r.listed_by_admin, false)`)
    .orderBy('r.condition_reviewed_at', 'desc')
    .limit(max)
  const [ofOpen, ofUndecided, ofClaims] = await Promise.all(
    [open, undecided, claims].map((found) =>
      db
        .selectFrom(found.as('e'))
        .select(sql<number>`count(*)::int`.as('count'))
        .select(sql<number>`coalesce(sum(cents), 0)::int`.as('cents'))
        .executeTakeFirstOrThrow(),
    ),
  )
  return {
    rentals: (ofOpen?.count ?? 0) + (ofUndecided?.count ?? 0),
    rentalCents: (ofOpen?.cents ?? 0) + (ofUndecided?.cents ?? 0),
    damageCents: ofClaims?.cents ?? 0,
  }
}
