import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import {
  GOODWILL_MONTHS,
  LATE_GOODWILL,
  LATE_GOODWILL_DAYS,
  MAX_LATE_GOODWILLS,
} from '#domain/booking/rentals/stage/deadline-days.ts'
import { expiryAfterMonths, mint } from '#domain/money/credits/credits.ts'
import { LATE_RETURN_NOTE } from '#domain/money/credits/late-return-note.ts'
import type { LockedRental } from './rental-locks.ts'

const DAY_MS = 24 * 3_600_000

/** SQL: the credits of goodwill given because the rental before `r` was late; 0 for none. */
export const lateGoodwill = sql<number>`coalesce((select t.amount from credit_transactions t
  where t.idempotency_key = 'goodwill:late:' || r.id), 0)`

/**
 * Goodwill for the renter of a rental that is cancelled because the one before was late: once per
 * late rental, and at most `MAX_LATE_GOODWILLS` times in `LATE_GOODWILL_DAYS`. Otherwise two people
 * could farm credits, one keeping an item that the other books repeatedly. Part of a command that
 * holds the wallet.
 */
export async function giveLateGoodwill(
  tx: Tx,
  rental: Pick<LockedRental, 'id' | 'renter_id' | 'at_risk_from'>,
  now: Date,
): Promise<void> {
  const since = new Date(now.getTime() - LATE_GOODWILL_DAYS * DAY_MS)
  // The clock may have been set back since.
  const until = new Date(now.getTime() + LATE_GOODWILL_DAYS * DAY_MS)
  const given = await tx
    .selectFrom('credit_transactions as t')
    .innerJoin('rentals as r', 'r.id', 't.rental_id')
    .select([
      sql<boolean>`coalesce(bool_or(r.at_risk_from = ${rental.at_risk_from}), false)`.as('before'),
      sql<number>`(count(*) filter (where t.effective_at > ${since}
        and t.effective_at < ${until}))::integer`.as('recently'),
    ])
    .where('t.user_id', '=', rental.renter_id)
    .where(sql<boolean>`t.idempotency_key = 'goodwill:late:' || r.id`)
    .executeTakeFirstOrThrow()
  if (given.before || given.recently >= MAX_LATE_GOODWILLS) return
  const goodwill = {
    userId: rental.renter_id,
    rentalId: rental.id,
    key: `goodwill:late:${rental.id}`,
    source: 'goodwill',
    amount: LATE_GOODWILL,
    note: LATE_RETURN_NOTE,
    expiresAt: await expiryAfterMonths(tx, now, GOODWILL_MONTHS),
  } as const
  await mint(tx, goodwill, now)
}
