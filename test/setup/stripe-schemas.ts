import { stripeSchemas } from '#sandbox/testing/stripe-types/load.ts'

/** Reads the types of the Stripe SDK in advance, so that no test has to wait for them. */
export default async function (): Promise<void> {
  await stripeSchemas()
}
