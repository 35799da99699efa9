import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { needsRetry } from './transfer-list.ts'
import { VALUE_DAYS } from './value-days.ts'

const DAY_MS = 86_400_000

/** Stripe's fees: 2.9% and 30 cents of a card payment, and 0.7% of one of a subscription. */
const CARD_SHARE = 0.029
const CARD_CENTS = 30
const BILLING_SHARE = 0.007

export type PayoutFigures = {
  /** Earnings that no transfer pays yet, in cents. */
  readonly owedCents: number
  /** The part of it that can be paid now. */
  readonly payableCents: number
  /** In pending transfers. */
  readonly pendingCents: number
  /** Pending transfers for which too little was available. */
  readonly waiting: number
  readonly waitingCents: number
  /** Failed transfers that nobody has retried. */
  readonly failed: number
  readonly openDifferences: number
}

export async function payoutFigures(db: DbOrTx, _admin: Admin, now: Date): Promise<PayoutFigures> {
  const unpaid = db
    .selectFrom('earnings')
    .select([
      sql<number>`coalesce(sum(amount_cents), 0)::float8`.as('owedCents'),
      sql<number>`coalesce(sum(amount_cents) filter (where payable_at <= ${now}), 0)::float8`.as(
        'payableCents',
      ),
    ])
    .where('transfer_id', 'is', null)
  const pending = db
    .selectFrom('transfers')
    .select([
      sql<number>`coalesce(sum(amount_cents), 0)::float8`.as('pendingCents'),
      sql<number>`count(*) filter (where tries > 0)::int`.as('waiting'),
      sql<number>`coalesce(sum(amount_cents) filter (where tries > 0), 0)::float8`.as(
        'waitingCents',
      ),
    ])
    .where('status', '=', sql.lit('pending' as const))
  return await db
    .selectFrom([unpaid.as('unpaid'), pending.as('pending')])
    .select(['unpaid.owedCents', 'unpaid.payableCents', 'pending.pendingCents'])
    .select(['pending.waiting', 'pending.waitingCents'])
    .select([failedTransferCount.as('failed'), openDifferenceCount.as('openDifferences')])
    .executeTakeFirstOrThrow()
}

export const failedTransferCount = sql<number>`(select count(*)::int from (select from transfers t
  where ${needsRetry} limit 1000) f)`
export const openDifferenceCount = sql<number>`(select count(*)::int from (select from transfer_differences
  where resolved_at is null limit 1000) d)`

export const waitingTransferCount = sql<number>`(select count(*)::int from transfers
  where status = 'pending' and tries > 0)`

/** What needs an admin: transfers to retry, and differences that stop payouts. */
export async function countPayoutProblems(
  db: DbOrTx,
  _admin: Admin,
): Promise<{ readonly failed: number; readonly differences: number }> {
  return await db
    .selectNoFrom([failedTransferCount.as('failed'), openDifferenceCount.as('differences')])
    .executeTakeFirstOrThrow()
}

/**
 * What a credit spent in the last 90 days brought, in cents after Stripe's fees; credits that nobody
 * paid for bring nothing. Null when none was spent.
 */
export async function centsPerSpentCredit(
  db: DbOrTx,
  _admin: Admin,
  now: Date,
): Promise<number | null> {
  const since = sql`${new Date(now.getTime() - VALUE_DAYS * DAY_MS)}::timestamptz`
  const { cents } = await db
    .selectNoFrom(
      sql<number | null>`(
        with spent as (
          select m.lot_id,
            sum(case when m.to_side = 'spent' then m.amount else -m.amount end)::int as credits
          from credit_transactions t join credit_movements m on m.transaction_id = t.id
          where t.effective_at >= ${since} and 'spent' in (m.from_side, m.to_side)
          group by m.lot_id
        )
        select sum(s.credits * coalesce(o.cents, c.cents, 0))::float8 / nullif(sum(s.credits), 0)
        from spent s join credit_lots l on l.id = s.lot_id
        left join lateral (
          select (amount_cents * ${1 - CARD_SHARE}::float8 - ${CARD_CENTS}::int) / credits as cents
          from checkout_orders
          where payment_intent = l.payment_intent and credits > 0
            and product_type in ('one_time', 'gift') limit 1
        ) o on l.source in ('one_time', 'gift', 'gift_claim')
        left join lateral (
          select (v.paid_cents * ${1 - CARD_SHARE - BILLING_SHARE}::float8 - ${CARD_CENTS}::int)
            / (b.credits_per_period
              * case v.product_type when 'subscription_annual' then 12 else 1 end) as cents
          from subscription_coverage v join credit_subscriptions b on b.id = v.subscription_id
          where v.payment_intent = l.payment_intent limit 1
        ) c on l.source = 'subscription')`.as('cents'),
    )
    .executeTakeFirstOrThrow()
  return cents === null ? null : Math.max(0, cents)
}
