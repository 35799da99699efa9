import { sql } from 'kysely'
import type { Db, DbOrTx } from '#db/connection.ts'
import type { ProductType } from '#db/enums.ts'
import type { OrderId, PersonId } from '#db/ids.ts'
import { RENEWAL_TERMS } from '#domain/money/plans/plan-words.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import type { Offer } from '#gateways/stripe/checkout-sessions.ts'
import { StripeRefused, StripeUnavailable } from '#gateways/stripe/stripe-errors.ts'
import type { StripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import { isPlan } from './catalogue.ts'

/** What an order is for; amounts in cents, from the catalogue in code. */
export type Purchase = {
  readonly type: ProductType
  readonly offer: Offer
  readonly amountCents: number
  readonly credits: number
  /** The number of packs; 1 for everything else. */
  readonly quantity?: number
  /** The recipient of a gift's other half. */
  readonly recipientEmail?: string | undefined
}

/** Where the payment pages redirect to; absolute addresses without a trailing slash. */
export type CheckoutPlaces = {
  readonly origin: string
  /** Path with a placeholder that Stripe replaces with the session's id. */
  readonly successPath: string
  /** Path and query on this site where the buyer continues after paying. */
  readonly returnTo: string
  /** Where a cancelled checkout returns to, if it began on another page. */
  readonly cancelTo?: string
}

export type CheckoutProblem =
  | { readonly reason: 'payments-unavailable' }
  | { readonly reason: 'payments-refused'; readonly message: string }

/** An order as its buyer may see it. */
export type Order = NonNullable<Awaited<ReturnType<typeof findOrderOfSession>>>

/**
 * Records an order before Stripe is called. `paidWith` is the order of the credits that are paid on
 * the same page as this deposit.
 */
export async function recordOrder(
  db: DbOrTx,
  shopper: Shopper,
  order: Purchase & Pick<CheckoutPlaces, 'origin' | 'returnTo'> & { readonly paidWith?: OrderId },
  now: Date,
): Promise<OrderId> {
  const id: OrderId = newId()
  await db
    .insertInto('checkout_orders')
    .values({
      id,
      user_id: shopper.id,
      product_type: order.type,
      amount_cents: order.amountCents,
      credits: order.credits,
      quantity: order.quantity ?? 1,
      renewal_terms: isPlan(order.type) ? RENEWAL_TERMS[order.type] : null,
      return_to: order.returnTo,
      origin: order.origin,
      gift_recipient_email: order.recipientEmail ?? null,
      paid_with: order.paidWith ?? null,
      created_at: now,
    })
    .execute()
  return id
}

/** The Stripe customer of a person, created at the first checkout. */
export async function findOrMakeCustomer(
  db: Db,
  stripe: StripeGateway,
  shopper: Shopper,
  now: Date,
): Promise<string> {
  const known = await db
    .selectFrom('stripe_customers')
    .select('stripe_customer_id')
    .where('user_id', '=', shopper.id)
    .executeTakeFirst()
  if (known) return known.stripe_customer_id
  const customer = await stripe.createCustomer({
    userId: shopper.id,
    email: shopper.email,
    name: shopper.fullName,
  })
  const stored = await db
    .insertInto('stripe_customers')
    .values({ user_id: shopper.id, stripe_customer_id: customer, created_at: now })
    // Two tabs can create two customers when the name changes in between; the first one is used.
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((eb) => ({ user_id: eb.ref('excluded.user_id') })),
    )
    .returning('stripe_customer_id')
    .executeTakeFirstOrThrow()
  return stored.stripe_customer_id
}

/** Records the session that pays an order, unless the browser's return has recorded it already. */
export async function recordSession(db: Db, orderId: OrderId, sessionId: string): Promise<void> {
  await db
    .updateTable('checkout_orders')
    .set({ stripe_session_id: sessionId })
    .where('id', '=', orderId)
    .where('stripe_session_id', 'is', null)
    .execute()
}

/** SQL: the key of the credits that an order `o` has bought. */
export const lotKeyOfOrder = sql<string>`'order:' || o.id`

/** Ends an order that nobody can pay any more, with the deposit that would be paid with it. */
export async function expireOrder(db: DbOrTx, orderId: OrderId): Promise<void> {
  await db
    .updateTable('checkout_orders')
    .set({ status: 'expired' })
    .where((order) => order.or([order('id', '=', orderId), order('paid_with', '=', orderId)]))
    .where('status', '=', 'open')
    .execute()
}

/** The order that a session pays for, if it is this person's; other people's are not found. */
export async function findOrderOfSession(read: DbOrTx, userId: PersonId, sessionId: string) {
  const order = await read
    .selectFrom('checkout_orders as o')
    .leftJoin('credit_lots as l', (join) => join.on('l.source_key', '=', lotKeyOfOrder))
    .select(['o.id', 'o.user_id as userId', 'o.product_type as type', 'o.credits', 'o.status'])
    .select(['o.amount_cents as amountCents', 'o.return_to as returnTo', 'o.paid_at as paidAt'])
    // When the credits of a fulfilled pack expire.
    .select('l.expires_at as expiresAt')
    .where('o.stripe_session_id', '=', sessionId)
    .where('o.user_id', '=', userId)
    .executeTakeFirst()
  return order ?? null
}

/** Turns an expected error of the payment gateway into a problem; anything else is thrown. */
export function checkoutProblem(error: unknown): CheckoutProblem {
  if (error instanceof StripeUnavailable) return { reason: 'payments-unavailable' }
  if (error instanceof StripeRefused) return { reason: 'payments-refused', message: error.message }
  throw error
}
