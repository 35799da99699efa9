import { setUpPayments } from '#domain/money/events/set-up-payments.ts'
import type { SetupStep } from '#gateways/stripe/setup-step.ts'
import { createStripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import type { Environment } from '#server/settings/given.ts'
import { readStripeAccount } from '#server/settings/stripe-account.ts'

const SETTING = 'STRIPE_WEBHOOK_SECRET'
const CONNECT_SETTING = 'STRIPE_CONNECT_WEBHOOK_SECRET'

/** Creates in a Stripe account what the app needs, and prints the steps. */
export async function setUpStripe(env: Environment, print: (line: string) => void): Promise<void> {
  const { secretKey, publicUrl, sandboxUrl } = readStripeAccount(env)
  const stripe = createStripeGateway({
    secretKey,
    webhookSecret: '',
    mayCall: () => {},
    sandboxUrl,
  })
  const steps = await setUpPayments(stripe, publicUrl)
  for (const { what, id, did } of steps) print(`${did.padEnd(9)}  ${what}  (${id})`)
  print(`\n${secretsIn(steps)}`)
}

function secretsIn(steps: readonly SetupStep[]): string {
  const lines = steps.flatMap(({ secret }) =>
    secret ? [`${secret.connect ? CONNECT_SETTING : SETTING}=${secret.value}`] : [],
  )
  if (lines.length === 0)
    return `The webhook secrets have not changed: keep ${SETTING} and ${CONNECT_SETTING}.`
  const outdated = steps.flatMap((step) => step.outdated ?? [])
  const last =
    outdated.length > 0
      ? [`Once the app has been restarted with it, delete at Stripe: ${outdated.join(', ')}.`]
      : []
  return ['Set this for the app; Stripe will not show it again:', ...lines, ...last].join('\n')
}
