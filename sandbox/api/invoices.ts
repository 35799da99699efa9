import { applyChange } from '#sandbox/billing/changes.ts'
import { invoiceShape } from '#sandbox/billing/invoice-shapes.ts'
import { cardRefused } from '#sandbox/billing/invoices.ts'
import { payOpenInvoice } from '#sandbox/billing/subscriptions.ts'
import { badRequest } from '#sandbox/errors.ts'
import { listPage } from '#sandbox/http/lists.ts'
import { boolean, fields, listOf, oneOf, text } from '#sandbox/http/params.ts'
import { noParams, type Route, route, sliceParams } from '#sandbox/http/routing.ts'
import { newId } from '#sandbox/ids.ts'
import { idOf } from '#sandbox/references.ts'
import { need, needLocked } from '#sandbox/store.ts'
import { itemChange, pricesOf } from './subscription-items.ts'

const previewed = fields(
  {
    customer: text(),
    subscription: text(),
    subscription_details: fields({
      billing_cycle_anchor: fields({ type: oneOf('now', 'unchanged') }, ['type']),
      items: listOf(itemChange, 20),
      proration_behavior: oneOf('always_invoice', 'none'),
    }),
  },
  ['subscription'],
)

export const invoiceRoutes: Route[] = [
  route(
    'GET',
    '/v1/invoices',
    fields({
      ...sliceParams,
      customer: text(),
      status: oneOf('draft', 'open', 'paid', 'uncollectible', 'void'),
      subscription: text(),
    }),
    (work, { customer, status, subscription, ...slice }) =>
      listPage(work, 'invoice', '/v1/invoices', slice, {
        customer,
        status,
        'parent.subscription_details.subscription': subscription,
      }),
  ),

  route('POST', '/v1/invoices/create_preview', previewed, async (work, params) => {
    const subscription = await need(work, 'subscription', params.subscription, 'subscription')
    const customer = await need(work, 'customer', idOf(subscription.customer) ?? '', 'customer')
    const {
      items = [],
      billing_cycle_anchor,
      proration_behavior,
    } = params.subscription_details ?? {}
    const change = {
      prices: await pricesOf(work, subscription, items, 'subscription_details[items]'),
      anchorNow: billing_cycle_anchor?.type === 'now',
      prorates: proration_behavior !== 'none',
    }
    const { subscription: changed, lines } = applyChange(subscription, change, work.now)
    return invoiceShape({
      id: newId('upcoming_in'),
      now: work.now,
      subscription: changed,
      customer,
      reason: 'upcoming',
      lines,
    })
  }),

  route('GET', '/v1/invoices/:id', noParams, (work, _, id) => need(work, 'invoice', id)),

  route(
    'POST',
    '/v1/invoices/:id/pay',
    fields({ off_session: boolean, payment_method: text() }),
    async (work, params, id) => {
      const { body } = await needLocked(work, 'invoice', id)
      if (body.status !== 'open') throw badRequest('Invoice is already paid or closed.')
      if (params.payment_method !== undefined) {
        await need(work, 'payment_method', params.payment_method, 'payment_method')
      }
      const result = await payOpenInvoice(work, body, params.payment_method ?? null)
      if (!result.paid) throw cardRefused(result.message)
      return result.invoice
    },
  ),

  route(
    'GET',
    '/v1/invoice_payments',
    fields({
      ...sliceParams,
      invoice: text(),
      payment: fields({ type: oneOf('payment_intent'), payment_intent: text() }, ['type']),
      status: oneOf('canceled', 'open', 'paid'),
    }),
    (work, { invoice, payment, status, ...slice }) =>
      listPage(work, 'invoice_payment', '/v1/invoice_payments', slice, {
        invoice,
        'payment.payment_intent': payment?.payment_intent,
        status,
      }),
  ),

  route('GET', '/v1/invoice_payments/:id', noParams, (work, _, id) =>
    need(work, 'invoice_payment', id),
  ),
]
