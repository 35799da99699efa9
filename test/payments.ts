import Stripe from 'stripe'
import { afterAll, onTestFinished, TestRunner } from 'vitest'
import { inTransaction, transactionIsOpen } from '#db/connection.ts'
import type { PlanType } from '#db/enums.ts'
import {
  buyCredits,
  type OpenCheckout,
  openPaymentPage,
  payDeposit,
  purchasesOf,
  recordOrders,
  topUpDeposit,
} from '#domain/money/checkout/checkout.ts'
import { fulfil } from '#domain/money/checkout/fulfil.ts'
import { makeRefund } from '#domain/money/checkout/refunding/refunds.ts'
import { processEvent, receiveEvent } from '#domain/money/events/events.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { asId } from '#domain/shared/ids.ts'
import type { Outcome } from '#domain/shared/outcome.ts'
import { createStripeGateway, type StripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import type { CardName } from '#sandbox/core/cards.ts'
import { createSandbox } from '#sandbox/sandbox.ts'
import { goodForm } from '#sandbox/testing/checkout.ts'
import { type TestDatabase, testDatabase } from '#test/postgres/database.ts'
import { readRow, readRows } from '#test/postgres/rows.ts'
import { type TestClock, testClock } from './clock.ts'
import { checkedExchanges } from './stripe-exchanges.ts'

const ORIGIN = 'http://shop.test'
const secretKey = 'sk_test_payments'
const webhookSecret = 'whsec_payments'
const connectWebhookSecret = 'whsec_accounts'

export interface ReceivedEvent {
  readonly id: string
  readonly type: string
  readonly body: string
  readonly signature: string
}

/** A database, a clock that stands still at an instant, and payments of both. */
export async function openPayments({
  at,
  ...options
}: { readonly at?: Date | string } & Parameters<typeof testDatabase>[0] = {}) {
  const database = await testDatabase(options)
  const clock = testClock(at)
  const payments = await testPayments(database, clock)
  return { ...database, database, clock, payments, stripe: payments.stripe }
}

export type TestPayments = Awaited<ReturnType<typeof testPayments>>

/**
 * The sandbox in this process, without a socket, with the test's database and clock, called through
 * the real SDK. A call pays a checkout, and webhooks are delivered when the test says so.
 */
export async function testPayments(
  { db, pool }: Pick<TestDatabase, 'db' | 'pool'>,
  clock: TestClock,
) {
  let received: ReceivedEvent[] = []
  const sandbox = createSandbox({
    pool,
    secretKey,
    clock: clock.now,
    publicOrigin: ORIGIN,
    ...(await checkedExchanges()),
    webhook: { url: () => `${ORIGIN}/hooks/stripe`, secret: webhookSecret },
    connectWebhook: {
      url: () => `${ORIGIN}/hooks/stripe?connect`,
      secret: connectWebhookSecret,
    },
    fetch: async (input, init) => {
      const request = new Request(input, init)
      const body = await request.text()
      const { id, type }: { id: string; type: string } = JSON.parse(body)
      const signature = request.headers.get('stripe-signature') ?? ''
      received.push({ id, type, body, signature })
      return new Response('ok')
    },
  })
  const atEnd = TestRunner.getCurrentTest() ? onTestFinished : afterAll
  atEnd(() => sandbox.close())
  const sandboxFetch: typeof fetch = async (input, init) =>
    (await sandbox.handle(new Request(input, init))) ??
    new Response('{"error":{}}', { status: 404 })
  const mayCall = () => {
    if (transactionIsOpen()) throw new Error('Stripe is called while a transaction is open')
  }
  const stripe: StripeGateway = createStripeGateway({
    secretKey,
    webhookSecret,
    connectWebhookSecret,
    mayCall,
    fetch: sandboxFetch,
  })

  /** Sends a form of the sandbox, as a browser without JavaScript does; returns the status. */
  async function sendForm(address: string, fields: Record<string, string>): Promise<number> {
    const answer = await sandboxFetch(address, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin', origin: ORIGIN },
      body: new URLSearchParams(fields),
    })
    if (answer.status >= 400) throw new Error(`${address} answered ${answer.status}`)
    return answer.status
  }

  /** Pays on the checkout page. */
  async function pay(sessionId: string, card: CardName = 'visa'): Promise<void> {
    const page = `${ORIGIN}/sandbox/checkout/${sessionId}`
    const status = await sendForm(page, { ...goodForm, card })
    if (status !== 303) throw new Error(`the checkout answered ${status}`)
  }

  async function paid(opened: Outcome<OpenCheckout, { readonly reason: string }>, card?: CardName) {
    if (!opened.ok) throw new Error(opened.problem.reason)
    await pay(opened.value.sessionId, card)
    return opened.value.sessionId
  }

  async function fulfilled(sessionId: string): Promise<string> {
    const done = await fulfil(db, stripe, sessionId)
    if (!done.ok) throw new Error(done.problem.reason)
    const order = await readRow(db, 'checkout_orders', 'payment_intent', done.value.orderId)
    return order.payment_intent ?? ''
  }

  /** Opens a checkout and pays it; returns its session. Its webhooks are not delivered. */
  async function buy(
    shopper: Shopper,
    product: string,
    options: { readonly card?: CardName; readonly recipientEmail?: string } = {},
  ): Promise<string> {
    const { card, recipientEmail = 'friend@hemline.test' } = options
    const input = product === 'gift' ? { product, recipientEmail } : { product }
    return await paid(await buyCredits(db, shopper, stripe, input, places, clock.now()), card)
  }

  /** The webhooks since the last call, as bodies that can be delivered in any order. */
  async function takeEvents(): Promise<ReceivedEvent[]> {
    await sandbox.deliverDueWebhooks()
    const taken = received
    received = []
    return taken
  }

  async function store(events: readonly ReceivedEvent[]): Promise<void> {
    for (const { body, signature } of events)
      if (!(await receiveEvent(db, stripe, body, signature, clock.now())))
        throw new Error('the signature is not the sandbox’s')
  }

  async function processEvents(ids: readonly string[]): Promise<void> {
    for (const id of ids) await processEvent(db, stripe, id, clock.now())
  }

  /** Stores events and processes them, in this order. */
  async function receive(events: readonly ReceivedEvent[]): Promise<void> {
    for (const event of events) {
      await store([event])
      await processEvents([event.id])
    }
  }

  async function waitingRefunds(): Promise<string[]> {
    const rows = await readRows(db, 'refunds', 'id', { status: 'pending', stripe_refund_id: null })
    return rows.map(({ id }) => id)
  }

  async function waitingEvents(): Promise<string[]> {
    const rows = await readRows(db, 'stripe_events', 'id', { done_at: null }, 'received_at')
    return rows.map(({ id }) => id)
  }

  return {
    stripe,
    /** Actions of the owner in Stripe's dashboard. */
    dashboard: new Stripe(secretKey, {
      httpClient: Stripe.createFetchHttpClient(sandboxFetch),
      telemetry: false,
    }),
    pay,
    buy,
    sendForm,
    takeEvents,
    receive,

    /**
     * Opens a checkout for a deposit and pays it; returns its session. Its webhooks are not
     * delivered.
     */
    payDeposit: async (shopper: Shopper, card?: CardName) =>
      await paid(await payDeposit(db, shopper, stripe, places, clock.now()), card),

    /** A paid deposit that is held; returns its payment. */
    holdDeposit: async (shopper: Shopper, card?: CardName) =>
      await fulfilled(await paid(await payDeposit(db, shopper, stripe, places, clock.now()), card)),

    /**
     * Opens a checkout for the missing part of a deposit and pays it; returns its session. Its
     * webhooks are not delivered.
     */
    payTopUp: async (shopper: Shopper, card?: CardName) =>
      await paid(await topUpDeposit(db, shopper, stripe, places, clock.now()), card),

    /** A deposit, or the missing part of one, paid with a pack on one page; returns the payment. */
    holdDepositWithPack: async (
      shopper: Shopper,
      deposit: { readonly topUpCents: number } | null,
      card?: CardName,
    ) => {
      const depositCents = deposit?.topUpCents ?? 5000
      const [pack, held] = purchasesOf(
        {
          ...{ buys: { product: 'one_time', quantity: 1 }, boughtCredits: 50, depositCents },
          ...{ creditsCents: 5000, totalCents: 5000 + depositCents },
        },
        deposit,
      )
      if (!pack || !held) throw new Error('nothing is to be paid')
      const now = clock.now()
      const orderId = await inTransaction(db, (tx) =>
        recordOrders(tx, shopper, [pack, held], places, now),
      )
      const page = { orderId, purchases: [pack, held] }
      const opened = await openPaymentPage(db, shopper, stripe, page, places, now)
      return await fulfilled(await paid(opened, card))
    },

    /** The same, fulfilled; returns the payment. */
    topUp: async (shopper: Shopper, card?: CardName) =>
      await fulfilled(
        await paid(await topUpDeposit(db, shopper, stripe, places, clock.now()), card),
      ),

    /** Subscribes, with the success page opened; returns the payment. */
    subscribe: async (shopper: Shopper, plan: PlanType, card?: CardName) =>
      await fulfilled(await buy(shopper, plan, { ...(card && { card }) })),

    paymentOfSession: async (sessionId: string) => {
      const session = await stripe.readSession(sessionId)
      return session?.paymentIntent ?? ''
    },

    /** Calls the sandbox's API for requests that our gateway does not make; returns the JSON. */
    call: async (
      method: string,
      path: string,
      fields?: Record<string, string>,
    ): Promise<StripeJson> => {
      const answer = await sandboxFetch(`${ORIGIN}/v1/${path}`, {
        method,
        headers: { authorization: `Bearer ${secretKey}` },
        ...(fields && { body: new URLSearchParams(fields) }),
      })
      const json = await answer.json()
      if (!answer.ok) throw new Error(JSON.stringify(json))
      return json
    },

    /** Stores the sandbox's webhooks without processing them. */
    deliver: async () => await store(await takeEvents()),

    /** Processes all events since, in order. */
    catchUp: async () => {
      // Processing may cause more events, for example when it cancels a second subscription.
      for (let events = await takeEvents(); events.length > 0; events = await takeEvents())
        await receive(events)
    },

    /** Makes the requested refunds, and processes the sandbox's webhooks. */
    processAll: async () => {
      for (let busy = true; busy; ) {
        const refunds = await waitingRefunds()
        for (const id of refunds) await makeRefund(db, stripe, asId(id), clock.now())
        await store(await takeEvents())
        const events = await waitingEvents()
        await processEvents(events)
        busy = refunds.length + events.length > 0
      }
    },
  }
}

export interface StripeJson {
  readonly id: string
  readonly data: readonly StripeJson[]
  readonly [field: string]: unknown
}

const places = {
  origin: ORIGIN,
  successPath: '/credits-success?session_id={CHECKOUT_SESSION_ID}',
  returnTo: '/credits',
}
