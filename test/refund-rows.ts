import type { Db } from '#db/connection.ts'
import type { RefundReason, RefundStatus } from '#db/enums.ts'
import type { DepositId, OrderId, RefundId } from '#db/ids.ts'
import type { Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { make } from '#test/make/make.ts'
import { insertRows } from '#test/postgres/rows.ts'

export interface RefundRow {
  readonly payer?: Person
  readonly product?: 'one_time' | 'deposit' | 'deposit_top_up'
  /** The refund belongs to the order of this deposit. */
  readonly deposit?: DepositId
  readonly reason?: RefundReason
  readonly cents?: number
  readonly credits?: number
  readonly status?: RefundStatus
  readonly stripeId?: string
  readonly payment?: string | null
  readonly contact?: { readonly contact_email: string; readonly contact_name: string }
  readonly requestedAt?: Date
  readonly finishedAt?: Date
  readonly failure?: string
  /** The failed refund that it replaces. */
  readonly retryOf?: RefundId
}

/**
 * Bare rows of refunds, without their history: by default $30.00 of a deposit that was paid twice,
 * not yet requested at Stripe.
 */
export function refundRows(db: Db, at: Date) {
  const made = make(db)
  const origin = 'https://shop.example'

  async function orderOf({ payer, product = 'deposit', contact, ...row }: RefundRow) {
    const id: OrderId = newId()
    const user_id = (payer ?? (await made.shopper())).id
    const payment_intent = row.payment === undefined ? `pi_${id}` : row.payment
    await insertRows(db, 'checkout_orders', {
      ...{ id, user_id, product_type: product, amount_cents: 5000, credits: 50, payment_intent },
      ...{ status: 'refunded', created_at: at, paid_at: at, ...contact },
      origin,
    })
    return id
  }

  async function depositOrder(deposit: DepositId) {
    const order = await db
      .updateTable('checkout_orders')
      .set({ origin })
      .where('id', '=', (of) =>
        of.selectFrom('deposits').select('order_id').where('id', '=', deposit),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    return order.id
  }

  return async (row: RefundRow = {}): Promise<RefundId> => {
    const id: RefundId = newId()
    const { deposit, credits, status = 'pending', requestedAt = at, finishedAt = at } = row
    const reason = credits
      ? 'purchase_refunded'
      : deposit
        ? 'deposit_returned'
        : 'duplicate_payment'
    await insertRows(db, 'refunds', {
      ...{ id, order_id: deposit ? await depositOrder(deposit) : await orderOf(row), status },
      ...{ amount_cents: row.cents ?? 3000, reason: row.reason ?? reason },
      ...{ deposit_id: deposit ?? null, credits: credits ?? null, requested_at: requestedAt },
      ...{ stripe_refund_id: row.stripeId ?? null, failure: row.failure ?? null },
      finished_at: status === 'pending' ? null : finishedAt,
      retry_of: row.retryOf ?? null,
    })
    return id
  }
}
