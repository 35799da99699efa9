import Stripe from 'stripe'
import type { SetupStep } from './setup-step.ts'

/** `url` is absolute and unique to this endpoint; `events` are Stripe's names ('invoice.paid'). */
export type Webhook = {
  readonly url: string
  readonly events: readonly string[]
  /** It receives the events of connected accounts, and none of our own. */
  readonly connect: boolean
}

/**
 * Makes Stripe send these events to an address, in the API version of the SDK. The version of an
 * endpoint cannot be changed: one with another version stays beside the new one. The step of a new
 * endpoint has its signing secret. If the account has no Connect, Stripe refuses a Connect
 * endpoint: that is a step too, so the rest of the setup goes on.
 */
export async function setUpWebhook(stripe: Stripe, webhook: Webhook): Promise<SetupStep> {
  const { url, events, connect } = webhook
  const what = `${connect ? 'Connect webhook' : 'webhook'} ${url}`
  const api_version = Stripe.API_VERSION
  const known: Stripe.WebhookEndpoint[] = []
  for await (const one of stripe.webhookEndpoints.list({ limit: 100 }))
    if (one.url === url && one.status === 'enabled') known.push(one)
  const ours = known.find((one) => one.api_version === api_version)
  if (ours) {
    const missing = events.filter((event) => !ours.enabled_events.includes(event))
    if (missing.length === 0 || ours.enabled_events.includes('*'))
      return { what, id: ours.id, did: 'unchanged' }
    await stripe.webhookEndpoints.update(ours.id, { enabled_events: toEnabledEvents(events) })
    return { what, id: ours.id, did: 'updated' }
  }
  try {
    const made = await stripe.webhookEndpoints.create({
      url,
      enabled_events: toEnabledEvents(events),
      api_version,
      description: 'Hemline',
      ...(connect && { connect }),
    })
    return {
      what,
      id: made.id,
      did: 'created',
      outdated: known.map(({ id }) => id),
      ...(made.secret && { secret: { connect, value: made.secret } }),
    }
  } catch (error) {
    if (!connect || !(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    return { what, id: error.message, did: 'refused' }
  }
}

export type WebhookProblems = {
  /** Addresses that do not receive all events in the API version of the SDK. */
  readonly missing: readonly string[]
  /** Ids of endpoints that send to these addresses in another version, with their own secrets. */
  readonly outdated: readonly string[]
}

export async function findWebhookProblems(
  stripe: Stripe,
  webhooks: readonly Webhook[],
): Promise<WebhookProblems> {
  const enabled: Stripe.WebhookEndpoint[] = []
  for await (const one of stripe.webhookEndpoints.list({ limit: 100 }))
    if (one.status === 'enabled' && webhooks.some(({ url }) => url === one.url)) enabled.push(one)
  const current = enabled.filter((one) => one.api_version === Stripe.API_VERSION)
  const isSent = ({ url, events }: Webhook) =>
    current.some(
      (one) =>
        one.url === url &&
        (one.enabled_events.includes('*') ||
          events.every((event) => one.enabled_events.includes(event))),
    )
  return {
    missing: webhooks.filter((webhook) => !isSent(webhook)).map(({ url }) => url),
    outdated: enabled.filter((one) => !current.includes(one)).map(({ id }) => id),
  }
}

function toEnabledEvents(events: readonly string[]) {
  return [...events] as Stripe.WebhookEndpointCreateParams.EnabledEvent[]
}
