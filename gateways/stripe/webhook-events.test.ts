import { expect, test } from 'vitest'
import { webhookSignature } from '#sandbox/webhooks/signature.ts'
import { createStripeGateway } from './stripe-gateway.ts'

const SECRET = 'whsec_of_this_test'
const CONNECT_SECRET = 'whsec_of_connected_accounts'
const stripe = createStripeGateway({
  secretKey: 'sk_test_1',
  webhookSecret: SECRET,
  connectWebhookSecret: CONNECT_SECRET,
  mayCall() {},
})
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

test('an event of a connected account is signed with another secret and names the account', async () => {
  const now = Math.floor(Date.now() / 1000)
  const ofAccount = JSON.stringify({ ...JSON.parse(body), account: 'acct_1' })
  const read = (secret: string) =>
    stripe.readEvent(ofAccount, webhookSignature(ofAccount, secret, now))
  expect((await read(CONNECT_SECRET))?.event.account).toBe('acct_1')
  expect((await signedIn(0))?.event.account).toBeNull()
  expect(await read('whsec_of_nobody')).toBeNull()
})
