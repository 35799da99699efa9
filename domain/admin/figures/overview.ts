import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import { isStillOwed } from '#domain/money/checkout/checkout.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { countedIn } from '#domain/shared/lists/found.ts'
import { totalOf } from '#domain/shared/lists/running-totals.ts'
import { FIGURE_DAYS } from './figure-periods.ts'
import { figureSince, nextQuarter } from './figure-sums.ts'

const DAY_MS = 86_400_000

export type Figures = {
  /** Rentals that have not ended. */
  readonly liveRentals: number
  readonly newRentals: number
  readonly creditsSold: number
  /** Less what cancellations refunded. */
  readonly creditsSpent: number
  readonly depositsHeld: number
  readonly depositsHeldCents: number
  readonly newPeople: number
  readonly failedRefunds: number
  readonly openDisputes: number
  /** Payment events that could not be processed. */
  readonly failedEvents: number
}

export const openFailedRefunds = sql`from refunds r where ${isStillOwed}`

/** Counted up to one more than `MAX_COUNTED`, like everything that needs an admin. */
export const failedRefundCount = countedIn(openFailedRefunds)
export const openDisputeCount = countedIn(sql`from disputes where status = 'open'`)
const failedEventCount = countedIn(sql`from stripe_events where given_up_at is not null`)

/** Key figures: live rentals and deposits now, everything else over the last 30 days. */
export async function figures(db: DbOrTx, _admin: Admin, now: Date): Promise<Figures> {
  // A value instead of a subquery, so that the planner knows how few rows match.
  const since = sql`${new Date(now.getTime() - FIGURE_DAYS * DAY_MS)}::timestamptz`
  // The rest of the first, partial quarter of an hour is read row by row.
  const next = nextQuarter(since)
  const { rows } = await sql<Figures>`
    with first_credits as (
      select
        coalesce(sum(t.amount) filter (where t.kind in ('purchase', 'gift_claim', 'subscription')),
          0)::int as sold,
        coalesce(-sum(t.amount) filter (where t.kind in ('rental', 'cancellation',
          'return_request')), 0)::int as spent
      from credit_transactions t where t.effective_at >= ${since} and t.effective_at < ${next}
    )
    select
      ${totalOf('rentals_live')} as "liveRentals",
      (select count(*)::int from rentals r where r.created_at >= ${since} and r.created_at < ${next})
        + ${figureSince('rentals_new', next)} as "newRentals",
      c.sold + ${figureSince('credits_sold', next)} as "creditsSold",
      c.spent + ${figureSince('credits_spent', next)} as "creditsSpent",
      ${totalOf('deposits_held')} as "depositsHeld",
      ${totalOf('deposits_held_cents')} as "depositsHeldCents",
      (select count(*)::int from user_profiles p
        where p.created_at >= ${since} and p.created_at < ${next} and p.deleted_at is null)
        + ${figureSince('people_new', next)} as "newPeople",
      ${failedRefundCount} as "failedRefunds",
      ${openDisputeCount} as "openDisputes",
      ${failedEventCount} as "failedEvents"
    from first_credits c`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the figures are one row')
  return row
}
