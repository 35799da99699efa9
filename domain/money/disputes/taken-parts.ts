import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import { depositPartOf, splitCents } from '#domain/money/deposits/payment-parts.ts'
import { type KnownPayment, lockPayment } from './known-payment.ts'

/** A dispute, or a refund made in Stripe's dashboard, as Stripe describes it. */
type Taken = { readonly id: string; readonly amountCents: number }

/** The part of a dispute or refund that takes from one payment in our records. */
export type TakenPart = {
  /** The id of its row. */
  readonly id: string
  /** The payment's id in our records. */
  readonly paymentIntent: string
  /** Null for a payment that we do not know. */
  readonly payment: KnownPayment | null
  readonly cents: number
}

/**
 * Locks what a dispute or refund takes from: one payment, or the credits and the deposit that were
 * paid on one page (spec 4.10), each with its share, in the global lock order. The shares stay as
 * they were first recorded. Throws while the orders are not fulfilled.
 */
export async function lockTakenParts(
  tx: Tx,
  taken: Taken,
  paymentIntent: string,
): Promise<readonly TakenPart[]> {
  const isWithDeposit = await lockOrdersPaidTogether(tx, paymentIntent)
  const payment = await lockPayment(tx, paymentIntent)
  if (!isWithDeposit) return [{ id: taken.id, paymentIntent, payment, cents: taken.amountCents }]
  const deposit = depositPartOf(paymentIntent)
  const shares = await sharesOf(tx, taken, paymentIntent)
  const parts = [
    { id: taken.id, paymentIntent, payment, cents: shares.credits },
    {
      id: depositPartOf(taken.id),
      paymentIntent: deposit,
      payment: await lockPayment(tx, deposit),
      cents: shares.deposit,
    },
  ]
  return parts.filter(({ cents }) => cents > 0)
}

/** Whether a deposit was paid with these credits; locks both orders, like an arriving payment. */
async function lockOrdersPaidTogether(tx: Tx, paymentIntent: string): Promise<boolean> {
  // One statement: between two, the payment could be fulfilled.
  const found = await tx
    .selectFrom('checkout_orders as d')
    .innerJoin('checkout_orders as o', 'o.id', 'd.paid_with')
    .select(['d.id as depositOrder', 'o.id as order', 'o.payment_intent'])
    .where((where) =>
      where.or([
        where('o.payment_intent', '=', paymentIntent),
        // The invoice of a plan can be known before its order is fulfilled.
        sql<boolean>`o.payment_intent is null and o.id in (select s.order_id
          from subscription_coverage c join credit_subscriptions s on s.id = c.subscription_id
          where c.payment_intent = ${paymentIntent})`,
      ]),
    )
    .executeTakeFirst()
  if (!found) return false
  if (!found.payment_intent) throw new Error(`order ${found.order} is not fulfilled yet`)
  await tx
    .selectFrom('checkout_orders')
    .select('id')
    .where('id', 'in', [found.order, found.depositOrder])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return true
}

async function sharesOf(tx: Tx, { id, amountCents }: Taken, paymentIntent: string) {
  const ids = { credits: id, deposit: depositPartOf(id) }
  const rows = await tx
    .selectFrom('disputes')
    .select(['id', 'amount_cents'])
    .where('id', 'in', [ids.credits, ids.deposit])
    .execute()
  const recorded = (of: string) => rows.find((row) => row.id === of)?.amount_cents ?? 0
  const known = { credits: recorded(ids.credits), deposit: recorded(ids.deposit) }
  if (known.credits + known.deposit === amountCents) return known
  const parts = await tx
    .selectFrom('checkout_orders as o')
    .select(['o.payment_intent', 'o.amount_cents as amountCents'])
    .select(
      sql<number>`greatest(0, o.amount_cents
        - coalesce((select sum(f.amount_cents) from refunds f
            where f.order_id = o.id and f.status <> 'failed' and f.reason <> 'made_at_stripe'), 0)
        - coalesce((select sum(s.amount_cents) from disputes s
            where s.payment_intent = o.payment_intent and s.status = 'lost'
              and s.id not in (${ids.credits}, ${ids.deposit})), 0))::integer`.as('leftCents'),
    )
    .where('o.payment_intent', 'in', [paymentIntent, depositPartOf(paymentIntent)])
    .execute()
  const credits = parts.find((part) => part.payment_intent === paymentIntent)
  const deposit = parts.find((part) => part.payment_intent !== paymentIntent)
  if (!credits || !deposit) throw new Error(`payment ${paymentIntent} has no deposit`)
  return splitCents(amountCents, credits, deposit)
}
