import { sql } from 'kysely'
import { keyOfSwapGoodwill } from '#domain/money/credits/credits.ts'

/**
 * SQL: the credits refunded since the rental `r` was cancelled, without goodwill that paid for it
 * after a swap. Credits on hold come from a disputed payment and cannot be spent.
 */
export function returnedCredits(which: 'all' | 'on hold') {
  return sql<number>`(
    select coalesce(sum(m.amount), 0)::integer ${FROM_RETURNED}
      and t.kind in ('cancellation', 'return_request', 'goodwill') and l.source_key <> ${keyOfSwapGoodwill}
      ${which === 'on hold' ? sql`and l.frozen_at is not null` : sql``})`
}

const FROM_RETURNED = sql`from credit_transactions t
  join credit_movements m on m.transaction_id = t.id join credit_lots l on l.id = m.lot_id
  where t.rental_id = r.id and m.to_side = 'available' and t.effective_at >= r.cancelled_at`

/** SQL: when the first or the last of them expires; null if nothing came back. */
export function returnedUntil(which: 'min' | 'max') {
  const end = which === 'min' ? sql`min(m.lot_expires_at)` : sql`max(m.lot_expires_at)`
  return sql<Date | null>`(select ${end} ${FROM_RETURNED}
    and t.kind = 'cancellation')`
}
