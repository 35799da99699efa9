import { onTestFinished } from 'vitest'
import type { Db } from '#db/connection.ts'
import type { PlanType } from '#db/enums.ts'
import { buyCredits } from '#domain/checkout/checkout.ts'
import { fulfil } from '#domain/checkout/fulfil.ts'
import { setUpPayments } from '#domain/checkout/set-up-payments.ts'
import { receiveEvent, workOffEvent } from '#domain/checkout/webhook.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { createStripeGateway, type StripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import { createSandbox } from '#sandbox/sandbox.ts'
import { goodForm } from '#sandbox/testing/checkout.ts'
import type { TestClock } from './clock.ts'
import type { TestDatabase } from './database.ts'
import { checkedExchanges } from './stripe-exchanges.ts'

const ORIGIN = 'http://shop.test'
const secretKey = 'sk_test_payments'
const webhookSecret = 'whsec_payments'

export interface TestPayments {
  readonly stripe: StripeGateway
  /** Pays on the checkout page, as a browser without JavaScript does. */
  pay(sessionId: string, card?: string): Promise<void>
  /** Opens a checkout and pays it; answers its session. Nobody is told. */
  buy(
    shopper: Shopper,
    product: string,
    options?: { readonly card?: string; readonly recipientEmail?: string },
  ): Promise<string>
  /** Subscribes, with the success page opened. */
  subscribe(shopper: Shopper, plan: PlanType, card?: string): Promise<void>
  /** Asks the sandbox's API for what no gateway of ours asks; answers its JSON. */
  call(method: string, path: string, fields?: Record<string, string>): Promise<StripeJson>
  /** The webhooks that came since the last call, as bodies that may be received in any order. */
  takeEvents(): Promise<ReceivedEvent[]>
  /** Stores events and works them off, in this order. */
  hear(events: readonly ReceivedEvent[]): Promise<void>
  /** All that happened since, heard in the order in which it happened. */
  catchUp(): Promise<void>
}

export interface StripeJson {
  readonly id: string
  readonly data: readonly StripeJson[]
  readonly [field: string]: unknown
}

export interface ReceivedEvent {
  readonly id: string
  readonly type: string
  readonly body: string
  readonly signature: string
}

/** The sandbox in this process, on a test's database and clock, behind the real SDK. */
export async function testPayments(
  { db, pool }: Pick<TestDatabase, 'db' | 'pool'>,
  clock: TestClock,
): Promise<TestPayments> {
  let received: ReceivedEvent[] = []
  const sandbox = createSandbox({
    pool,
    secretKey,
    clock: clock.now,
    ...(await checkedExchanges()),
    webhook: { url: () => `${ORIGIN}/hooks/stripe`, secret: webhookSecret },
    fetch: async (input, init) => {
      const request = new Request(input, init)
      const body = await request.text()
      const { id, type }: { id: string; type: string } = JSON.parse(body)
      const signature = request.headers.get('stripe-signature') ?? ''
      received.push({ id, type, body, signature })
      return new Response('ok')
    },
  })
  const reach: typeof fetch = async (input, init) =>
    (await sandbox.handle(new Request(input, init))) ??
    new Response('{"error":{}}', { status: 404 })
  const stripe = createStripeGateway({ secretKey, webhookSecret, mayCall: () => {}, fetch: reach })
  await setUpPayments(stripe, null)
  onTestFinished(() => sandbox.close())

  const pay: TestPayments['pay'] = async (sessionId, card = 'visa') => {
    const answer = await reach(`${ORIGIN}/sandbox/checkout/${sessionId}`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin', origin: ORIGIN },
      body: new URLSearchParams({ ...goodForm, card }),
    })
    if (answer.status !== 303) throw new Error(`the checkout answered ${answer.status}`)
  }
  const buy: TestPayments['buy'] = async (shopper, product, options = {}) => {
    const { card, ...wish } = options
    const opened = await buyCredits(db, shopper, stripe, { product, ...wish }, places, clock.now())
    if (!opened.ok) throw new Error(opened.problem.reason)
    await pay(opened.value.sessionId, card)
    return opened.value.sessionId
  }
  const takeEvents: TestPayments['takeEvents'] = async () => {
    await sandbox.deliverDueWebhooks()
    const taken = received
    received = []
    return taken
  }
  const hear: TestPayments['hear'] = async (events) => {
    for (const event of events) await hearOne(db, stripe, event, clock.now())
  }
  return {
    stripe,
    pay,
    buy,
    subscribe: async (shopper, plan, card) => {
      const session = await buy(shopper, plan, { ...(card && { card }) })
      const done = await fulfil(db, stripe, session)
      if (!done.ok) throw new Error(done.problem.reason)
    },
    call: async (method, path, fields) => {
      const answer = await reach(`${ORIGIN}/v1/${path}`, {
        method,
        headers: { authorization: `Bearer ${secretKey}` },
        ...(fields && { body: new URLSearchParams(fields) }),
      })
      const json = await answer.json()
      if (!answer.ok) throw new Error(JSON.stringify(json))
      return json
    },
    takeEvents,
    hear,
    catchUp: async () => {
      // Hearing may cause more: a second subscription is ended.
      for (let news = await takeEvents(); news.length > 0; news = await takeEvents())
        await hear(news)
    },
  }
}

const places = {
  origin: ORIGIN,
  successPath: '/credits-success?session_id={CHECKOUT_SESSION_ID}',
  returnTo: '/credits',
}

async function hearOne(db: Db, stripe: StripeGateway, event: ReceivedEvent, now: Date) {
  if (!(await receiveEvent(db, stripe, event.body, event.signature, now)))
    throw new Error('the signature is not the sandbox’s')
  await workOffEvent(db, stripe, event.id, now)
}
