import { type Environment, givenBy } from './given.ts'
import { readPublicUrl } from './network.ts'
import { readSandboxUrl } from './payments.ts'
import { SettingsProblem } from './settings.ts'

/** The payment account that `npm run stripe:setup` configures, and the address for its events. */
export interface StripeAccount {
  readonly secretKey: string
  readonly publicUrl: string
  /** The address of a sandbox; null: Stripe itself. */
  readonly sandboxUrl: string | null
}

/** Reads the few settings that are known before there is a webhook. Throws a SettingsProblem. */
export function readStripeAccount(env: Environment): StripeAccount {
  const wrong: string[] = []
  const given = givenBy(env)
  const sandboxUrl = readSandboxUrl(given, false, wrong)
  const publicUrl = readPublicUrl(given, sandboxUrl === null, wrong)
  const secretKey = given('STRIPE_SECRET_KEY')
  if (secretKey === null || !/^(sk|rk)_/.test(secretKey)) {
    wrong.push(
      'STRIPE_SECRET_KEY is missing: set the secret key of your Stripe account (it starts with sk_).',
    )
  }
  if (publicUrl === null && sandboxUrl !== null)
    wrong.push('PUBLIC_URL is missing: set the address of your shop (https://shop.example).')
  if (wrong.length > 0) throw new SettingsProblem(wrong)
  return { secretKey: secretKey ?? '', publicUrl: publicUrl ?? '', sandboxUrl }
}
