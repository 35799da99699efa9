import { cardRefused } from '#sandbox/billing/collecting.ts'
import { closeInvoice } from '#sandbox/billing/invoices.ts'
import { previewInvoice } from '#sandbox/billing/previews.ts'
import { payOpenInvoice } from '#sandbox/billing/renewals.ts'
import { atTimeOf } from '#sandbox/clocks/test-clocks.ts'
import { changedFrom } from '#sandbox/core/changes.ts'
import { badRequest } from '#sandbox/core/errors.ts'
import { emit } from '#sandbox/core/events.ts'
import type { Invoice } from '#sandbox/core/objects.ts'
import { idOf } from '#sandbox/core/references.ts'
import { need, needLocked, save } from '#sandbox/core/store.ts'
import type { Work } from '#sandbox/core/work.ts'
import { listPage } from '#sandbox/http/lists.ts'
import {
  boolean,
  clearable,
  fields,
  listOf,
  mergeMetadata,
  metadata,
  oneOf,
  text,
} from '#sandbox/http/params.ts'
import { noParams, type Route, route, sliceParams } from '#sandbox/http/routing.ts'
import { planChange, planChangeParams } from './plan-change-params.ts'
import { itemChange } from './subscription-items.ts'

const address = '/v1/invoices'

const previewed = fields(
  {
    customer: text(),
    subscription: text(),
    subscription_details: fields({ ...planChangeParams, items: listOf(itemChange, 20) }),
  },
  ['subscription'],
)

export const invoiceRoutes: Route[] = [
  route(
    'GET',
    address,
    fields({
      ...sliceParams,
      customer: text(),
      status: oneOf('draft', 'open', 'paid', 'uncollectible', 'void'),
      subscription: text(),
    }),
    (work, { customer, status, subscription, ...slice }) =>
      listPage(work, 'invoice', address, slice, {
        customer,
        status,
        'parent.subscription_details.subscription': subscription,
      }),
  ),

  route('POST', `${address}/create_preview`, previewed, async (plain, params) => {
    const stored = await needLocked(plain, 'subscription', params.subscription, 'subscription')
    const work = await atTimeOf(plain, idOf(stored.body.customer))
    const details = params.subscription_details
    return previewInvoice(
      work,
      stored,
      details && (await planChange(work, stored.body, details, 'subscription_details[items]')),
    )
  }),

  route('GET', `${address}/:id`, noParams, (work, _, id) => need(work, 'invoice', id)),

  route(
    'POST',
    `${address}/:id`,
    fields({ auto_advance: boolean, description: clearable(text(1500)), metadata }),
    async (work, params, id) => {
      const { body: before } = await needLocked(work, 'invoice', id)
      const after = await save(work, 'invoice', {
        ...before,
        ...params,
        metadata: mergeMetadata(before.metadata ?? {}, params.metadata),
      })
      await emit(work, 'invoice.updated', after, changedFrom(before, after))
      return after
    },
  ),

  route(
    'POST',
    `${address}/:id/pay`,
    fields({ off_session: boolean, payment_method: text() }),
    async (plain, params, id) => {
      const { work, invoice } = await openInvoice(plain, id)
      if (params.payment_method !== undefined) {
        await need(work, 'payment_method', params.payment_method, 'payment_method')
      }
      const result = await payOpenInvoice(work, invoice, params.payment_method ?? null)
      if (!result.paid) throw cardRefused(result.message)
      return result.invoice
    },
  ),

  route('POST', `${address}/:id/void`, noParams, async (plain, _, id) => {
    const { work, invoice } = await openInvoice(plain, id)
    return closeInvoice(work, invoice, 'void')
  }),

  route('POST', `${address}/:id/mark_uncollectible`, noParams, async (plain, _, id) => {
    const { work, invoice } = await openInvoice(plain, id)
    return closeInvoice(work, invoice, 'uncollectible')
  }),

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

/** The subscription is locked before its invoice, as renewals do. */
async function openInvoice(plain: Work, id: string): Promise<{ work: Work; invoice: Invoice }> {
  const named = await need(plain, 'invoice', id)
  const owner = idOf(named.parent?.subscription_details?.subscription)
  if (owner !== null) await needLocked(plain, 'subscription', owner)
  const { body: invoice } = await needLocked(plain, 'invoice', id)
  if (invoice.status !== 'open') throw badRequest('Invoice is already paid or closed.')
  return { work: await atTimeOf(plain, idOf(invoice.customer)), invoice }
}
