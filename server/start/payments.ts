import type pg from 'pg'
import { createStripeGateway, type StripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import type { Exchange } from '#sandbox/core/exchanges.ts'
import { createSandbox } from '#sandbox/sandbox.ts'
import { type FormTargets, STRIPE_PAGES } from '#server/door/headers.ts'
import { tracedFetch } from '#server/observe/tracing/traced-calls.ts'
import type { Settings } from '#server/settings/settings.ts'

export type Payments = {
  readonly stripe: StripeGateway
  /** Serves the sandbox's own addresses; null for others, and with real payments. */
  readonly handle: (request: Request) => Promise<Response | undefined>
  /** Origins that a form on a page of this origin may redirect to in order to pay. */
  readonly pages: (origin: string) => FormTargets
  readonly start: () => void
  /** Sends the sandbox's webhooks that are due, now. */
  readonly deliver: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Stripe itself, or the sandbox in our own process: the same SDK talks to both. */
export function openPayments(options: {
  readonly settings: Settings
  readonly pool: pg.Pool
  readonly clock: () => Date
  readonly mayCall: () => void
  /** How the sandbox's webhooks reach our request handler. */
  readonly webhookFetch: typeof fetch
  /** Observes requests between us and the sandbox. */
  readonly onExchange?: ((exchange: Exchange) => void) | undefined
  /** Receives errors of the sandbox's background work. */
  readonly noteProblem?: (what: string, problem: unknown) => void
}): Payments {
  const { settings, pool, clock, mayCall, webhookFetch, onExchange, noteProblem } = options
  const { secretKey, webhookSecret, connectWebhookSecret } = settings.payments
  const secrets = { secretKey, webhookSecret, connectWebhookSecret }
  if (settings.payments.kind === 'stripe')
    return {
      stripe: createStripeGateway({ ...secrets, mayCall, fetch: tracedFetch('stripe') }),
      handle: async () => undefined,
      pages: () => STRIPE_PAGES,
      start: () => {},
      deliver: async () => {},
      close: async () => {},
    }
  if (settings.payments.url !== null)
    return outsideSandbox(settings.payments.url, settings, mayCall)
  const sandbox = createSandbox({
    pool,
    secretKey,
    clock,
    webhook: { url: () => 'http://localhost/hooks/stripe', secret: webhookSecret },
    connectWebhook: {
      url: () => 'http://localhost/hooks/stripe?connect',
      secret: settings.payments.connectWebhookSecret,
    },
    businessName: 'Hemline',
    fetch: webhookFetch,
    ...(noteProblem && { onProblem: noteProblem }),
    ...(onExchange && { onExchange }),
  })
  const reach: typeof fetch = async (input, init) => {
    const answer = await sandbox.handle(new Request(input, init))
    return answer ?? new Response('{"error":{"type":"invalid_request_error"}}', { status: 404 })
  }
  return {
    stripe: createStripeGateway({ ...secrets, mayCall, fetch: tracedFetch('stripe', reach) }),
    handle: (request) => sandbox.handle(request),
    pages: (origin) => [origin],
    start: sandbox.start,
    deliver: async () => void (await sandbox.deliverDueWebhooks()),
    close: sandbox.close,
  }
}

/** A sandbox in its own process, reached over the network like Stripe. */
function outsideSandbox(
  address: string,
  { payments: { secretKey, webhookSecret, connectWebhookSecret } }: Settings,
  mayCall: () => void,
): Payments {
  const { hostname, port, origin } = new URL(address)
  const host = { host: hostname, port: Number(port || 80), protocol: 'http' as const }
  return {
    stripe: createStripeGateway({
      secretKey,
      webhookSecret,
      connectWebhookSecret,
      mayCall,
      host,
      fetch: tracedFetch('stripe'),
    }),
    handle: async () => undefined,
    pages: () => [origin],
    start: () => {},
    deliver: async () => {},
    close: async () => {},
  }
}
