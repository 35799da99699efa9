import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { startOfDay } from '#domain/shared/time/local-time.ts'
import { endOfLastDay } from './last-day.ts'
import { lockWallet } from './wallet.ts'

/** Long enough for a shop that was stopped over a weekend. */
const DAYS = 7

/** What expires soon, but within a day: from earlier versions, or from another time zone. */
export type ExtendedAt = { readonly now: Date; readonly timeZone: string }

/** The first instants of the next days: credits that expire at one of them are left alone. */
export function endsOfDays({ now, timeZone }: ExtendedAt): { ends: Date[]; until: Date } {
  const today = calendarDateIn(timeZone, now)
  const ends = Array.from({ length: DAYS + 1 }, (_, n) => startOfDay(timeZone, addDays(today, n)))
  return { ends, until: ends.at(-1) ?? now }
}

/**
 * Lets credits that expire soon last until the end of their last day, as screens and emails say.
 * Those of gifts expire with their code and are left to `extendGifts`. For at most `max` wallets;
 * returns how many.
 */
export async function extendLots(db: Db, at: ExtendedAt, max = 500): Promise<number> {
  const wallets = await endingSoon(db, at).select('user_id').distinct().limit(max).execute()
  for (const { user_id } of wallets)
    await inTransaction(db, async (tx) => {
      await lockWallet(tx, user_id)
      const lots = await endingSoon(tx, at)
        .select(['id', 'expires_at'])
        .where('user_id', '=', user_id)
        .execute()
      for (const { id, expires_at } of lots)
        await tx
          .updateTable('credit_lots')
          .set({ expires_at: endOfLastDay(expires_at, at.timeZone) })
          .where('id', '=', id)
          .execute()
    })
  return wallets.length
}

function endingSoon(db: Db | Tx, at: ExtendedAt) {
  const { ends, until } = endsOfDays(at)
  return db
    .selectFrom('credit_lots')
    .where('available', '>', sql.lit(0))
    .where('source', 'not in', [sql.lit('gift' as const), sql.lit('gift_claim' as const)])
    .where('expires_at', '>', at.now)
    .where('expires_at', '<', until)
    .where('expires_at', 'not in', ends)
}

/** Part of `extendGifts`: the lots with these keys expire at this instant, or later. */
export async function moveExpiry(tx: Tx, keys: readonly string[], expiresAt: Date): Promise<void> {
  await tx
    .updateTable('credit_lots')
    .set({ expires_at: expiresAt })
    .where('source_key', 'in', keys)
    .where('expires_at', '<', expiresAt)
    .execute()
}
