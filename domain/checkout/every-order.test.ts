import { expect, test } from 'vitest'
import type { Db } from '#db/connection.ts'
import { requestRefund } from '#domain/deposits/deposits.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { asId } from '#domain/shared/ids.ts'
import { quoteUpgrade, upgrade } from '#domain/subscriptions/change-plan.ts'
import type { StripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import { type TestClock, testClock } from '#test/clock.ts'
import { testDatabase } from '#test/database.ts'
import { forgettingDb, inEveryOrder, rowsOf } from '#test/every-order.ts'
import { make } from '#test/make.ts'
import { type TestPayments, testPayments } from '#test/payments.ts'
import { withholdPartOfDeposit } from '#test/withheld-deposit.ts'
import { fulfil } from './fulfil.ts'
import { makeRefund } from './refunds.ts'
import { eventsActedOn, processEvent, receiveEvent } from './webhook.ts'

type World = {
  readonly db: Db
  readonly shopper: Shopper
  readonly clock: TestClock
  readonly payments: TestPayments
  /** A database that is reset when the story is over: only Stripe remembers it. */
  readonly forgetful: Db
}

type Flow = {
  readonly name: string
  /** What happens first, and is heard as always. Answers what the story goes on with. */
  readonly before?: (world: World) => Promise<string>
  /** What causes the events. */
  readonly story: (world: World, before: string) => Promise<unknown>
  /** The types of the events that require a change. */
  readonly events: readonly string[]
  /** What the records contain in the end, in part. */
  readonly end: Readonly<Record<string, readonly object[]>>
}

const PAID = 'checkout.session.completed'
const REFUNDED = ['charge.refunded', 'refund.created', 'refund.updated']
const LOST = ['closed', 'created', 'funds_withdrawn', 'updated'].map(
  (event) => `charge.dispute.${event}`,
)
const WON = [...LOST, 'charge.dispute.funds_reinstated']

const flows: readonly Flow[] = [
  {
    name: 'a pack',
    story: ({ payments, shopper }) => payments.buy(shopper, 'one_time'),
    events: [PAID],
    end: { checkout_orders: [{ status: 'fulfilled' }], credit_lots: [{ available: 50 }] },
  },
  {
    name: 'a gift',
    story: ({ payments, shopper }) => payments.buy(shopper, 'gift'),
    events: [PAID],
    end: { credit_lots: [{ available: 50 }], gift_codes: [{ credits_amount: 50, claimed: false }] },
  },
  {
    name: 'a deposit',
    story: ({ payments, shopper }) => payments.payDeposit(shopper),
    events: [PAID],
    end: { deposits: [{ amount_cents: 5000, closed_at: null }] },
  },
  {
    name: 'what a deposit lacks',
    before: havePartWithheld,
    story: ({ payments, shopper }) => payments.payTopUp(shopper),
    events: [PAID],
    end: { deposits: [{ amount_cents: 6050, topped_up_cents: 1050, kept_cents: 1050 }] },
  },
  {
    name: 'what a deposit lacks, disputed and lost',
    before: havePartWithheld,
    story: async ({ payments, shopper, clock }) => {
      const session = await payments.payTopUp(shopper, 'disputed')
      clock.advance({ hours: 1 })
      const { disputes } = payments.dashboard
      const payment = await payments.paymentOfSession(session)
      const { data } = await disputes.list({ payment_intent: payment })
      await disputes.update(data[0]?.id ?? '', { metadata: { seen: 'yes' } })
      await disputes.close(data[0]?.id ?? '')
    },
    events: [PAID, ...LOST],
    end: {
      deposits: [{ amount_cents: 6050, kept_cents: 1050, lost_cents: 1050, frozen_at: null }],
      disputes: [{ status: 'lost', loss_cents: 0 }],
    },
  },
  {
    name: 'a subscription that is upgraded',
    story: async ({ payments, shopper, clock, forgetful }) => {
      await fulfil(forgetful, payments.stripe, await payments.buy(shopper, 'subscription_monthly'))
      clock.advance({ days: 10 })
      const quote = await quoteUpgrade(forgetful, shopper, payments.stripe)
      const cents = quote.ok ? quote.value.dueCents : 0
      await upgrade(forgetful, shopper, payments.stripe, cents, clock.now())
    },
    events: [
      PAID,
      'customer.subscription.created',
      'customer.subscription.updated',
      'customer.subscription.updated',
      'invoice.paid',
      'invoice.paid',
    ],
    end: {
      checkout_orders: [{ status: 'fulfilled' }],
      credit_subscriptions: [{ status: 'active', product_type: 'subscription_annual' }],
      subscription_coverage: [{}, {}],
      credit_lots: [{ minted: 30 }],
    },
  },
  {
    name: 'a renewal that fails and is paid with another card',
    before: async ({ payments, shopper }) => {
      await payments.subscribe(shopper, 'subscription_monthly', 'renewalDeclined')
      await payments.catchUp()
      return ''
    },
    story: async ({ payments, clock }) => {
      clock.advance({ days: 29 })
      const { invoices, paymentMethods } = payments.dashboard
      const [due] = (await invoices.list({ status: 'open' })).data
      const customer = String(due?.customer)
      const card = await paymentMethods.attach('pm_card_visa', { customer })
      await invoices.pay(due?.id ?? '', { payment_method: card.id })
    },
    events: [
      'customer.subscription.updated',
      'customer.subscription.updated',
      'invoice.paid',
      'invoice.payment_failed',
    ],
    end: {
      credit_subscriptions: [{ status: 'active' }],
      subscription_coverage: [{ paid_cents: 2000 }, { paid_cents: 2000 }],
      credit_lots: [{ minted: 30 }, { minted: 30 }],
    },
  },
  {
    name: 'a deposit that is asked back, and whose refund fails after it has succeeded',
    before: async ({ db, payments, shopper, clock }) => {
      await payments.holdDeposit(shopper, 'refundFails')
      await payments.catchUp()
      await requestRefund(db, shopper, clock.now())
      return (await db.selectFrom('refunds').select('id').executeTakeFirstOrThrow()).id
    },
    story: async ({ payments, forgetful, clock }, refund) => {
      await makeRefund(forgetful, payments.stripe, asId(refund), clock.now())
      clock.advance({ seconds: 15 })
    },
    events: [...REFUNDED, 'refund.failed'],
    end: { deposits: [{ refunded_cents: 0, closed_at: null }], refunds: [{ status: 'failed' }] },
  },
  {
    name: 'a gift that is given back in the dashboard before anybody has heard of it',
    story: async ({ payments, shopper }) => {
      const session = await payments.buy(shopper, 'gift')
      const payment = await payments.paymentOfSession(session)
      await payments.dashboard.refunds.create({ payment_intent: payment })
    },
    events: [PAID, 'charge.refunded', 'refund.created'],
    end: {
      credit_lots: [{ available: 0, revoked: 50 }],
      gift_codes: [{ revoked_at: '2027-01-31T12:00:00+00:00' }],
      disputes: [{ kind: 'refund', status: 'lost', loss_cents: 0 }],
    },
  },
  // The events of a gift that wins are those of a pack; its code is in disputes.test.ts.
  ...(['one_time', 'deposit'] as const).map(
    (product): Flow => ({
      name: `a payment (${product}) that is disputed, and won`,
      story: async (world) => {
        const dispute = await disputed(world, product)
        const evidence = { uncategorized_text: 'winning_evidence' }
        await world.payments.dashboard.disputes.update(dispute, { evidence, submit: true })
        world.clock.advance({ seconds: 1 })
      },
      events: [PAID, ...WON],
      end: {
        disputes: [{ status: 'won', loss_cents: 0, loss_credits: 0 }],
        ...(product === 'deposit' && { deposits: [{ frozen_at: null, lost_cents: 0 }] }),
        ...(product !== 'deposit' && { credit_lots: [{ frozen_at: null, available: 50 }] }),
      },
    }),
  ),
  ...(['one_time', 'gift', 'deposit'] as const).map(
    (product): Flow => ({
      name: `a payment (${product}) that is disputed, and lost`,
      story: async (world) => {
        const { disputes } = world.payments.dashboard
        const dispute = await disputed(world, product)
        await disputes.update(dispute, { metadata: { seen: 'yes' } })
        await disputes.close(dispute)
      },
      events: [PAID, ...LOST],
      end: {
        disputes: [{ status: 'lost', loss_cents: 0, loss_credits: 0 }],
        ...(product === 'deposit' && { deposits: [{ lost_cents: 5000 }] }),
        ...(product !== 'deposit' && { credit_lots: [{ available: 0, revoked: 50 }] }),
        ...(product === 'gift' && { gift_codes: [{ revoked_at: '2027-01-31T13:00:00+00:00' }] }),
      },
    }),
  ),
]

/** A deposit of which something was kept while a rental is open on it. */
async function havePartWithheld({ db, payments, shopper, clock }: World): Promise<string> {
  await payments.holdDeposit(shopper)
  await payments.catchUp()
  await withholdPartOfDeposit(db, shopper, 1050, clock.now())
  return ''
}

/** Bought with a card whose owner disputes it; answers the dispute. */
async function disputed(
  { payments, shopper, clock }: World,
  product: 'one_time' | 'gift' | 'deposit',
): Promise<string> {
  const session =
    product === 'deposit'
      ? await payments.payDeposit(shopper, 'disputed')
      : await payments.buy(shopper, product, { card: 'disputed' })
  clock.advance({ hours: 1 })
  const payment = await payments.paymentOfSession(session)
  const { data } = await payments.dashboard.disputes.list({ payment_intent: payment })
  return data[0]?.id ?? ''
}

test.each(
  flows,
)('$name: events in every order, each ten times, lead to the same records', async (flow) => {
  const database = await testDatabase()
  const clock = testClock('2027-01-31T12:00:00Z')
  const payments = await testPayments(database, clock)
  const shopper = await make(database.db).shopper()
  const ledger = await forgettingDb(database)
  const { db } = ledger
  const world = { db: database.db, shopper, clock, payments, forgetful: db }
  const before = (await flow.before?.(world)) ?? ''
  await payments.takeEvents()
  await ledger.forgetting(() => flow.story(world, before))
  const events = (await payments.takeEvents()).filter(({ type }) => eventsActedOn.includes(type))
  expect(events.map(({ type }) => type).sort()).toEqual([...flow.events].sort())

  const stripe = remembering(payments.stripe)
  const now = clock.now()
  const { orders, ends } = await inEveryOrder(
    ledger,
    events,
    async ({ id, body, signature }) => {
      for (let time = 0; time < 10; time++) {
        await receiveEvent(db, stripe, body, signature, now)
        // Three times we die before it is written down as done, and all of the work comes again.
        if (time < 3)
          await db
            .updateTable('stripe_events')
            .set({ done_at: null })
            .where('id', '=', id)
            .execute()
        await processEvent(db, stripe, id, now).catch(waits)
      }
      for (const other of await waiting(db)) await processEvent(db, stripe, other, now).catch(waits)
    },
    async () => {
      for (const { id } of events) await processEvent(db, stripe, id, now)
    },
  )
  expect(orders).toBe(events.reduce((product, _, n) => product * (n + 1), 1))
  expect(ends.slice(1)).toEqual(ends.slice(1).map(() => ends[0]))
  for (const [table, rows] of Object.entries(flow.end))
    expect({ [table]: rowsOf(ends[0] ?? [], table) }).toMatchObject({ [table]: rows })
})

/** What cannot be done yet is tried again by a job, soon after. */
function waits(error: unknown) {
  if (!String(error).includes('is not fulfilled yet')) throw error
}

async function waiting(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('stripe_events')
    .select('id')
    .where('done_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** Stripe, of which nothing changes any more: the same question is asked once. */
function remembering(stripe: StripeGateway): StripeGateway {
  const { subscriptions } = stripe
  return {
    ...stripe,
    readSession: once(stripe.readSession),
    readRefund: once(stripe.readRefund),
    refundsOfCharge: once(stripe.refundsOfCharge),
    readDispute: once(stripe.readDispute),
    orderOfPayment: once(stripe.orderOfPayment),
    subscriptions: {
      ...subscriptions,
      read: once(subscriptions.read),
      ofInvoice: once(subscriptions.ofInvoice),
      ofPayment: once(subscriptions.ofPayment),
    },
  }
}

function once<Call extends readonly unknown[], Answer>(
  ask: (...call: Call) => Promise<Answer>,
): (...call: Call) => Promise<Answer> {
  const answers = new Map<string, Promise<Answer>>()
  return (...call) => {
    const key = JSON.stringify(call)
    const answer = answers.get(key) ?? ask(...call)
    answers.set(key, answer)
    return answer
  }
}
