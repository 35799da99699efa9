import { expireCheckout } from '#sandbox/checkout/checkout-sessions.ts'
import { badRequest } from '#sandbox/core/errors.ts'
import { paramPath } from '#sandbox/core/form-encoding.ts'
import type { Price } from '#sandbox/core/objects.ts'
import { idOf } from '#sandbox/core/references.ts'
import { children, need } from '#sandbox/core/store.ts'
import type { Work } from '#sandbox/core/work.ts'
import { listPage } from '#sandbox/http/lists.ts'
import {
  amount,
  currency,
  email,
  fields,
  integer,
  listOf,
  mergeMetadata,
  metadata,
  oneOf,
  text,
  url,
} from '#sandbox/http/params.ts'
import { noParams, type Route, route, sliceParams } from '#sandbox/http/routing.ts'
import { openCheckout, type SessionItem } from '#sandbox/payments/new-checkout-session.ts'
import { insertPrice, insertProduct } from '#sandbox/payments/products.ts'

const address = '/v1/checkout/sessions'

const priceData = fields(
  {
    currency,
    product: text(),
    product_data: fields({ name: text(), description: text(), images: listOf(url, 8), metadata }, [
      'name',
    ]),
    tax_behavior: oneOf('exclusive', 'inclusive', 'unspecified'),
    unit_amount: amount,
  },
  ['currency', 'unit_amount'],
)

const lineItem = fields({ price: text(), price_data: priceData, quantity: integer(1, 999_999) })

const created = fields(
  {
    allowed_payment_method_types: listOf(oneOf('card')),
    cancel_url: url,
    client_reference_id: text(200),
    custom_text: fields({ submit: fields({ message: text(1200) }, ['message']) }),
    customer: text(),
    customer_creation: oneOf('always', 'if_required'),
    customer_email: email,
    expires_at: integer(0),
    integration_identifier: text(200),
    line_items: listOf(lineItem, 100),
    locale: text(10),
    metadata,
    mode: oneOf('payment', 'subscription'),
    payment_intent_data: fields({
      description: text(1000),
      metadata,
      receipt_email: email,
      setup_future_usage: oneOf('off_session', 'on_session'),
      statement_descriptor: text(22),
      statement_descriptor_suffix: text(22),
    }),
    submit_type: oneOf('auto', 'book', 'donate', 'pay', 'subscribe'),
    subscription_data: fields({ description: text(500), metadata }),
    success_url: url,
    ui_mode: oneOf('hosted_page'),
  },
  ['mode', 'success_url'],
)

