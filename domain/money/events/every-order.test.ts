import { test } from 'vitest'
import type { Db } from '#db/connection.ts'
import { leaveExpiredCheckouts } from '#domain/booking/rental-checkouts/end-checkout.ts'
import { requestPaidRentals } from '#domain/booking/rental-checkouts/rental-checkouts.ts'
import { fulfil } from '#domain/money/checkout/fulfil.ts'
import { makeRefund } from '#domain/money/checkout/refunding/refunds.ts'
import { requestRefund } from '#domain/money/deposits/deposits.ts'
import { quoteUpgrade, upgrade } from '#domain/money/plans/change-plan.ts'
import { asId } from '#domain/shared/ids.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import type { StripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import {
  expectSameRecords,
  type Flow,
  PAID,
  pageToRent,
  prepareWithheldPart,
} from '#test/event-flows.ts'

const today = calendarDateIn('UTC', new Date('2027-01-31T12:00:00Z'))
const REFUNDED = ['charge.refunded', 'refund.created', 'refund.updated']

/** Somebody comes back from the payment page. */
async function returnFromPayment(db: Db, stripe: StripeGateway, now: Date): Promise<void> {
  const order = await db
    .selectFrom('rental_checkouts as c')
    .innerJoin('checkout_orders as o', 'o.id', 'c.order_id')
    .select(['c.order_id as id', 'o.stripe_session_id as session'])
    .executeTakeFirstOrThrow()
  await fulfil(db, stripe, order.session ?? '')
  await requestPaidRentals(db, order.id, { now, today, timeZone: 'UTC' })
}

