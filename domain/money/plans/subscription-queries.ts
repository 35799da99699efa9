import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { monthsCovered, nextCreditDate } from './months-covered.ts'

/** A subscription as its owner sees it. */
export type HeldSubscription = NonNullable<Awaited<ReturnType<typeof subscriptionOf>>>

/** A shopper's live subscription, else an ended one with credits still to come, else null. */
export async function findSubscription(
  db: Db,
  shopper: Shopper,
  now: Date,
): Promise<HeldSubscription | null> {
  return await subscriptionOf(db, shopper.id, now)
}

/** The same for any person, for admins. */
export async function subscriptionOf(db: Db, personId: PersonId, now: Date) {
  const row = await db
    .selectFrom('credit_subscriptions')
    .select(['id', 'status', 'product_type', 'credits_per_period', 'anchor_at'])
    .select(['renews_at', 'cancel_at', 'pending_product_type', 'pending_from'])
    .where('user_id', '=', personId)
    .where('refused_at', 'is', null)
    .where((where) =>
      where.or([
        where('status', 'in', ['active', 'past_due']),
        where('next_grant_at', 'is not', null),
      ]),
    )
    .orderBy(sql`status in ('active', 'past_due')`, 'desc')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const coverage = await db
    .selectFrom('subscription_coverage')
    .select(['starts_at as startsAt', 'ends_at as endsAt'])
    .where('subscription_id', '=', row.id)
    .where('frozen_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute()
  const isLive = row.status === 'active' || row.status === 'past_due'
  const ends = coverage.map(({ endsAt }) => endsAt.getTime())
  return {
    plan: row.product_type,
    /** 'ended': Stripe no longer bills it, but some paid months are still to come. */
    state:
      row.status === 'past_due'
        ? ('past-due' as const)
        : isLive
          ? ('active' as const)
          : ('ended' as const),
    creditsPerPeriod: row.credits_per_period,
    nextCreditDate: nextCreditDate(
      {
        anchor: row.anchor_at,
        coverage,
        renews: row.status === 'active',
        cancelAt: row.cancel_at,
      },
      now,
    ),
    /** When Stripe bills again; null once it is cancelled. */
    renewsAt: isLive && !row.cancel_at ? row.renews_at : null,
    cancelAt: isLive ? row.cancel_at : null,
    pending:
      row.pending_product_type && row.pending_from
        ? { plan: row.pending_product_type, from: row.pending_from }
        : null,
    /** Paid months still to come, and the end of the paid period. */
    remainingMonths: row.anchor_at
      ? monthsCovered(row.anchor_at, coverage).filter(({ startsAt }) => startsAt > now).length
      : 0,
    coveredUntil: ends.length > 0 ? new Date(Math.max(...ends)) : null,
  }
}
