import type Stripe from 'stripe'
import { endSubscription, liveSubscriptions } from '#sandbox/billing/subscriptions.ts'
import { atTimeOf } from '#sandbox/clocks/test-clocks.ts'
import { changedFrom } from '#sandbox/core/changes.ts'
import { noSuch } from '#sandbox/core/errors.ts'
import { emit } from '#sandbox/core/events.ts'
import { find, markDeleted, need, needLocked, save } from '#sandbox/core/store.ts'
import type { Work } from '#sandbox/core/work.ts'
import { listPage } from '#sandbox/http/lists.ts'
import {
  address,
  clearable,
  email,
  fields,
  listOf,
  mergeMetadata,
  metadata,
  text,
} from '#sandbox/http/params.ts'
import { noParams, type Route, route, sliceParams } from '#sandbox/http/routing.ts'
import { insertCustomer } from '#sandbox/payments/customers.ts'
import { needCardOf } from './cards-of-customers.ts'

const written = {
  address: clearable(address),
  description: clearable(text(350)),
  email: clearable(email),
  invoice_settings: fields({ default_payment_method: clearable(text()) }),
  metadata,
  name: clearable(text(256)),
  phone: clearable(text(20)),
  preferred_locales: listOf(text(35)),
}

export const customerRoutes: Route[] = [
  route('POST', '/v1/customers', fields({ ...written, test_clock: text() }), async (work, params) =>
    insertCustomer(params.test_clock ? await onClock(work, params.test_clock) : work, {
      ...params,
      invoice_settings: invoiceSettings(params.invoice_settings),
      address: wholeAddress(params.address),
      metadata: mergeMetadata({}, params.metadata),
    }),
  ),

  route(
    'GET',
    '/v1/customers',
    fields({ ...sliceParams, email: text(512), test_clock: text() }),
    (work, { email: wanted, test_clock, ...slice }) =>
      listPage(work, 'customer', '/v1/customers', slice, { email: wanted, test_clock }),
  ),

  route('GET', '/v1/customers/:id', noParams, async (work, _, id) => {
    const stored = await find(work, 'customer', id)
    if (!stored) throw noSuch('customer', id)
    return stored.deleted ? { id, object: 'customer', deleted: true } : stored.body
  }),

  route('POST', '/v1/customers/:id', fields(written), async (work, params, id) => {
    const { body: before } = await needLocked(work, 'customer', id)
    const card = params.invoice_settings?.default_payment_method
    if (card) await needCardOf(work, card, id, 'invoice_settings[default_payment_method]')
    const after = await save(work, 'customer', {
      ...before,
      ...params,
      address: params.address === undefined ? before.address : wholeAddress(params.address),
      invoice_settings: invoiceSettings(params.invoice_settings, before.invoice_settings),
      metadata: mergeMetadata(before.metadata, params.metadata),
    })
    await emit(work, 'customer.updated', after, changedFrom(before, after))
    return after
  }),

  route('DELETE', '/v1/customers/:id', noParams, async (plain, _, id) => {
    const { body } = await needLocked(plain, 'customer', id)
    const work = await atTimeOf(plain, id)
    for (const subscription of await liveSubscriptions(work, id)) {
      await endSubscription(work, subscription, 'cancellation_requested')
    }
    await markDeleted(work, id)
    await emit(work, 'customer.deleted', body)
    return { id, object: 'customer', deleted: true }
  }),
]

async function onClock(work: Work, id: string): Promise<Work> {
  const clock = await need(work, 'test_helpers.test_clock', id, 'test_clock')
  return { ...work, now: clock.frozen_time, clock: id }
}

function invoiceSettings(
  given: { default_payment_method?: string | null } | undefined,
  before: Stripe.Customer.InvoiceSettings = {
    custom_fields: null,
    default_payment_method: null,
    footer: null,
    rendering_options: null,
  },
): Stripe.Customer.InvoiceSettings {
  return { ...before, ...given }
}

type AddressParam = ReturnType<typeof address>

function wholeAddress(given: AddressParam | null | undefined) {
  if (!given) return null
  const none = {
    city: null,
    country: null,
    line1: null,
    line2: null,
    postal_code: null,
    state: null,
  }
  return { ...none, ...given }
}
