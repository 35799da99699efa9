import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import type { GiftCodeId, OrderId, PersonId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import { mailboxOf } from '#domain/accounts/sign-in/mailbox.ts'
import { lockWallet, mint } from '#domain/money/credits/credits.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newId, parseId } from '#domain/shared/ids.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { hasConsentDue } from '#domain/site/legal/legal.ts'
import { isWholeCode, toCode } from './code-words.ts'
import { newCode } from './new-code.ts'

export { giftState } from './gift-state.ts'
export {
  freezeCodesOf,
  hasExpired,
  restoreCode,
  revokeDisputedCode,
  revokeOpenCode,
} from './revoke-codes.ts'

/** How often a code can be sent again. */
export const MAX_RESENDS = 3
const HOUR_MS = 3_600_000

/**
 * Records the friend's half of a paid gift and queues the email with its code. Part of fulfilling
 * the order; the caller has locked the buyer's wallet.
 */
export async function makeGiftCode(
  tx: Tx,
  gift: {
    readonly orderId: OrderId
    readonly buyerId: PersonId
    readonly recipientEmail: string
    readonly credits: number
    readonly paymentIntent: string
    readonly expiresAt: Date
  },
  now: Date,
): Promise<void> {
  const id: GiftCodeId = newId()
  const row = {
    id,
    buyer_id: gift.buyerId,
    order_id: gift.orderId,
    recipient_email: gift.recipientEmail,
    credits_amount: gift.credits,
    expires_at: gift.expiresAt,
    payment_intent: gift.paymentIntent,
    mailed_at: now,
    times_mailed: 1,
    created_at: now,
  }
  // Draws again in the very unlikely case that the code exists already.
  for (let written = false; !written; ) {
    const inserted = await tx
      .insertInto('gift_codes')
      .values({ ...row, code: newCode() })
      .onConflict((conflict) => conflict.column('code').doNothing())
      .returning('id')
      .executeTakeFirst()
    written = inserted !== undefined
  }
  await enqueue(tx, 'mail-gift-code', { giftCodeId: id, time: 1 })
}

export type ClaimProblem =
  | { readonly reason: 'code-missing' }
  /** It does not exist, is used, or its payment is disputed: strangers are not told which. */
  | { readonly reason: 'code-unknown' }
  | { readonly reason: 'code-expired' }
  | { readonly reason: 'own-code' }
  /** The shopper has to agree to the terms in force first, as before buying. */
  | { readonly reason: 'consent-due' }

/**
 * Claims a code for the first person who enters it (spec 7.4). One conditional update decides; a
 * second claim finds the code used. Its buyer cannot claim it, nor can another account with the
 * same mailbox.
 * @param typed as entered: blanks and lower-case letters are accepted
 */
export async function claimGiftCode(
  db: Db,
  shopper: Shopper,
  typed: unknown,
  now: Date,
): Promise<Outcome<{ readonly credits: number }, ClaimProblem>> {
  const code = toCode(typed)
  if (code === '') return refused({ reason: 'code-missing' })
  if (!isWholeCode(code)) return refused({ reason: 'code-unknown' })
  return await inTransaction(db, async (tx) => {
    if (await hasConsentDue(tx, shopper, now)) return refused({ reason: 'consent-due' })
    await lockWallet(tx, shopper.id)
    if (await isBuyersOwn(tx, shopper, code)) return refused({ reason: 'own-code' })
    const claimed = await tx
      .updateTable('gift_codes')
      .set({ claimed: true, claimed_at: now, claimed_by: shopper.id })
      .where('code', '=', code)
      .where('claimed', '=', false)
      .where('buyer_id', '<>', shopper.id)
      .where('expires_at', '>', now)
      .where('frozen_at', 'is', null)
      .where('revoked_at', 'is', null)
      .returning(['id', 'credits_amount', 'expires_at', 'payment_intent', 'order_id'])
      .executeTakeFirst()
    if (!claimed) return refused(await findProblem(tx, shopper, code, now))
    const paid = await tx
      .selectFrom('checkout_orders')
      .select(['amount_cents as cents', 'credits'])
      .where('id', '=', claimed.order_id)
      .executeTakeFirstOrThrow()
    await mint(
      tx,
      {
        userId: shopper.id,
        key: `gift-code:${claimed.id}`,
        giftCodeId: claimed.id,
        paymentIntent: claimed.payment_intent,
        paid,
        source: 'gift_claim',
        amount: claimed.credits_amount,
        expiresAt: claimed.expires_at,
      },
      now,
    )
    return done({ credits: claimed.credits_amount })
  })
}

/** Bought by the shopper, or with another address of the same mailbox. */
async function isBuyersOwn(tx: Tx, shopper: Shopper, code: string): Promise<boolean> {
  const row = await tx
    .selectFrom('gift_codes as g')
    .innerJoin('user_profiles as buyer', 'buyer.id', 'g.buyer_id')
    .select(['buyer.email'])
    .select((of) =>
      of
        .selectFrom('user_profiles')
        .select('email')
        .where('id', '=', shopper.id)
        .as('claimer_email'),
    )
    .where('g.code', '=', code)
    .executeTakeFirst()
  return row?.claimer_email != null && mailboxOf(row.email) === mailboxOf(row.claimer_email)
}

async function findProblem(
  tx: Tx,
  shopper: Shopper,
  code: string,
  now: Date,
): Promise<ClaimProblem> {
  const known = await tx
    .selectFrom('gift_codes')
    .select(['claimed', 'buyer_id', 'expires_at', 'revoked_at'])
    .where('code', '=', code)
    .executeTakeFirst()
  if (known?.buyer_id === shopper.id) return { reason: 'own-code' }
  if (!known || known.claimed || known.revoked_at) return { reason: 'code-unknown' }
  return { reason: known.expires_at <= now ? 'code-expired' : 'code-unknown' }
}

export type ResendProblem =
  | { readonly reason: 'gift-not-found' }
  /** Claimed, expired, or its payment disputed. */
  | { readonly reason: 'gift-is-over' }
  | { readonly reason: 'sent-too-often' }
  | { readonly reason: 'sent-just-now' }

/** Sends a buyer's gift to the friend again: at most three times, an hour apart. */
export async function resendGiftCode(
  db: Db,
  buyer: Shopper,
  giftCodeId: unknown,
  now: Date,
): Promise<Outcome<{ readonly recipientEmail: string }, ResendProblem>> {
  const id = parseId<GiftCodeId>(giftCodeId)
  if (!id) return refused({ reason: 'gift-not-found' })
  return await inTransaction(db, async (tx) => {
    const gift = await tx
      .selectFrom('gift_codes')
      .select(['claimed', 'expires_at', 'frozen_at', 'revoked_at', 'times_mailed', 'mailed_at'])
      .select('recipient_email')
      .where('id', '=', id)
      .where('buyer_id', '=', buyer.id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!gift) return refused({ reason: 'gift-not-found' })
    if (gift.claimed || gift.expires_at <= now || gift.frozen_at || gift.revoked_at)
      return refused({ reason: 'gift-is-over' })
    if (gift.times_mailed > MAX_RESENDS) return refused({ reason: 'sent-too-often' })
    // The clock may have been set back since.
    if (gift.mailed_at && Math.abs(now.getTime() - gift.mailed_at.getTime()) < HOUR_MS)
      return refused({ reason: 'sent-just-now' })
    const time = gift.times_mailed + 1
    await tx
      .updateTable('gift_codes')
      .set({ mailed_at: now, times_mailed: time })
      .where('id', '=', id)
      .execute()
    await enqueue(tx, 'mail-gift-code', { giftCodeId: id, time })
    return done({ recipientEmail: gift.recipient_email })
  })
}
