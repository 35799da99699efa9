import type { ProductType } from '#db/enums.ts'
import { fulfil } from '#domain/money/checkout/fulfil.ts'
import { findOrderOfSession, type Order } from '#domain/money/checkout/orders.ts'
import { attempt } from './attempt.ts'
import { appContext, type Context, shopperIn } from './contexts.ts'

/** The status of a payment when the buyer returns from it. */
export type PaymentReturn =
  | { readonly state: 'unknown' }
  | { readonly state: 'unpaid'; readonly order: Order }
  /** Its status is unknown now; the reconciler completes it. */
  | { readonly state: 'waiting'; readonly order: Order }
  /** `justNow`: this request fulfilled it, so data it read before is outdated. */
  | { readonly state: 'done'; readonly order: Order; readonly justNow: boolean }
  | { readonly state: 'refunded-payment'; readonly order: Order }

/**
 * The payment named by `session_id`, fulfilled if it is paid. Only the buyer's own order counts: an
 * unknown session and someone else's look the same.
 */
export async function readPaymentReturn(
  context: Context,
  request: Request,
  types: readonly ProductType[],
): Promise<PaymentReturn> {
  const { db, stripe } = context.get(appContext)
  const shopper = shopperIn(context)
  const sessionId = new URL(request.url).searchParams.get('session_id') ?? ''
  const order = shopper && (await findOrderOfSession(db, shopper.id, sessionId))
  if (!order || !types.includes(order.type)) return { state: 'unknown' }
  if (order.status === 'fulfilled') return { state: 'done', order, justNow: false }
  if (order.status === 'refunded') return { state: 'refunded-payment', order }
  const fulfilled = await attempt(context, request, () => fulfil(db, stripe, sessionId))
  if (!fulfilled.ok)
    return { state: fulfilled.problem.reason === 'unexpected' ? 'waiting' : 'unpaid', order }
  return fulfilled.value.status === 'refunded'
    ? { state: 'refunded-payment', order }
    : { state: 'done', order, justNow: true }
}
