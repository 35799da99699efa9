import { type Db, inTransaction } from '#db/connection.ts'
import { type ExtendedAt, endsOfDays, moveExpiry } from '#domain/money/credits/credits.ts'
import { endOfLastDay } from '#domain/money/credits/last-day.ts'

/**
 * Lets gift codes that expire soon, and the credits from them, last until the end of their last
 * day. At most `max`; returns how many.
 */
export async function extendGifts(db: Db, at: ExtendedAt, max = 500): Promise<number> {
  const { ends, until } = endsOfDays(at)
  const gifts = await db
    .selectFrom('gift_codes')
    .select(['id', 'order_id', 'expires_at'])
    .where('expires_at', '>', at.now)
    .where('expires_at', '<', until)
    .where('expires_at', 'not in', ends)
    .orderBy('expires_at')
    .limit(max)
    .execute()
  for (const { id, order_id, expires_at } of gifts)
    await inTransaction(db, async (tx) => {
      const expiresAt = endOfLastDay(expires_at, at.timeZone)
      // Claiming it waits for this, and sees the new expiry.
      await tx
        .updateTable('gift_codes')
        .set({ expires_at: expiresAt })
        .where('id', '=', id)
        .execute()
      await moveExpiry(tx, [`order:${order_id}`, `gift-code:${id}`], expiresAt)
    })
  return gifts.length
}
