import type Stripe from 'stripe'
import { badRequest } from '#sandbox/core/errors.ts'
import { emit } from '#sandbox/core/events.ts'
import { newId } from '#sandbox/core/ids.ts'
import { idOf } from '#sandbox/core/references.ts'
import { insert, need, page } from '#sandbox/core/store.ts'
import type { Work } from '#sandbox/core/work.ts'
import { fields, integer, listOf, oneOf, text, url } from '#sandbox/http/params.ts'
import { type Route, route } from '#sandbox/http/routing.ts'
import { needPlanPrice } from './subscription-items.ts'

type Flow = Stripe.BillingPortal.Session.Flow

const ofSubscription = fields({ subscription: text() }, ['subscription'])

const flowData = fields(
  {
    after_completion: fields(
      {
        hosted_confirmation: fields({ custom_message: text() }),
        redirect: fields({ return_url: url }, ['return_url']),
        type: oneOf('hosted_confirmation', 'portal_homepage', 'redirect'),
      },
      ['type'],
    ),
    subscription_cancel: ofSubscription,
    subscription_update: ofSubscription,
    subscription_update_confirm: fields(
      {
        items: listOf(
          fields({ id: text(), price: text(), quantity: integer(1, 999_999) }, ['id']),
          1,
        ),
        subscription: text(),
      },
      ['items', 'subscription'],
    ),
    type: oneOf(
      'payment_method_update',
      'subscription_cancel',
      'subscription_update',
      'subscription_update_confirm',
    ),
  },
  ['type'],
)

type FlowParams = ReturnType<typeof flowData>

const created = fields(
  {
    configuration: text(),
    customer: text(),
    flow_data: flowData,
    locale: text(10),
    return_url: url,
  },
  ['customer'],
)

export const portalSessionRoutes: Route[] = [
  route('POST', '/v1/billing_portal/sessions', created, async (work, params) => {
    await need(work, 'customer', params.customer, 'customer')
    const configuration = await configurationOf(work, params.configuration)
    const returnUrl = params.return_url ?? configuration.default_return_url
    if (!returnUrl) {
      throw badRequest('Missing required param: return_url.', 'parameter_missing', 'return_url')
    }
    const id = newId('bps')
    const session = {
      id,
      object: 'billing_portal.session',
      configuration: configuration.id,
      created: work.now,
      customer: params.customer,
      customer_account: null,
      flow: params.flow_data ? await flowOf(work, params.flow_data, params.customer) : null,
      livemode: false,
      locale: params.locale ?? null,
      on_behalf_of: null,
      return_url: returnUrl,
      url: `${work.pageOrigin(returnUrl)}/sandbox/portal/${id}`,
    } satisfies Stripe.BillingPortal.Session
    await insert(work, 'billing_portal.session', session)
    await emit(work, 'billing_portal.session.created', session)
    return session
  }),
]

/** Stripe's default is created in its dashboard; the sandbox starts without one. */
async function configurationOf(work: Work, id: string | undefined) {
  if (id !== undefined) return need(work, 'billing_portal.configuration', id, 'configuration')
  const { rows } = await page(
    work,
    'billing_portal.configuration',
    { is_default: 'true' },
    { limit: 1 },
  )
  if (rows[0]) return rows[0]
  throw badRequest(
    'No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default one.',
  )
}

async function flowOf(work: Work, params: FlowParams, customer: string): Promise<Flow> {
  const { type, after_completion: after } = params
  return {
    type,
    after_completion: {
      type: after?.type ?? 'portal_homepage',
      hosted_confirmation: after?.hosted_confirmation
        ? { custom_message: after.hosted_confirmation.custom_message ?? null }
        : null,
      redirect: after?.redirect ?? null,
    },
    customer_update: null,
    subscription_pause: null,
    subscription_cancel:
      type === 'subscription_cancel'
        ? { retention: null, ...(await ownSubscription(work, params, type, customer)) }
        : null,
    subscription_update:
      type === 'subscription_update' ? await ownSubscription(work, params, type, customer) : null,
    subscription_update_confirm:
      type === 'subscription_update_confirm' ? await confirmOf(work, params, customer) : null,
  }
}

async function ownSubscription(
  work: Work,
  params: FlowParams,
  type: 'subscription_cancel' | 'subscription_update' | 'subscription_update_confirm',
  customer: string,
): Promise<{ subscription: string }> {
  const param = `flow_data[${type}][subscription]`
  const id = params[type]?.subscription
  if (id === undefined)
    throw badRequest(`Missing required param: ${param}.`, 'parameter_missing', param)
  const subscription = await need(work, 'subscription', id, param)
  if (idOf(subscription.customer) !== customer) {
    throw badRequest('The subscription belongs to another customer.', undefined, param)
  }
  return { subscription: id }
}

async function confirmOf(
  work: Work,
  params: FlowParams,
  customer: string,
): Promise<Flow['subscription_update_confirm']> {
  const { subscription } = await ownSubscription(
    work,
    params,
    'subscription_update_confirm',
    customer,
  )
  const [item] = params.subscription_update_confirm?.items ?? []
  const path = 'flow_data[subscription_update_confirm][items][0]'
  const known = (await need(work, 'subscription', subscription)).items.data
  if (!item || !known.some(({ id }) => id === item.id)) {
    throw badRequest(`No such subscription item: '${item?.id}'`, 'resource_missing', `${path}[id]`)
  }
  if (item.price === undefined) {
    throw badRequest(
      `Missing required param: ${path}[price].`,
      'parameter_missing',
      `${path}[price]`,
    )
  }
  await needPlanPrice(work, item.price, null, `${path}[price]`)
  return {
    discounts: null,
    items: [{ id: item.id, price: item.price, quantity: item.quantity ?? 1 }],
    subscription,
  }
}
