import { sql } from 'kysely'
import { type Db, type DbOrTx, inTransaction } from '#db/connection.ts'
import type { GiftCodeId } from '#db/ids.ts'
import type { Jobs } from '#db/jobs.ts'
import { lastMomentInWords } from '#domain/money/credits/expiry-words.ts'
import { notify } from '#domain/outbound/notify/notify.ts'
import { type GiftDetails, giftEmail, giftReminder } from './gift-emails.ts'

const WEEK_MS = 7 * 86_400_000

/**
 * What an email needs from the system: the time zone of its dates, and the base address of links
 * when the order has none.
 */
export type MailPlace = { readonly timeZone: string; readonly origin: string }

/** A job that emails a gift code. Each email has its own key, so that the job can be repeated. */
export async function mailGiftCode(
  db: Db,
  { giftCodeId, time }: Jobs['mail-gift-code'],
  place: MailPlace,
  now: Date,
): Promise<void> {
  const gift = await findGift(db, giftCodeId, place)
  if (!gift || gift.isOver || gift.expiresAt <= now) return
  await inTransaction(db, (tx) =>
    notify(
      tx,
      { ...giftEmail(gift), to: gift.recipientEmail, messageKey: `gift-${giftCodeId}-${time}` },
      now,
    ),
  )
}

/**
 * Reminds friends of gifts that expire within a week, each gift once. A bounded number at a time;
 * returns how many.
 */
export async function remindOfGifts(
  db: Db,
  place: MailPlace,
  now: Date,
  max = 500,
): Promise<number> {
  const soon = await db
    .selectFrom('gift_codes')
    .select('id')
    .where('claimed', '=', sql.lit(false))
    .where('frozen_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('reminded_at', 'is', null)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', new Date(now.getTime() + WEEK_MS))
    .orderBy('expires_at')
    .limit(max)
    .execute()
  let reminded = 0
  for (const { id } of soon) {
    const gift = await findGift(db, id, place)
    if (!gift || gift.isOver || gift.claimableUntil === null) continue
    const reminder = giftReminder({ ...gift, claimableUntil: gift.claimableUntil })
    await inTransaction(db, async (tx) => {
      await tx.updateTable('gift_codes').set({ reminded_at: now }).where('id', '=', id).execute()
      const messageKey = `gift-${id}-reminder`
      await notify(tx, { ...reminder, to: gift.recipientEmail, messageKey }, now)
    })
    reminded++
  }
  return reminded
}

async function findGift(
  read: DbOrTx,
  id: GiftCodeId,
  { timeZone, origin }: MailPlace,
): Promise<(GiftDetails & { recipientEmail: string; isOver: boolean; expiresAt: Date }) | null> {
  const row = await read
    .selectFrom('gift_codes as g')
    .innerJoin('checkout_orders as o', 'o.id', 'g.order_id')
    .innerJoin('user_profiles as buyer', 'buyer.id', 'g.buyer_id')
    .select(['g.code', 'g.credits_amount', 'g.recipient_email', 'g.expires_at', 'g.claimed'])
    .select(['g.frozen_at', 'g.revoked_at', 'o.origin', 'buyer.full_name', 'buyer.deleted_at'])
    .where('g.id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  return {
    code: row.code,
    credits: row.credits_amount,
    buyerName: row.deleted_at ? null : row.full_name,
    recipientEmail: row.recipient_email,
    expiresAt: row.expires_at,
    claimableUntil: lastMomentInWords(row.expires_at, timeZone),
    origin: row.origin ?? origin,
    isOver: row.claimed || row.frozen_at !== null || row.revoked_at !== null,
  }
}
