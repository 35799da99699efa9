import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import type { GiftCodeId, OrderId, PersonId, RefundId } from '#db/ids.ts'
import { hasLeft } from '#domain/accounts/people/people.ts'
import { expiryFrom, mint, revokeLots } from '#domain/money/credits/credits.ts'
import { holdWhileDisputed } from '#domain/money/disputes/disputes.ts'
import { hasExpired, restoreCode, revokeOpenCode } from '#domain/money/gifts/gifts.ts'
import { keepCredits } from '#domain/money/refunds/refunds.ts'

// The credits of a purchase that an admin refunds: revoked with the refund, returned if it fails. A
// refund keeps credits that nobody could use: returned, they would expire, and so would the debt.

/** A refund of a purchase, as recorded. */
export type PurchaseRefund = {
  readonly id: RefundId
  readonly order_id: OrderId
  readonly amount_cents: number
  /** The credits revoked with it, including those of the code. */
  readonly credits: number
  readonly gift_code_id: GiftCodeId | null
  /** The refund that failed and kept the revoked credits: this one, or an earlier one. */
  readonly credits_revoked_by: RefundId | null
  readonly requested_at: Date
}

type Paid = {
  readonly user_id: PersonId
  readonly payment_intent: string
  readonly amount_cents: number
  readonly credits: number
}

/**
 * Revokes what a refund pays for: its code, then the buyer's own credits. False when part of it is
 * gone; then the caller rolls back. Credits that the refund keeps are revoked already. Part of a
 * command that has locked the order and the wallet.
 */
export async function takeRefundedCredits(
  tx: Tx,
  refund: PurchaseRefund,
  paid: Pick<Paid, 'user_id' | 'payment_intent'>,
  /** How often credits have been revoked for this refund before. */
  again: number,
  now: Date,
): Promise<boolean> {
  if (refund.credits_revoked_by) return true
  const inCode = refund.gift_code_id ? await revokeOpenCode(tx, refund.gift_code_id, now) : 0
  if (inCode === null) return false
  const credits = refund.credits - inCode
  if (credits === 0) return true
  const { revoked } = await revokeLots(
    tx,
    {
      userId: paid.user_id,
      paymentIntent: paid.payment_intent,
      key: `purchase-refund:${refund.id}:${again}`,
      refundId: refund.id,
      credits,
      unexpiredOnly: true,
    },
    now,
  )
  return revoked === credits
}

/** What a failed refund has returned of its credits. */
export type ReturnedCredits = {
  /** Back in the buyer's account, and ready to use. */
  readonly usable: number
  /** Back in the account or in the code, and on hold while the payment is disputed. */
  readonly onHold: number
  /** In the gift code, which can be claimed again. */
  readonly inCode: number
}

/**
 * Returns a failed refund's credits, with the time they had left when they were revoked. What a
 * dispute or a refund in the provider's dashboard has revoked since stays revoked. Everything stays
 * revoked, and the result is null, when the buyer has deleted their account or the code has
 * expired. Part of a command that has locked the order and the wallet.
 */
export async function returnRefundedCredits(
  tx: Tx,
  refund: PurchaseRefund,
  now: Date,
): Promise<ReturnedCredits | null> {
  const paid = await tx
    .selectFrom('checkout_orders')
    .select(['user_id', 'payment_intent', 'amount_cents', 'credits'])
    .where('id', '=', refund.order_id)
    .executeTakeFirstOrThrow()
  const { payment_intent: paymentIntent, user_id: userId } = paid
  if (!paymentIntent || refund.credits_revoked_by) return null
  const isOver = refund.gift_code_id !== null && (await hasExpired(tx, refund.gift_code_id, now))
  if (isOver || (await hasLeft(tx, userId))) {
    await keepCredits(tx, refund.id)
    return null
  }
  const owed = await creditsOwed(tx, refund, { ...paid, payment_intent: paymentIntent })
  let left = owed
  for (const { lot, amount, lasted } of await takenFromLots(tx, refund.id)) {
    const returned = Math.min(left, amount)
    if (returned === 0) continue
    left -= returned
    const operation = {
      userId,
      paymentIntent,
      refundId: refund.id,
      source: 'goodwill',
      paid: { cents: paid.amount_cents, credits: paid.credits },
    } as const
    const key = `purchase-refund-failed:${refund.id}:${lot}`
    const expiresAt = await expiryFrom(tx, new Date(now.getTime() + lasted))
    await mint(tx, { ...operation, key, amount: returned, expiresAt }, now)
  }
  const inLots = owed - left
  const inCode = refund.gift_code_id ? await restoreCode(tx, refund.gift_code_id, left) : 0
  return (await holdWhileDisputed(tx, paymentIntent, now))
    ? { usable: 0, onHold: inLots + inCode, inCode: 0 }
    : { usable: inLots, onHold: 0, inCode }
}

/** How many credits of the refund nothing else has revoked. */
async function creditsOwed(tx: Tx, refund: PurchaseRefund, paid: Paid): Promise<number> {
  const { others } = await tx
    .selectNoFrom(
      sql<number>`(coalesce((select sum(amount_cents) from disputes
          where payment_intent = ${paid.payment_intent} and status = 'lost'), 0)
        + coalesce((select sum(f.amount_cents) from refunds f
          where f.order_id = ${refund.order_id} and f.id <> ${refund.id}
          and refund_holds_credits(f)), 0)
      )::integer`.as('others'),
    )
    .executeTakeFirstOrThrow()
  const worth = (cents: number) =>
    Math.round((paid.credits * Math.min(paid.amount_cents, cents)) / paid.amount_cents)
  return Math.min(refund.credits, worth(others + refund.amount_cents) - worth(others))
}

/** The lots from which the refund revoked credits, and how many milliseconds those had left. */
async function takenFromLots(tx: Tx, refundId: RefundId) {
  return tx
    .selectFrom('credit_transactions as t')
    .innerJoin('credit_movements as m', (join) =>
      join.onRef('m.transaction_id', '=', 't.id').on('m.to_side', '=', sql.lit('revoked')),
    )
    .innerJoin('credit_lots as l', 'l.id', 'm.lot_id')
    .select(['m.lot_id as lot', 'm.amount'])
    .select(
      sql<number>`greatest(1000, extract(epoch from l.expires_at - t.effective_at) * 1000)::float8`.as(
        'lasted',
      ),
    )
    .where('t.refund_id', '=', refundId)
    .orderBy('m.id')
    .execute()
}
