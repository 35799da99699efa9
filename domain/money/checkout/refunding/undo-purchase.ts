import { type Db, type DbOrTx, inTransactionOrRollback } from '#db/connection.ts'
import type { OrderId } from '#db/ids.ts'
import { lockWallet } from '#domain/money/credits/credits.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { refundablePurchases, startRefund } from './refund-purchase.ts'
import { UNDO_PURCHASE_HOURS, undoPurchaseEnd } from './undo-time.ts'

/** The most purchases of the last hours that are read. */
const MAX_PURCHASES = 10

export type UndoablePurchase = {
  readonly orderId: OrderId
  readonly credits: number
  readonly cents: number
  readonly paidAt: Date
  readonly until: Date
}

/** Packs that this shopper has bought and not touched, and can undo now (spec 7.4); newest first. */
export async function undoablePurchases(
  read: DbOrTx,
  shopper: Shopper,
  now: Date,
  only?: OrderId,
): Promise<readonly UndoablePurchase[]> {
  const since = new Date(now.getTime() - UNDO_PURCHASE_HOURS * 3_600_000)
  const orders = await read
    .selectFrom('checkout_orders')
    .select(['id as orderId', 'amount_cents as cents', 'credits', 'paid_at as paidAt'])
    .where('user_id', '=', shopper.id)
    .where('product_type', '=', 'one_time')
    .where('status', '=', 'fulfilled')
    .where('paid_at', '>', since)
    .$if(only !== undefined, (some) => some.where('id', '=', only ?? null))
    .orderBy('created_at', 'desc')
    .limit(MAX_PURCHASES)
    .execute()
  const ids = orders.map(({ orderId }) => orderId)
  const unspent = await refundablePurchases(read, ids, now)
  return orders.flatMap(({ paidAt, ...order }) => {
    const isWhole = unspent.some(
      ({ orderId, cents, credits }) =>
        orderId === order.orderId && cents === order.cents && credits === order.credits,
    )
    return paidAt && isWhole ? [{ ...order, paidAt, until: undoPurchaseEnd(paidAt) }] : []
  })
}

export type UndoPurchaseProblem = {
  /** Some of it is spent, disputed or refunded, or its time is over. */
  readonly reason: 'not-undoable'
}

/**
 * A shopper undoes the purchase of packs of which nothing is spent: the credits are revoked, and the
 * whole price is refunded as when an admin refunds it. The same again changes nothing.
 */
export async function undoPurchase(
  db: Db,
  shopper: Shopper,
  orderId: OrderId,
  now: Date,
): Promise<Outcome<{ readonly cents: number }, UndoPurchaseProblem>> {
  return await inTransactionOrRollback(db, async (tx, rollBack) => {
    const order = await tx
      .selectFrom('checkout_orders')
      .select(['user_id', 'payment_intent', 'amount_cents', 'credits'])
      .where('id', '=', orderId)
      .where('user_id', '=', shopper.id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!order) return refused({ reason: 'not-undoable' })
    await lockWallet(tx, shopper.id)
    const { payment_intent, amount_cents: cents, credits } = order
    const earlier = await tx
      .selectFrom('refunds')
      .select('id')
      .where('order_id', '=', orderId)
      .where('status', '<>', 'failed')
      .where('credits', '=', credits)
      .executeTakeFirst()
    if (earlier) return done({ cents })
    const [found] = await undoablePurchases(tx, shopper, now, orderId)
    if (!found || !payment_intent) return refused({ reason: 'not-undoable' })
    const refund = { orderId, cents, credits, giftCodeId: null, note: null }
    const by = { actor: shopper, action: 'undo purchase' }
    const refundId = await startRefund(tx, by, refund, { ...order, payment_intent }, now)
    return refundId ? done({ cents }) : rollBack(refused({ reason: 'not-undoable' }))
  })
}
