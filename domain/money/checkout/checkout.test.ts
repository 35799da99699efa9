import { expect, test } from 'vitest'
import type { Shopper } from '#domain/shared/actors.ts'
import { StripeRefused, StripeUnavailable } from '#gateways/stripe/stripe-errors.ts'
import type { StripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import { withholdPartOfDeposit } from '#test/make/withheld-deposit.ts'
import { openPayments } from '#test/payments.ts'
import { buyCredits, payDeposit, topUpDeposit } from './checkout.ts'
import { checkoutProblem, findOrderOfSession, recordOrder, recordSession } from './orders.ts'

const { db, made, clock, payments, stripe } = await openPayments()
const places = { origin: 'http://shop.test', successPath: '/done', returnTo: '/credits?from=item' }

/** Customers that Stripe was asked to create. */
let customers: string[] = []
const counting: StripeGateway = {
  ...stripe,
  createCustomer: (customer) => {
    customers.push(customer.userId)
    return stripe.createCustomer(customer)
  },
}

const buy = (
  shopper: Shopper,
  input: { product: string; recipientEmail?: string; quantity?: number },
  by: StripeGateway = counting,
) => buyCredits(db, shopper, by, input, places, clock.now())
const deposit = (shopper: Shopper) => payDeposit(db, shopper, stripe, places, clock.now())
const topUp = (shopper: Shopper) => topUpDeposit(db, shopper, stripe, places, clock.now())
const because = (reason: string) => ({ ok: false, problem: { reason } })

const ordersOf = ({ id }: Shopper) =>
  db
    .selectFrom('checkout_orders')
    .selectAll()
    .where('user_id', '=', id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

test('an order is stored with its price, its session and the page to return to', async () => {
  const shopper = await made.shopper()
  const opened = await buy(shopper, {
    product: 'one_time',
    quantity: 3,
    recipientEmail: 'x@y.test',
  })
  if (!opened.ok) throw new Error(opened.problem.reason)
  const [order, ...others] = await ordersOf(shopper)
  expect(others).toEqual([])
  expect(order).toMatchObject({
    ...{ user_id: shopper.id, product_type: 'one_time', amount_cents: 15_000, credits: 150 },
    ...{ quantity: 3, return_to: '/credits?from=item', origin: 'http://shop.test' },
    ...{ status: 'open', gift_recipient_email: null, created_at: clock.now(), paid_at: null },
    stripe_session_id: opened.value.sessionId,
  })
  expect(await payments.call('GET', `checkout/sessions/${opened.value.sessionId}`)).toMatchObject({
    ...{ amount_total: 15_000, client_reference_id: order?.id, mode: 'payment' },
    ...{ success_url: 'http://shop.test/done', cancel_url: 'http://shop.test/credits?from=item' },
  })
})

test('a session that is already recorded is not replaced', async () => {
  const [shopper, other] = [await made.shopper(), await made.shopper()]
  const { origin, returnTo } = places
  const what = { offer: { lookupKey: 'x', quantity: 1 }, amountCents: 5000, credits: 50 }
  const record = (of: Shopper) =>
    recordOrder(db, of, { type: 'one_time', ...what, origin, returnTo }, clock.now())
  const id = await record(shopper)
  await record(other)
  for (const session of ['cs_first', 'cs_second']) await recordSession(db, id, session)
  expect((await ordersOf(other))[0]?.stripe_session_id).toBeNull()
  expect(await findOrderOfSession(db, shopper.id, 'cs_first')).toEqual({
    ...{ id, userId: shopper.id, type: 'one_time', amountCents: 5000, credits: 50 },
    ...{ status: 'open', paidAt: null, expiresAt: null, returnTo },
  })
  expect(await findOrderOfSession(db, shopper.id, 'cs_second')).toBeNull()
  expect(await findOrderOfSession(db, other.id, 'cs_first')).toBeNull()
})

test('each shopper has one Stripe customer of their own', async () => {
  const [first, second] = [await made.shopper(), await made.shopper()]
  customers = []
  for (const shopper of [first, second, second, first])
    expect(await buy(shopper, { product: 'one_time' })).toMatchObject({ ok: true })
  expect(customers).toEqual([first.id, second.id])
  expect(await ordersOf(first)).toMatchObject([{ quantity: 1 }, { quantity: 1 }])
})

test('a gift needs a recipient other than the buyer', async () => {
  const shopper = await made.shopper({ email: 'Ada.Moss@hemline.test' })
  const gift = (recipientEmail?: string) =>
    buy(shopper, { product: 'gift', ...(recipientEmail !== undefined && { recipientEmail }) })
  expect(await gift()).toEqual(because('recipient-missing'))
  expect(await gift('  ')).toEqual(because('recipient-missing'))
  expect(await gift('ada.MOSS@hemline.test')).toEqual(because('gift-for-oneself'))
  expect(await ordersOf(shopper)).toEqual([])
  expect(await gift(' friend@hemline.test ')).toMatchObject({ ok: true })
  expect(await ordersOf(shopper)).toMatchObject([
    { gift_recipient_email: 'friend@hemline.test', quantity: 1, credits: 100 },
  ])
  expect(await buy(shopper, { product: 'a-mug' })).toEqual(because('product-not-found'))
})

test('a subscriber can buy packs, but no other subscription until theirs has ended', async () => {
  const shopper = await made.shopper()
  await payments.subscribe(shopper, 'subscription_monthly')
  const plan = { product: 'subscription_annual' }
  expect(await buy(shopper, plan)).toEqual(because('already-subscribed'))
  expect(await buy(shopper, { product: 'one_time' })).toMatchObject({ ok: true })
  const [{ id = '' } = {}] = (await payments.call('GET', 'subscriptions?status=active')).data
  await stripe.subscriptions.end(id)
  // The event of its end has not arrived. While Stripe is unavailable, our records count.
  const failing = (error: unknown): StripeGateway => ({
    ...stripe,
    subscriptions: { ...stripe.subscriptions, read: () => Promise.reject(error) },
  })
  const away = await buy(shopper, plan, failing(new StripeUnavailable('no route')))
  expect(away).toEqual(because('already-subscribed'))
  const broken = new Error('a bug of ours')
  await expect(buy(shopper, plan, failing(broken))).rejects.toBe(broken)
  expect(await buy(shopper, plan)).toMatchObject({ ok: true })
})

test('a deposit is paid once, and a top-up costs the missing amount', async () => {
  const shopper = await made.shopper()
  expect(await topUp(shopper)).toEqual(because('nothing-to-add'))
  expect(await deposit(shopper)).toMatchObject({ ok: true })
  expect(await ordersOf(shopper)).toMatchObject([
    { product_type: 'deposit', amount_cents: 5000, credits: 0, quantity: 1 },
  ])
  await made.credits(shopper, 100)
  await payments.holdDeposit(shopper)
  expect(await deposit(shopper)).toEqual(because('deposit-already-paid'))
  expect(await topUp(shopper)).toEqual(because('nothing-to-add'))
  await withholdPartOfDeposit(db, shopper, 1050, clock.now())
  expect(await deposit(shopper)).toEqual(because('previous-deposit-processing'))
  clock.advance({ seconds: 1 })
  expect(await topUp(shopper)).toMatchObject({ ok: true })
  expect((await ordersOf(shopper)).at(-1)).toMatchObject({
    ...{ product_type: 'deposit_top_up', amount_cents: 1050, credits: 0 },
  })
})

test('an error from Stripe becomes a problem with a reason; any other error is thrown', async () => {
  expect(checkoutProblem(new StripeUnavailable('no route'))).toEqual({
    reason: 'payments-unavailable',
  })
  const refusal = new StripeRefused('No such price')
  const problem = { reason: 'payments-refused', message: 'No such price' }
  expect(checkoutProblem(refusal)).toEqual(problem)
  expect(() => checkoutProblem(new Error('a bug'))).toThrow('a bug')
  const refusing = { ...stripe, openCheckout: () => Promise.reject(refusal) }
  const shopper = await made.shopper()
  expect(await buy(shopper, { product: 'one_time' }, refusing)).toEqual({ ok: false, problem })
})
