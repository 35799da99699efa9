// `npm run stripe:setup`: creates in a Stripe account what the app needs, and prints the steps.
import { setUpPayments } from '#domain/checkout/set-up-payments.ts'
import type { SetupStep } from '#gateways/stripe/setup-step.ts'
import { StripeAway, StripeRefused } from '#gateways/stripe/stripe-errors.ts'
import { createStripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import { readStripeAccount } from './settings/stripe-account.ts'
import { SettingsProblem } from './settings.ts'

const SETTING = 'STRIPE_WEBHOOK_SECRET'
const CONNECT_SETTING = 'STRIPE_CONNECT_WEBHOOK_SECRET'

async function main(): Promise<void> {
  const { secretKey, publicUrl, sandboxUrl } = readStripeAccount(process.env)
  const stripe = createStripeGateway({
    secretKey,
    webhookSecret: '',
    mayCall: () => {},
    ...(sandboxUrl && { host: hostOf(sandboxUrl) }),
  })
  const steps = await setUpPayments(stripe, publicUrl)
  for (const { what, id, did } of steps) console.log(`${did.padEnd(9)}  ${what}  (${id})`)
  console.log(`\n${secretsIn(steps)}`)
}

function secretsIn(steps: readonly SetupStep[]): string {
  const lines = steps.flatMap(({ secret }) =>
    secret ? [`${secret.connect ? CONNECT_SETTING : SETTING}=${secret.value}`] : [],
  )
  if (lines.length === 0)
    return `The webhook secrets have not changed: keep ${SETTING} and ${CONNECT_SETTING}.`
  return ['Set this for the app; Stripe will not show it again:', ...lines].join('\n')
}

function hostOf(address: string) {
  const { hostname, port } = new URL(address)
  return { host: hostname, port: Number(port || 80), protocol: 'http' as const }
}

try {
  await main()
} catch (error) {
  const explained =
    error instanceof SettingsProblem ||
    error instanceof StripeAway ||
    error instanceof StripeRefused
  console.error(explained ? error.message : error)
  process.exitCode = 1
}
