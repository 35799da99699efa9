import { inTransaction } from '#db/connection.ts'
import type { GiftCodeId } from '#db/ids.ts'
import { lockWallet, mint } from '#domain/money/credits/credits.ts'
import { makeGiftCode } from '#domain/money/gifts/gifts.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows, readRows } from '#test/postgres/rows.ts'

export type GiftRow = Awaited<ReturnType<Awaited<ReturnType<typeof boughtGifts>>['gift']>>

/** Paid gifts. */
export async function boughtGifts() {
  const { db, made } = await testDatabase()
  const bought = new Date('2026-11-20T12:00:00Z')
  const lapses = new Date('2027-02-20T12:00:00Z')
  const place = { timeZone: 'America/New_York', origin: 'https://hemline.test' }
  const after = (days: number) => new Date(bought.getTime() + days * 86_400_000)

  /** A paid gift; returns its row. */
  async function gift(
    buyer: Shopper,
    recipientEmail = 'friend@hemline.test',
    expiresAt: Date = lapses,
  ) {
    const orderId = newId()
    const paymentIntent = `pi_${orderId}`
    await inTransaction(db, async (tx) => {
      await lockWallet(tx, buyer.id)
      await insertRows(tx, 'checkout_orders', {
        id: orderId,
        user_id: buyer.id,
        product_type: 'gift',
        amount_cents: 5000,
        credits: 100,
        status: 'fulfilled',
        stripe_session_id: `cs_${orderId}`,
        payment_intent: paymentIntent,
        gift_recipient_email: recipientEmail,
        origin: 'http://localhost:4000',
        created_at: bought,
        paid_at: bought,
        fulfilled_at: bought,
      })
      const half = { userId: buyer.id, key: `order:${orderId}`, orderId, amount: 50 }
      await mint(tx, { ...half, source: 'gift', paymentIntent, expiresAt }, bought)
      const friend = { orderId, buyerId: buyer.id, recipientEmail, credits: 50, paymentIntent }
      await makeGiftCode(tx, { ...friend, expiresAt }, bought)
    })
    return await db
      .selectFrom('gift_codes')
      .selectAll()
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow()
  }

  const mailsTo = (address: string) =>
    readRows(db, 'mail_outbox', ['template', 'text_body'], { to_address: address }, 'created_at')

  const change = (
    { id }: { readonly id: GiftCodeId },
    to: {
      frozen_at?: Date | null
      revoked_at?: Date | null
      times_mailed?: number
      mailed_at?: Date | null
      created_at?: Date
    },
  ) => db.updateTable('gift_codes').set(to).where('id', '=', id).execute()

  return { db, made, gift, change, mailsTo, bought, lapses, place, after }
}
