import type { CreditProductType } from '#domain/money/checkout/catalogue.ts'
import { fulfil } from '#domain/money/checkout/fulfil.ts'
import { openPayments } from '#test/payments.ts'
import { readRow } from '#test/postgres/rows.ts'

/** Payments that the cardholder disputes. */
export async function disputedPayments() {
  const { database, db, made, clock, payments } = await openPayments()
  const { stripe, dashboard } = payments
  const origin = 'https://shop.example'
  const ok = { ok: true, value: null }

  const disputesOf = (payment: string) =>
    db.selectFrom('disputes').selectAll().where('payment_intent', '=', payment).execute()

  async function disputeOf(payment: string): Promise<string> {
    const { data } = await dashboard.disputes.list({ payment_intent: payment })
    if (!data[0]) throw new Error('nobody disputes it')
    return data[0].id
  }

  /** The cardholder disputes the payment, and the event is processed. */
  async function openDispute(payment: string): Promise<string> {
    clock.advance({ hours: 1 })
    await payments.processAll()
    return await disputeOf(payment)
  }

  async function win(payment: string) {
    const evidence = { uncategorized_text: 'winning_evidence' }
    await dashboard.disputes.update(await disputeOf(payment), { evidence, submit: true })
    clock.advance({ seconds: 1 })
    await payments.processAll()
  }

  async function lose(payment: string) {
    await dashboard.disputes.close(await disputeOf(payment))
    await payments.processAll()
  }

  /** 50 credits, or 50 and a gift code, paid with a card whose holder disputes it later. */
  async function bought(product: CreditProductType = 'one_time') {
    const shopper = await made.shopper()
    const session = await payments.buy(shopper, product, { card: 'disputed' })
    const fulfilled = await fulfil(db, stripe, session)
    if (!fulfilled.ok) throw new Error(fulfilled.problem.reason)
    const order = await readRow(db, 'checkout_orders', 'payment_intent', fulfilled.value.orderId)
    return { shopper, payment: order.payment_intent ?? '' }
  }
  return {
    db,
    database,
    made,
    clock,
    payments,
    stripe,
    dashboard,
    origin,
    ok,
    disputesOf,
    openDispute,
    disputeOf,
    win,
    lose,
    bought,
  }
}
