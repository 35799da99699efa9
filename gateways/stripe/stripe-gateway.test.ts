import { expect, test } from 'vitest'
import { createStripeGateway } from './stripe-gateway.ts'

test('the client follows no redirect of the payment provider', async () => {
  const requested: unknown[] = []
  const stray = createStripeGateway({
    secretKey: 'sk_test_1',
    webhookSecret: 'whsec_of_this_test',
    mayCall() {},
    fetch: async (_input, init) => {
      requested.push(init?.redirect)
      return Response.json({ error: { type: 'invalid_request_error' } }, { status: 400 })
    },
  })
  await expect(stray.orderOfPayment('pi_1')).rejects.toThrow()
  expect(requested).toEqual(['error'])
})
