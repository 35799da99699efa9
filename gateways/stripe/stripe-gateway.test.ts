import { expect, test } from 'vitest'
import { StripeKeyRefused, StripeRefused } from './stripe-errors.ts'
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

const answering = (status: number, error: object) =>
  createStripeGateway({
    secretKey: 'sk_test_1',
    webhookSecret: 'whsec_of_this_test',
    mayCall() {},
    fetch: async () => Response.json({ error }, { status }),
  })

test.each([
  [401, { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_test_1' }],
  [403, { type: 'invalid_request_error', message: 'The provided key may not write refunds.' }],
])('a key that Stripe does not accept (%i) is not a permanent refusal', async (status, error) => {
  const stripe = answering(status, error)
  const refund = { refundId: 'r', paymentIntent: 'pi_1', amountCents: 5000 } as never
  await expect(stripe.refund(refund)).rejects.toBeInstanceOf(StripeKeyRefused)
  // The error must not look like a disconnected account.
  await expect(stripe.readPayoutAccount('acct_1')).rejects.toBeInstanceOf(StripeKeyRefused)
  await expect(stripe.readPayout('acct_1', 'po_1')).rejects.toBeInstanceOf(StripeKeyRefused)
})

test('a disconnected account is not reported as a wrong key', async () => {
  const stripe = answering(403, { type: 'invalid_request_error', code: 'account_invalid' })
  expect(await stripe.readPayoutAccount('acct_1')).toBeNull()
  expect(await stripe.readPayout('acct_1', 'po_1')).toBeNull()
  const links = { account: 'acct_1', returnUrl: 'https://a.test', refreshUrl: 'https://a.test' }
  await expect(stripe.openOnboarding(links)).rejects.toBeInstanceOf(StripeRefused)
})
