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

/**
 * Stripe itself, a sandbox in its own process or one in ours: the same SDK talks to all of them.
 */
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
  const sandboxUrl = settings.payments.kind === 'sandbox' ? settings.payments.url : null
  if (settings.payments.kind === 'stripe' || sandboxUrl !== null)
    return {
      stripe: createStripeGateway({
        ...secrets,
        sandboxUrl,
        mayCall,
        fetch: tracedFetch('stripe'),
      }),
      handle: async () => undefined,
      pages: () => (sandboxUrl === null ? STRIPE_PAGES : [new URL(sandboxUrl).origin]),
      start: () => {},
      deliver: async () => {},
      close: async () => {},
    }
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
