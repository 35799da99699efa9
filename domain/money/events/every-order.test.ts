import { test } from 'vitest'
import { fulfil } from '#domain/money/checkout/fulfil.ts'
import { makeRefund } from '#domain/money/checkout/refunding/refunds.ts'
import { requestRefund } from '#domain/money/deposits/deposits.ts'
import { quoteUpgrade, upgrade } from '#domain/money/plans/change-plan.ts'
import { asId } from '#domain/shared/ids.ts'
import { expectSameRecords, type Flow, PAID, prepareWithheldPart } from '#test/event-flows.ts'

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
