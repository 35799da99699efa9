import Stripe from 'stripe'
import type { SetupStep } from './setup-step.ts'

/** `url` is absolute and of this endpoint only; `events` are Stripe's names, such as 'invoice.paid'. */
export type Webhook = {
  readonly url: string
  readonly events: readonly string[]
  /** It gets the events of connected accounts, and none of our own. */
  readonly connect: boolean
}

/**
 * Makes Stripe send these events to an address, in the API version of the SDK. A new endpoint's
 * signing secret is in the step. An account without Connect keeps everything else: Stripe's refusal
 * of a Connect endpoint is a step too.
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
    await stripe.webhookEndpoints.update(ours.id, { enabled_events: typed(events) })
    return { what, id: ours.id, did: 'updated' }
  }
  try {
    const made = await stripe.webhookEndpoints.create({
      url,
      enabled_events: typed(events),
      api_version,
      description: 'Hemline',
      ...(connect && { connect }),
    })
    return {
      what,
      id: made.id,
      did: known.length > 0 ? 'updated' : 'created',
      ...(made.secret && { secret: { connect, value: made.secret } }),
    }
  } catch (error) {
    if (!connect || !(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    return { what, id: error.message, did: 'refused' }
  }
}

/** Which of these Stripe does not send, or not all events of: their addresses. */
export async function findMissingWebhooks(
  stripe: Stripe,
  webhooks: readonly Webhook[],
): Promise<readonly string[]> {
  const known: Stripe.WebhookEndpoint[] = []
  for await (const one of stripe.webhookEndpoints.list({ limit: 100 }))
    if (one.status === 'enabled') known.push(one)
  const isSent = ({ url, events }: Webhook) =>
    known.some(
      (one) =>
        one.url === url &&
        (one.enabled_events.includes('*') ||
          events.every((event) => one.enabled_events.includes(event))),
    )
  return webhooks.filter((webhook) => !isSent(webhook)).map(({ url }) => url)
}

function typed(events: readonly string[]) {
  return [...events] as Stripe.WebhookEndpointCreateParams.EnabledEvent[]
}
