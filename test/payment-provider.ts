import Stripe from 'stripe'
import { transactionIsOpen } from '#db/connection.ts'
import type { CreditProductType } from '#domain/checkout/catalogue.ts'
import { buyCredits, payDeposit } from '#domain/checkout/checkout.ts'
import { fulfil } from '#domain/checkout/fulfil.ts'
import { makeRefund } from '#domain/checkout/refunds.ts'
import { setUpPayments } from '#domain/checkout/set-up-payments.ts'
import { receiveEvent, workOffEvent } from '#domain/checkout/webhook.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { createStripeGateway, type StripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import type { CardName } from '#sandbox/payments/cards.ts'
import { createSandbox } from '#sandbox/sandbox.ts'
import type { TestClock } from './clock.ts'
import type { TestDatabase } from './database.ts'
import { checkedExchanges } from './stripe-exchanges.ts'

const secretKey = 'sk_test_payments'
const webhookSecret = 'whsec_payments'
const origin = 'http://shop.test'
const places = { origin, successPath: '/done?session_id={CHECKOUT_SESSION_ID}', returnTo: '/' }

/**
 * The sandbox beside the domain, without a socket: what a checkout opens is paid by a call, what the
 * sandbox tells is stored as the webhook stores it, and jobs are done when the test says so.
 */
export async function paymentProvider({ db, pool }: TestDatabase, clock: TestClock) {
  const sandbox = createSandbox({
    pool,
    secretKey,
    clock: clock.now,
    publicOrigin: origin,
    ...(await checkedExchanges()),
    webhook: { url: () => `${origin}/hooks/stripe`, secret: webhookSecret },
    fetch: async (input, init) => {
      const told = new Request(input, init)
      const signature = told.headers.get('stripe-signature')
      const known = await receiveEvent(db, stripe, await told.text(), signature, clock.now())
      return new Response(null, { status: known ? 200 : 400 })
    },
  })
  const reach: typeof fetch = async (input, init) =>
    (await sandbox.handle(new Request(input, init))) ?? new Response(null, { status: 404 })
  const mayCall = () => {
    if (transactionIsOpen()) throw new Error('Stripe is called while a transaction is open')
  }
  const stripe: StripeGateway = createStripeGateway({
    secretKey,
    webhookSecret,
    fetch: reach,
    mayCall,
  })
  /** Stripe's dashboard: what its owner does there himself. */
  const dashboard = new Stripe(secretKey, {
    httpClient: Stripe.createFetchHttpClient(reach),
    telemetry: false,
  })
  await setUpPayments(stripe, null)

  async function pay(sessionId: string, card: CardName) {
    const form = { email: 'sam@shop.test', card, number: '', expiry: '12 / 34', cvc: '123' }
    const answer = await reach(`${origin}/sandbox/checkout/${sessionId}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'same-origin', origin },
      body: new URLSearchParams({ ...form, name: 'Sam Shopper' }),
    })
    if (answer.status !== 303) throw new Error(`not paid: ${await answer.text()}`)
  }

  async function paid(
    opened: Awaited<ReturnType<typeof payDeposit>> | Awaited<ReturnType<typeof buyCredits>>,
    card: CardName,
  ) {
    if (!opened.ok) throw new Error(opened.problem.reason)
    await pay(opened.value.sessionId, card)
    return opened.value.sessionId
  }

  return {
    sandbox,
    stripe,
    dashboard,
    pay,

    /** A deposit, paid and held; answers its payment. */
    async holdDeposit(shopper: Shopper, card: CardName = 'visa') {
      const opened = await payDeposit(db, shopper, stripe, places, clock.now())
      const fulfilled = await fulfil(db, stripe, await paid(opened, card))
      if (!fulfilled.ok) throw new Error(fulfilled.problem.reason)
      return await paymentOf(fulfilled.value.orderId)
    },

    /** Something of the catalogue, paid and not yet fulfilled; answers its session. */
    async payFor(
      shopper: Shopper,
      product: CreditProductType,
      { card = 'visa' as CardName, recipientEmail = 'friend@hemline.test' } = {},
    ) {
      const order = product === 'gift' ? { product, recipientEmail } : { product }
      return await paid(await buyCredits(db, shopper, stripe, order, places, clock.now()), card)
    },

    paymentOfSession: async (sessionId: string) => {
      const session = await dashboard.checkout.sessions.retrieve(sessionId)
      return String(session.payment_intent)
    },

    /** Delivers what the sandbox has to tell; works off nothing of it. */
    deliver: () => sandbox.deliverDueWebhooks(),

    /** Makes the refunds that were asked for, hears what the sandbox tells, and acts on it. */
    async settle() {
      for (let busy = true; busy; ) {
        const refunds = await waitingRefunds()
        for (const id of refunds) await makeRefund(db, stripe, id, clock.now())
        await sandbox.deliverDueWebhooks()
        const events = await waitingEvents()
        for (const id of events) await workOffEvent(db, stripe, id, clock.now())
        busy = refunds.length + events.length > 0
      }
    },
  }

  async function paymentOf(orderId: string): Promise<string> {
    const order = await db
      .selectFrom('checkout_orders')
      .select('payment_intent')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    return order.payment_intent ?? ''
  }

  async function waitingRefunds() {
    const rows = await db
      .selectFrom('refunds')
      .select('id')
      .where('status', '=', 'pending')
      .where('stripe_refund_id', 'is', null)
      .execute()
    return rows.map(({ id }) => id)
  }

  async function waitingEvents() {
    const rows = await db
      .selectFrom('stripe_events')
      .select('id')
      .where('done_at', 'is', null)
      .orderBy('received_at')
      .execute()
    return rows.map(({ id }) => id)
  }
}
