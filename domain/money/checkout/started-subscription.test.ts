import { expect, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import type { StripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import { make } from '#test/make/make.ts'
import { openPayments } from '#test/payments.ts'
import { readRow, updateRows } from '#test/postgres/rows.ts'
import { recordOrder } from './orders.ts'
import { paidByInvoice, readStartedSubscription } from './started-subscription.ts'

test('until its order is fulfilled, the subscription of a paid session is read, and the person’s other one', async () => {
  const { db, clock, payments, stripe } = await openPayments()
  const { subscribe } = payments
  const [shopper, other] = [await make(db).shopper(), await make(db).shopper()]
  const ids: string[] = []
  for (const person of [shopper, other]) {
    await subscribe(person, 'subscription_monthly')
    const { stripe_subscription_id } = await readRow(
      db,
      'credit_subscriptions',
      'stripe_subscription_id',
      { user_id: person.id },
    )
    ids.push(stripe_subscription_id)
  }
  const [own = '', begun = ''] = ids
  const order = { offer: { lookupKey: 'x', quantity: 1 }, amountCents: 2000, credits: 30 }
  const orderId = await recordOrder(
    db,
    shopper,
    { type: 'subscription_monthly', ...order, origin: 'http://shop.test', returnTo: '/' },
    clock.now(),
  )
  let read: string[] = []
  const reading: StripeGateway = {
    ...stripe,
    subscriptions: {
      ...stripe.subscriptions,
      read: (id, known) => {
        read.push(id)
        return stripe.subscriptions.read(id, known)
      },
    },
  }
  const session = {
    ...{ id: 'cs_1', orderId, state: 'complete' as const, paid: true, amountCents: 2000 },
    ...{ currency: 'usd', customer: 'cus_1', paymentIntent: null, paidAt: clock.now() },
    ...{ taxCents: 0, paidWith: null },
  }
  /** The subscription that the session started, then those that were read. */
  const look = async (subscription: string | null, { paid = true, of = orderId } = {}) => {
    read = []
    const found = await readStartedSubscription(db, reading, of, { ...session, subscription, paid })
    return [found?.state.id ?? null, ...read]
  }
  const setStatus = async (status: 'open' | 'expired' | 'fulfilled') => {
    const paid_at = status === 'fulfilled' ? clock.now() : null
    await updateRows(db, 'checkout_orders', orderId, { status, paid_at })
  }
  expect(await look(begun)).toEqual([begun, begun, own])
  expect(await look(own)).toEqual([own, own])
  expect(await look('sub_unknown')).toEqual([null, 'sub_unknown'])
  expect(await look(null)).toEqual([null])
  expect(await look(begun, { paid: false })).toEqual([null])
  expect(await look(begun, { of: newId() })).toEqual([null])
  await setStatus('expired')
  expect(await look(begun)).toEqual([begun, begun, own])
  await setStatus('fulfilled')
  expect(await look(begun)).toEqual([null])
  await setStatus('open')
  // The payment is on the first invoice, if there is one.
  const snapshot = await readStartedSubscription(db, stripe, orderId, {
    ...session,
    subscription: own,
  })
  if (!snapshot) throw new Error('no subscription')
  const none = { ...snapshot, state: { ...snapshot.state, paid: [] } }
  const whole = { ...session, subscription: own }
  expect(paidByInvoice(whole, none)).toEqual({ ...whole, paymentIntent: null, paidAt: null })
  expect(paidByInvoice(whole, snapshot)).toEqual({
    ...whole,
    paymentIntent: expect.stringMatching(/^pi_/),
    // The rest of the card was recorded with the invoice.
    paidWith: { method: 'visa', cardLast4: '4242', cardExpires: null, cardFingerprint: null },
    paidAt: snapshot.state.paid[0]?.paidAt,
  })
})
