import { test } from 'vitest'
import { payToRent, requestPaidRental } from '#domain/booking/rental-checkouts/rental-checkouts.ts'
import { fulfil } from '#domain/money/checkout/fulfil.ts'
import { makeRefund } from '#domain/money/checkout/refunding/refunds.ts'
import { requestRefund } from '#domain/money/deposits/deposits.ts'
import { quoteUpgrade, upgrade } from '#domain/money/plans/change-plan.ts'
import { asId, newId } from '#domain/shared/ids.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { expectSameRecords, type Flow, PAID, prepareWithheldPart } from '#test/event-flows.ts'
import { make } from '#test/make/make.ts'

const today = calendarDateIn('UTC', new Date('2027-01-31T12:00:00Z'))
const REFUNDED = ['charge.refunded', 'refund.created', 'refund.updated']

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
      const quote = await quoteUpgrade(resettable, shopper, payments.stripe)
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
    before: async ({ db, payments, shopper, clock }) => {
      await payments.holdDeposit(shopper)
      await payments.catchUp()
      const item = await make(db).item({ creditsPerDay: 2, advance_booking: true })
      const dates = { start: '2027-02-05', end: '2027-02-08' }
      const page = await payToRent(
        db,
        shopper,
        payments.stripe,
        { itemId: item.id, ...dates, requestKey: newId(), origin: '' },
        { product: 'subscription_monthly', totalCents: 2000 },
        { origin: 'http://shop.test', successPath: '/', returnTo: '/', leftPath: '/' },
        { now: clock.now(), today, timeZone: 'UTC' },
      )
      return page.ok && 'sessionId' in page.value ? page.value.sessionId : ''
    },
    story: ({ payments }, session) => payments.pay(session),
    acts: [
      async (db, stripe, now) => {
        const order = await db
          .selectFrom('rental_checkouts as c')
          .innerJoin('checkout_orders as o', 'o.id', 'c.order_id')
          .select(['c.order_id as id', 'o.stripe_session_id as session'])
          .executeTakeFirstOrThrow()
        await fulfil(db, stripe, order.session ?? '')
        await requestPaidRental(db, order.id, { now, today, timeZone: 'UTC' })
      },
    ],
    events: [PAID, 'customer.subscription.created', 'invoice.paid'],
    end: {
      rental_checkouts: [{ status: 'requested' }],
      rentals: [{ total_credits: 14 }],
      credit_lots: [{ minted: 30, available: 16 }],
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
