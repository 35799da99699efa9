import { sql } from 'kysely'
import { keyOfSwapGoodwill } from '#domain/credits/credits.ts'

/**
 * SQL: the credits of goodwill that paid for `r` because it cost more than the rental it was swapped
 * for; 0 for none. Its renter paid the others, and only those come back. A rental that was reopened
 * is paid again, without goodwill.
 */
export const swapGoodwill = sql<number>`case when r.reopened > 0 then 0 else coalesce((
  select sum(m.amount)::integer from credit_lots l join credit_movements m on m.lot_id = l.id
  where l.source_key = ${keyOfSwapGoodwill} and m.to_side = 'spent'), 0) end`
