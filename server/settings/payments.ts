import { createHmac } from 'node:crypto'
import type { PaymentMode } from '#db/enums.ts'
import type { DatabaseSettings } from './database.ts'
import { type Given, hasScheme } from './given.ts'

export type PaymentSettings =
  | {
      readonly kind: 'sandbox'
      readonly secretKey: string
      readonly webhookSecret: string
      readonly connectWebhookSecret: string
      /** Its address when it runs in a separate process; null: in ours. */
      readonly url: string | null
    }
  | {
      readonly kind: 'stripe'
      readonly secretKey: string
      readonly webhookSecret: string
      /** The secret for the events of closets' accounts; null without Connect. */
      readonly connectWebhookSecret: string | null
    }

type RealPayments = Extract<PaymentSettings, { kind: 'stripe' }>

/** A missing key never selects the sandbox: with DATABASE_URL it has to be requested. */
export function readPayments(
  given: Given,
  database: DatabaseSettings,
  wrong: string[],
): RealPayments | 'sandbox' {
  const secretKey = given('STRIPE_SECRET_KEY')
  const webhookSecret = given('STRIPE_WEBHOOK_SECRET')
  const connectWebhookSecret = given('STRIPE_CONNECT_WEBHOOK_SECRET')
  const choice = given('PAYMENTS')
  if (choice !== null && choice !== 'sandbox') {
    wrong.push(
      'PAYMENTS can only be "sandbox". For real payments, remove it and set STRIPE_SECRET_KEY.',
    )
  }
  if (choice === 'sandbox' && secretKey !== null) {
    wrong.push('PAYMENTS=sandbox and STRIPE_SECRET_KEY cannot be used together: remove one.')
  }
  if (secretKey !== null && !/^(sk|rk)_/.test(secretKey)) {
    wrong.push('STRIPE_SECRET_KEY is not a Stripe secret key (it starts with sk_ or rk_).')
  }
  if (secretKey !== null && webhookSecret === null) {
    wrong.push(
      'STRIPE_WEBHOOK_SECRET is missing: without it, events from Stripe cannot be verified.',
    )
  }
  if (secretKey === null && webhookSecret !== null) {
    wrong.push('STRIPE_WEBHOOK_SECRET is set without STRIPE_SECRET_KEY.')
  }
  if (webhookSecret !== null && !webhookSecret.startsWith('whsec_')) {
    wrong.push('STRIPE_WEBHOOK_SECRET is not a Stripe signing secret (it starts with whsec_).')
  }
  if (secretKey === null && connectWebhookSecret !== null) {
    wrong.push('STRIPE_CONNECT_WEBHOOK_SECRET is set without STRIPE_SECRET_KEY.')
  }
  if (connectWebhookSecret !== null && !connectWebhookSecret.startsWith('whsec_')) {
    wrong.push(
      'STRIPE_CONNECT_WEBHOOK_SECRET is not a Stripe signing secret (it starts with whsec_).',
    )
  }
  if (secretKey === null && webhookSecret === null && choice === null && database.kind === 'url') {
    wrong.push(
      'With DATABASE_URL, choose how payments work: set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, or PAYMENTS=sandbox for test payments.',
    )
  }
  if (secretKey === null) return 'sandbox'
  return { kind: 'stripe', secretKey, webhookSecret: webhookSecret ?? '', connectWebhookSecret }
}

const MIN_REASON = 20

export function readShortGiftExpiry(given: Given, wrong: string[]): string | null {
  const reason = given('SHORT_GIFT_EXPIRY')
  if (reason !== null && reason.length < MIN_REASON) {
    wrong.push(
      'SHORT_GIFT_EXPIRY is too short: say in a sentence why gift credits may expire in less than five years.',
    )
  }
  return reason
}

export function readSandboxUrl(
  given: Given,
  realPayments: boolean,
  wrong: string[],
): string | null {
  const value = given('SANDBOX_URL')
  if (value === null) return null
  if (realPayments) wrong.push('SANDBOX_URL cannot be used with real payments.')
  if (!hasScheme(value, ['http:'])) {
    wrong.push('SANDBOX_URL is not a sandbox URL, such as http://127.0.0.1:4242.')
  }
  return value
}

/** Derives the sandbox's keys from the session secret, which all processes of a shop share. */
export function sandbox(secret: string, url: string | null): PaymentSettings {
  const derived = (use: string) => createHmac('sha256', secret).update(use).digest('hex')
  return {
    kind: 'sandbox',
    secretKey: `sk_test_${derived('sandbox secret key').slice(0, 48)}`,
    webhookSecret: `whsec_${derived('sandbox webhook secret').slice(0, 48)}`,
    connectWebhookSecret: `whsec_${derived('sandbox Connect webhook secret').slice(0, 48)}`,
    url,
  }
}

export const TEST_KEY = 'STRIPE_SECRET_KEY is a test key: no real money is charged.'

/** Only a live key charges money. Stripe's oldest keys name no mode and are live keys. */
export function paymentModeOf({ kind, secretKey }: PaymentSettings): PaymentMode {
  if (kind === 'sandbox') return 'sandbox'
  return /^(sk|rk)_test_/.test(secretKey) ? 'test' : 'live'
}
