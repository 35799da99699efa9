import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'

/**
 * The credits owed: those in wallets, on hold or not, and those of unclaimed gift codes;
 * `millicents` is what was paid for them, in thousandths of a cent, before fees. Credits that
 * expire after the current quarter of an hour come from running totals per quarter of an hour; the
 * others are read one by one.
 */
export function creditsOwed(db: DbOrTx, now: Date) {
  const nextQuarter = sql<Date>`quarter_hour(${now}) + interval '15 minutes'`
  const later = db
    .selectFrom('total_amounts')
    .where('name', 'in', [
      sql.lit('credits_owed' as const),
      sql.lit('credits_owed_millicents' as const),
    ])
    .where('period', '>', now)
    .select([
      sql<Date>`period`.as('expires_at'),
      sql<number>`case name when 'credits_owed' then amount else 0 end`.as('credits'),
      sql<number>`case name when 'credits_owed' then 0 else amount end`.as('millicents'),
    ])
  const inWallets = db
    .selectFrom('credit_lots')
    .where('available', '>', sql.lit(0))
    .where('expires_at', '>', now)
    .where('expires_at', '<', nextQuarter)
    .select(['expires_at', 'available as credits'])
    .select(
      sql<number>`millicents_paid(available, payment_cents, payment_credits)`.as('millicents'),
    )
  const inCodes = db
    .selectFrom('gift_codes as c')
    .innerJoin('checkout_orders as o', 'o.id', 'c.order_id')
    .where('c.claimed', '=', sql.lit(false))
    .where('c.revoked_at', 'is', null)
    .where('c.expires_at', '>', now)
    .where('c.expires_at', '<', nextQuarter)
    .select(['c.expires_at', 'c.credits_amount as credits'])
    .select(
      sql<number>`millicents_paid(c.credits_amount, o.amount_cents, o.credits)`.as('millicents'),
    )
  return later.unionAll(inWallets).unionAll(inCodes)
}
