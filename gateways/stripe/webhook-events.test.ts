import { expect, test } from 'vitest'
import { webhookSignature } from '#sandbox/webhooks/signature.ts'
import { createStripeGateway } from './stripe-gateway.ts'

const SECRET = 'whsec_of_this_test'
const stripe = createStripeGateway({ secretKey: 'sk_test_1', webhookSecret: SECRET, mayCall() {} })
const body = JSON.stringify({
  id: 'evt_1',
  type: 'charge.refunded',
  data: { object: { id: 'ch_1' } },
})

/** The result for an event signed this many seconds from now. */
function signedIn(seconds: number) {
  const at = Math.floor(Date.now() / 1000) + seconds
  return stripe.readEvent(body, webhookSignature(body, SECRET, at))
}

test('an event signed just now, or with a slightly different clock, is accepted', async () => {
  for (const seconds of [0, -240, 240])
    expect((await signedIn(seconds))?.event).toMatchObject({ id: 'evt_1', objectId: 'ch_1' })
})

test('an event signed long ago, or in the future, is refused', async () => {
  for (const seconds of [-360, 360, 86_400, 10 ** 12]) expect(await signedIn(seconds)).toBeNull()
})