export const checkoutSessionRoutes: Route[] = [
  route('POST', address, created, async (work, params) => {
    if (params.customer !== undefined && params.customer_email !== undefined) {
      throw badRequest(
        'You may only specify one of these parameters: customer, customer_email.',
        'parameters_exclusive',
        'customer',
      )
    }
    const { mode } = params
    refuseOtherMode(mode, 'payment', params.payment_intent_data, 'payment_intent_data')
    refuseOtherMode(mode, 'payment', params.customer_creation, 'customer_creation')
    refuseOtherMode(mode, 'subscription', params.subscription_data, 'subscription_data')
    const customer = params.customer
      ? await need(work, 'customer', params.customer, 'customer')
      : undefined
    const items: SessionItem[] = []
    for (const [place, item] of (params.line_items ?? []).entries()) {
      items.push(await sessionItem(work, item, mode, paramPath('line_items', String(place))))
    }
    if (mode === 'subscription' && items.every(({ price }) => price.type === 'one_time')) {
      throw badRequest(
        'You must provide at least one recurring price in `subscription` mode when using prices.',
        undefined,
        'line_items',
      )
    }
    return openCheckout(work, {
      allowedPaymentMethodTypes: params.allowed_payment_method_types,
      cancelUrl: params.cancel_url,
      clientReferenceId: params.client_reference_id,
      customer: customer?.id ?? null,
      customerCreation: params.customer_creation,
      customerEmail: params.customer_email,
      expiresAt: params.expires_at,
      integrationIdentifier: params.integration_identifier,
      items,
      locale: params.locale,
      metadata: mergeMetadata({}, params.metadata),
      mode,
      paymentIntentData: {
        ...(mode === 'subscription' ? { description: 'Subscription creation' } : {}),
        ...params.payment_intent_data,
        metadata: mergeMetadata({}, params.payment_intent_data?.metadata),
      },
      subscriptionData: {
        ...params.subscription_data,
        metadata: mergeMetadata({}, params.subscription_data?.metadata),
      },
      submitMessage: params.custom_text?.submit?.message,
      submitType: params.submit_type,
      successUrl: params.success_url,
    })
  }),

  route(
    'GET',
    address,
    fields({
      ...sliceParams,
      customer: text(),
      customer_details: fields({ email }, ['email']),
      payment_intent: text(),
      status: oneOf('complete', 'expired', 'open'),
      subscription: text(),
    }),
    (work, { customer, customer_details, payment_intent, status, subscription, ...slice }) =>
      listPage(work, 'checkout.session', address, slice, {
        customer,
        'customer_details.email': customer_details?.email,
        payment_intent,
        status,
        subscription,
      }),
  ),

  route('GET', `${address}/:id`, noParams, (work, _, id) => need(work, 'checkout.session', id)),

  route('GET', `${address}/:id/line_items`, fields(sliceParams), async (work, slice, id) => {
    await need(work, 'checkout.session', id)
    const items = await children(work, 'item', id)
    const from = items.findIndex((item) => item.id === slice.starting_after) + 1
    const to = from + (slice.limit ?? 10)
    return {
      object: 'list',
      data: items.slice(from, to),
      has_more: items.length > to,
      url: `${address}/${id}/line_items`,
    }
  }),

  route('POST', `${address}/:id/expire`, noParams, async (work, _, id) => {
    const { status } = await need(work, 'checkout.session', id)
    if (status !== 'open') throw notOpen(status)
    const session = await expireCheckout(work, id)
    // Somebody may have paid between the two reads.
    if (session.status !== 'expired') throw notOpen(session.status)
    return session
  }),
]

function refuseOtherMode(mode: string, needed: string, given: unknown, param: string): void {
  if (given === undefined || mode === needed) return
  throw badRequest(`You can not pass \`${param}\` in \`${mode}\` mode.`, undefined, param)
}

function notOpen(status: string | null) {
  return badRequest(
    `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of "${status}".`,
  )
}

async function sessionItem(
  work: Work,
  item: ReturnType<typeof lineItem>,
  mode: 'payment' | 'subscription',
  path: string,
): Promise<SessionItem> {
  const price = await priceOf(work, item, path)
  if (mode === 'payment' && price.type !== 'one_time') {
    throw badRequest(
      'You specified `payment` mode but passed a recurring price.',
      undefined,
      paramPath(path, 'price'),
    )
  }
  if (item.quantity === undefined) {
    const missing = paramPath(path, 'quantity')
    throw badRequest(`Missing required param: ${missing}.`, 'parameter_missing', missing)
  }
  const product = await need(work, 'product', idOf(price.product) ?? '')
  return { price, description: product.name, quantity: item.quantity }
}

async function priceOf(
  work: Work,
  { price, price_data: data }: ReturnType<typeof lineItem>,
  path: string,
): Promise<Price> {
  if (price !== undefined) {
    const found = await need(work, 'price', price, paramPath(path, 'price'))
    if (found.active) return found
    throw badRequest(
      `The price specified is inactive. This field only accepts active prices.`,
      undefined,
      paramPath(path, 'price'),
    )
  }
  if (data === undefined) {
    const missing = paramPath(path, 'price')
    throw badRequest(`Missing required param: ${missing}.`, 'parameter_missing', missing)
  }
  const product = data.product
    ? await need(work, 'product', data.product, paramPath(path, 'price_data[product]'))
    : await insertProduct(work, {
        name: 'Item',
        ...data.product_data,
        metadata: mergeMetadata({}, data.product_data?.metadata),
      })
  return insertPrice(work, {
    active: false,
    currency: data.currency,
    product: product.id,
    tax_behavior: data.tax_behavior ?? 'unspecified',
    unitAmount: data.unit_amount,
  })
}
