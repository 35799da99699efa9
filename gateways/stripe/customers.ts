import { fingerprint } from './fingerprint.ts'
import type { StripeClient } from './stripe-client.ts'

export type CustomerCalls = {
  /**
   * Creates a person's customer and returns its id. The same call within a day returns the same
   * customer.
   */
  readonly createCustomer: (person: {
    readonly userId: string
    readonly email: string
    readonly name: string
  }) => Promise<string>
}

export function customerCalls({ stripe, call }: StripeClient): CustomerCalls {
  return {
    createCustomer: ({ userId, email, name }) =>
      call(async () => {
        const customer = await stripe.customers.create(
          { email, name, metadata: { user_id: userId } },
          // An idempotency key must not be reused with other values, and names and addresses
          // change.
          { idempotencyKey: `customer:${userId}:${fingerprint(email, name)}` },
        )
        return customer.id
      }),
  }
}
