import { createHash } from 'node:crypto'
import type { StripeClient } from './stripe-client.ts'

export type CustomerCalls = {
  /**
   * Creates the customer that a person pays as and answers its id. The same call within a day
   * answers the same customer.
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
          // A key must not be used again with other values: names and addresses change.
          { idempotencyKey: `customer:${userId}:${fingerprint(email, name)}` },
        )
        return customer.id
      }),
  }
}

function fingerprint(...words: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 32)
}
