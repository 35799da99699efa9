import Stripe from 'stripe'
import { translateError } from './stripe-errors.ts'

export type StripeOptions = {
  readonly secretKey: string
  readonly webhookSecret: string
  /** Signs the events of connected accounts; null without Connect. */
  readonly connectWebhookSecret?: string | null
  /** Sends requests; the sandbox in our own process needs no socket. */
  readonly fetch?: typeof fetch
  /** The address of a sandbox in a separate process; null: Stripe itself. */
  readonly sandboxUrl?: string | null
  /** Throws while a database transaction is open: locks must not wait for the network. */
  readonly mayCall: () => void
}

/** The SDK, and the one way to use it. */
export type StripeClient = {
  readonly stripe: Stripe
  /**
   * Runs requests to Stripe. Throws `StripeUnavailable` or `StripeRefused` in place of the SDK's errors,
   * and whatever `mayCall` throws before anything is sent.
   */
  readonly call: <T>(work: () => Promise<T>) => Promise<T>
}

/** The official SDK: two retries, 20 seconds for each attempt, and no redirects. */
export function createStripeClient(options: StripeOptions): StripeClient {
  const stripe = new Stripe(options.secretKey, {
    maxNetworkRetries: 2,
    timeout: 20_000,
    telemetry: false,
    appInfo: { name: 'Hemline' },
    ...(options.sandboxUrl && hostOf(options.sandboxUrl)),
    httpClient: Stripe.createFetchHttpClient((input, init) =>
      (options.fetch ?? fetch)(input, { ...init, redirect: 'error' }),
    ),
  })
  return {
    stripe,
    call: async (work) => {
      options.mayCall()
      try {
        return await work()
      } catch (error) {
        throw translateError(error)
      }
    },
  }
}

function hostOf(address: string) {
  const { hostname, port } = new URL(address)
  return { host: hostname, port: Number(port || 80), protocol: 'http' as const }
}