/** Somebody comes back, and the timer ends what can no longer be paid. */
async function leaveAfterPayment(db: Db, stripe: StripeGateway, now: Date): Promise<void> {
  await returnFromPayment(db, stripe, now)
  await leaveExpiredCheckouts(db, now)
}

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
    before: prepareWithheldPart,
    story: ({ payments, shopper }) => payments.payTopUp(shopper),
    events: [PAID],
    end: { deposits: [{ amount_cents: 6050, topped_up_cents: 1050, kept_cents: 1050 }] },
  },
  {
    name: 'a subscription that is upgraded',
    story: async ({ payments, shopper, clock, resettable }) => {
      await fulfil(resettable, payments.stripe, await payments.buy(shopper, 'subscription_monthly'))
      clock.advance({ days: 10 })
      const quote = await quoteUpgrade(resettable, shopper, payments.stripe, clock.now())
      const cents = quote.ok ? quote.value.dueCents : 0
      await upgrade(resettable, shopper, payments.stripe, cents, clock.now())
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
    name: 'a plan that a rental waits for',
    before: async (world) => {
      await world.payments.holdDeposit(world.shopper)
      await world.payments.catchUp()
      return await pageToRent(world, { product: 'subscription_monthly', totalCents: 2000 })
    },
    story: ({ payments }, session) => payments.pay(session),
    acts: [returnFromPayment],
    events: [PAID, 'customer.subscription.created', 'invoice.paid'],
    end: {
      rental_checkouts: [{ status: 'requested' }],
      rentals: [{ total_credits: 14 }],
      credit_lots: [{ minted: 30, available: 16 }],
    },
  },
  {
    name: 'a deposit and a plan on one page, that a rental waits for',
    before: (world) => pageToRent(world, { product: 'subscription_monthly', totalCents: 7000 }),
    story: ({ payments }, session) => payments.pay(session),
    acts: [returnFromPayment],
    events: [PAID, 'customer.subscription.created', 'invoice.paid'],
    end: {
      checkout_orders: [{ status: 'fulfilled' }, { status: 'fulfilled' }],
      deposits: [{ amount_cents: 5000, closed_at: null }],
      subscription_coverage: [{ paid_cents: 2000 }],
      rentals: [{ total_credits: 14 }],
      credit_lots: [{ minted: 30, available: 16 }],
    },
  },
  {
    name: 'a deposit and a pack on one page, that two pieces together wait for',
    before: (world) =>
      pageToRent(world, { product: 'one_time', totalCents: 10_000 }, { count: 2, together: true }),
    story: ({ payments }, session) => payments.pay(session),
    acts: [returnFromPayment],
    events: [PAID],
    end: {
      rental_checkouts: [{ status: 'requested' }, { status: 'requested' }],
      rentals: [{ total_credits: 14 }, { total_credits: 14 }],
      booked_periods: [{ order_id: null }, { order_id: null }],
      credit_lots: [{ minted: 50, available: 22 }],
      deposits: [{ amount_cents: 5000, closed_at: null }],
    },
  },
  {
    name: 'a plan that two pieces wait for, each by itself',
    before: async (world) => {
      await world.payments.holdDeposit(world.shopper)
      await world.payments.catchUp()
      const bag = { count: 2, together: false }
      return await pageToRent(world, { product: 'subscription_monthly', totalCents: 2000 }, bag)
    },
    story: ({ payments }, session) => payments.pay(session),
    acts: [returnFromPayment],
    events: [PAID, 'customer.subscription.created', 'invoice.paid'],
    end: {
      rental_checkouts: [{ status: 'requested' }, { status: 'requested' }],
      rentals: [{ total_credits: 14 }, { total_credits: 14 }],
      credit_lots: [{ minted: 30, available: 2 }],
    },
  },
  {
    name: 'a pack that two pieces wait for, of which a part is refunded in the dashboard',
    before: async (world) => {
      await world.payments.holdDeposit(world.shopper)
      await world.payments.catchUp()
      const bag = { count: 2, together: true }
      return await pageToRent(world, { product: 'one_time', totalCents: 5000 }, bag)
    },
    story: async ({ payments }, session) => {
      await payments.pay(session)
      const payment = await payments.paymentOfSession(session)
      await payments.dashboard.refunds.create({ payment_intent: payment, amount: 1000 })
    },
    events: [PAID, 'charge.refunded', 'refund.created'],
    end: { disputes: [{ kind: 'refund', amount_cents: 1000 }] },
  },
  {
    name: 'the payment page of two pieces that closes unpaid',
    before: (world) =>
      pageToRent(world, { product: 'one_time', totalCents: 10_000 }, { count: 2, together: true }),
    story: async ({ clock }) => clock.advance({ seconds: 32 * 60 }),
    acts: [leaveAfterPayment],
    events: ['checkout.session.expired'],
    end: {
      checkout_orders: [{ status: 'expired' }, { status: 'expired' }],
      rental_checkouts: [{ status: 'left' }, { status: 'left' }],
      booked_periods: [],
      rentals: [],
    },
  },
  {
    name: 'a deposit and a pack on one page, of which a part is refunded in the dashboard',
    before: (world) => pageToRent(world, { product: 'one_time', totalCents: 10_000 }),
    story: async ({ payments }, session) => {
      await payments.pay(session)
      const payment = await payments.paymentOfSession(session)
      await payments.dashboard.refunds.create({ payment_intent: payment, amount: 1000 })
    },
    events: [PAID, 'charge.refunded', 'refund.created'],
    end: {
      credit_lots: [{ minted: 50, revoked: 5, available: 45 }],
      disputes: [
        { kind: 'refund', amount_cents: 500, loss_cents: 0 },
        { kind: 'refund', amount_cents: 500, loss_cents: 0 },
      ],
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
      'charge.failed',
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
    story: async ({ payments, resettable, clock }, refund) => {
      await makeRefund(resettable, payments.stripe, asId(refund), clock.now())
      clock.advance({ seconds: 15 })
    },
    events: [...REFUNDED, 'refund.failed'],
    end: { deposits: [{ refunded_cents: 0, closed_at: null }], refunds: [{ status: 'failed' }] },
  },
]

test.each(flows)(
  '$name: events in every order, each three times, lead to the same records',
  expectSameRecords,
)
