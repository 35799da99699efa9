// `npm run stripe:setup`: creates in a Stripe account what the app needs, and prints the steps.
import { setUpPayments } from '#domain/checkout/set-up-payments.ts'
import { StripeAway, StripeRefused } from '#gateways/stripe/stripe-errors.ts'
import { createStripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import { readStripeAccount } from './settings/stripe-account.ts'
import { SettingsProblem } from './settings.ts'

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
  const secret = steps.find((step) => step.secret)?.secret
  console.log(
    secret
      ? `\nSet this for the app; Stripe will not show it again:\nSTRIPE_WEBHOOK_SECRET=${secret}`
      : '\nThe webhook secret has not changed: keep STRIPE_WEBHOOK_SECRET.',
  )
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
