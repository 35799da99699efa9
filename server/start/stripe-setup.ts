// `npm run stripe:setup`: creates in a Stripe account what the app needs, and prints the steps.
import { StripeRefused, StripeUnavailable } from '#gateways/stripe/stripe-errors.ts'
import { SettingsProblem } from '#server/settings/settings.ts'
import { setUpStripe } from './set-up-stripe.ts'

try {
  await setUpStripe(process.env, console.log)
} catch (error) {
  const explained =
    error instanceof SettingsProblem ||
    error instanceof StripeUnavailable ||
    error instanceof StripeRefused
  console.error(explained ? error.message : error)
  process.exitCode = 1
}
