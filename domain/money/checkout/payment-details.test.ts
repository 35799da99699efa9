import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import type { PlanType } from '#db/enums.ts'
import { ownData } from '#domain/accounts/people/own-data.ts'
import { reconcile } from '#domain/money/events/reconcile.ts'
import { endSubscriptionsOf } from '#domain/money/plans/subscriptions.ts'
import type { Person, Shopper } from '#domain/shared/actors.ts'
import type { PaidSession } from '#gateways/stripe/checkout-sessions.ts'
import type { StripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import { openPayments } from '#test/payments.ts'
import { readRows } from '#test/postgres/rows.ts'
import { closeCheckoutsOf } from './contacts.ts'
import { fulfil } from './fulfil.ts'
import { findPaidOrder, paidOrders } from './paid-orders.ts'

const { db, made, clock, payments, stripe } = await openPayments()

const storedFor = (person: Person) =>
  readRows(db, 'checkout_orders', ['status', 'payment_method', 'card_last4', 'tax_cents'], {
    user_id: person.id,
  })

const coverageOf = (person: Person) =>
  db
    .selectFrom('subscription_coverage as c')
    .innerJoin('credit_subscriptions as s', 's.id', 'c.subscription_id')
    .select(['c.payment_method', 'c.card_last4'])
    .where('s.user_id', '=', person.id)
    .execute()

const mastercard = { payment_method: 'mastercard', card_last4: '4444' }

type Pay = (shopper: Shopper) => Promise<string>
type Report = (session: string) => Promise<unknown>

const products: Readonly<Record<string, Pay>> = {
  pack: (shopper) => payments.buy(shopper, 'one_time', { card: 'mastercard' }),
  gift: (shopper) => payments.buy(shopper, 'gift', { card: 'mastercard' }),
  deposit: (shopper) => payments.payDeposit(shopper, 'mastercard'),
  plan: (shopper) => payments.buy(shopper, 'subscription_monthly', { card: 'mastercard' }),
}

const reports: Readonly<Record<string, Report>> = {
  'the browser’s return': (session) => fulfil(db, stripe, session),
  // Those of the subscription and its invoice arrive before that of the session.
  'the events in their order': () => payments.catchUp(),
  'the events in reverse': async () => payments.receive((await payments.takeEvents()).reverse()),
  reconciling: () => reconcile(db, stripe, clock.now()),
}

const cases = Object.keys(products).flatMap((product) =>
  Object.keys(reports).map((report): [string, string] => [product, report]),
)

test.each(cases)('the order of a %s stores how it was paid: %s', async (product, report) => {
  const shopper = await made.shopper()
  const session = (await products[product]?.(shopper)) ?? ''
  await reports[report]?.(session)
  expect(await storedFor(shopper)).toEqual([{ status: 'fulfilled', ...mastercard, tax_cents: 0 }])
  const { rows } = await paidOrders(db, shopper, null)
  expect(rows).toMatchObject([{ paymentMethod: 'Mastercard ending in 4444', taxCents: 0 }])
})

const answering = (change: Partial<PaidSession>): StripeGateway => ({
  ...stripe,
  readSession: async (id) => {
    const session = await stripe.readSession(id)
    return session && { ...session, ...change }
  },
})

test('tax is stored; without it and without a payment method the receipt has neither', async () => {
  const [taxed, bare, other] = [await made.shopper(), await made.shopper(), await made.shopper()]
  const link = { method: 'link', cardLast4: null, cardExpires: null, cardFingerprint: null }
  const session = await payments.buy(taxed, 'one_time')
  await fulfil(db, answering({ taxCents: 370, paidWith: link }), session)
  await fulfil(
    db,
    answering({ taxCents: null, paidWith: null }),
    await payments.buy(bare, 'one_time'),
  )
  const { rows } = await paidOrders(db, taxed, null)
  expect(rows).toMatchObject([{ amountCents: 5000, taxCents: 370, paymentMethod: 'Link' }])
  expect((await paidOrders(db, bare, null)).rows).toMatchObject([
    { amountCents: 5000, taxCents: null, paymentMethod: null },
  ])
  const [receipt] = rows
  if (!receipt) throw new Error('no receipt')
  expect(await findPaidOrder(db, taxed, receipt.id)).toEqual(receipt)
  expect(await findPaidOrder(db, other, receipt.id)).toBeNull()
  const { payments: exported } = await ownData(db, taxed, clock.now())
  expect(exported).toMatchObject([{ payment_method: 'link', card_last4: null, tax_cents: 370 }])
})

test('a payment that is refunded at once has no receipt, so nothing is stored', async () => {
  const shopper = await made.shopper()
  const pages = [await payments.payDeposit(shopper), await payments.payDeposit(shopper)]
  for (const page of pages) await fulfil(db, stripe, page)
  const nothing = { payment_method: null, card_last4: null, tax_cents: null }
  expect(await storedFor(shopper)).toEqual(
    expect.arrayContaining([{ status: 'refunded', ...nothing }]),
  )
})

test.each<PlanType>([
  'subscription_monthly',
  'subscription_annual',
])('the digits of cards go with the account: %s', async (plan) => {
  const [leaver, other] = [await made.shopper(), await made.shopper()]
  for (const shopper of [leaver, other]) await payments.subscribe(shopper, plan)
  await inTransaction(db, async (tx) => {
    await endSubscriptionsOf(tx, leaver.id)
    await closeCheckoutsOf(tx, leaver, clock.now())
  })
  const [without, withDigits] = [null, '4242'].map((card_last4) => ({
    payment_method: 'visa',
    card_last4,
  }))
  expect(await storedFor(leaver)).toMatchObject([{ ...without, tax_cents: 0 }])
  expect(await coverageOf(leaver)).toEqual([without])
  expect(await storedFor(other)).toMatchObject([withDigits])
  expect(await coverageOf(other)).toEqual([withDigits])
})

test.each([
  [{ payment_method: 'Visa, or so' }, 'payment_method_of_an_order_is_a_short_name'],
  [{ card_last4: '424' }, 'card_of_an_order_has_four_digits'],
  [{ payment_method: null }, 'card_of_an_order_has_four_digits'],
  [{ tax_cents: -1 }, 'tax_of_an_order_is_part_of_its_amount'],
  [{ tax_cents: 5001 }, 'tax_of_an_order_is_part_of_its_amount'],
])('an order cannot have %o', async (change, constraint) => {
  const shopper = await made.shopper()
  await fulfil(db, stripe, await payments.buy(shopper, 'one_time'))
  const update = db.updateTable('checkout_orders').set(change).where('user_id', '=', shopper.id)
  await expect(update.execute()).rejects.toThrow(constraint)
})

test.each([
  [{ payment_method: '' }, 'payment_method_of_coverage_is_a_short_name'],
  [{ card_last4: '42424' }, 'card_of_coverage_has_four_digits'],
  [{ payment_method: null }, 'card_of_coverage_has_four_digits'],
])('coverage cannot have %o', async (change, constraint) => {
  const shopper = await made.shopper()
  await payments.subscribe(shopper, 'subscription_monthly')
  const update = db.updateTable('subscription_coverage').set(change)
  await expect(update.execute()).rejects.toThrow(constraint)
})
