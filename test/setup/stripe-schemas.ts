import { stripeSchemas } from '#sandbox/testing/stripe-types/load.ts'

/** Reads the types of the Stripe SDK once, so that no test has to wait for it. */
export default async function (): Promise<void> {
  await stripeSchemas()
}
