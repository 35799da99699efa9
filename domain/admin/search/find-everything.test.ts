import { expect, test } from 'vitest'
import type { OrderId } from '#db/ids.ts'
import { rentalNumber } from '#domain/booking/rentals/stage/rental-number.ts'
import type { Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows, readRow, updateRows } from '#test/postgres/rows.ts'
import { findEverything } from './find-everything.ts'
import { MAX_FOUND } from './found-rows.ts'

// Payments without what they bought; their invariants are checked elsewhere.
const { db, made } = await testDatabase({ violatesInvariants: true })
const admin = await made.admin()
const now = new Date('2026-11-29T12:00:00Z')

/** The ids that a search finds of each kind; kinds without any are left out. */
async function idsOf(words: string) {
  const found = await findEverything(db, admin, words, now)
  return Object.fromEntries(
    Object.entries(found).flatMap(([kind, { rows }]) =>
      rows.length > 0 ? [[kind, rows.map(({ id }): string => id)]] : [],
    ),
  )
}

/** A paid order; with `paidWith`, of a deposit that was paid together with that order. */
async function order(row: {
  readonly person: Person
  readonly cents: number
  readonly last4: string
  readonly paidWith?: OrderId
}) {
  const id = newId()
  const payment = `pi_${id.replaceAll('-', '')}`
  await insertRows(db, 'checkout_orders', {
    ...{ id, user_id: row.person.id, amount_cents: row.cents, credits: row.paidWith ? 0 : 50 },
    ...{ product_type: row.paidWith ? 'deposit' : 'one_time', paid_with: row.paidWith },
    ...{ status: 'fulfilled', created_at: now, paid_at: now, fulfilled_at: now },
    ...{ payment_method: 'visa', card_last4: row.last4, payment_intent: payment },
    stripe_session_id: row.paidWith ? null : `cs_${id.replaceAll('-', '')}`,
  })
  return { id: id as OrderId, payment }
}

test('people and closets are found by name, email, phone, shop name or customer', async () => {
  const person = await made.shopper({ full_name: 'Nia Needle', phone: '+1 (646) 555-0142' })
  const closet = await made.closet({ full_name: 'Cleo Needle' })
  await insertRows(db, 'closet_pages', {
    ...{ closet_id: closet.id, shop_name: 'The Velvet Attic', updated_at: now },
  })
  await insertRows(db, 'stripe_customers', {
    ...{ user_id: person.id, stripe_customer_id: 'cus_needle', created_at: now },
  })
  expect(await idsOf('needle')).toEqual({ people: [person.id], closets: [closet.id] })
  expect(await idsOf('velvet attic')).toEqual({ closets: [closet.id] })
  for (const words of [person.email, '646 555 0142', person.id, 'cus_needle'])
    expect((await idsOf(words)).people, words).toEqual([person.id])
  await updateRows(db, 'user_profiles', person.id, { phone: null, deleted_at: now })
  expect(await idsOf(person.id)).toEqual({})
})

test('a rental is found by its id or number, an item by its id or title', async () => {
  const item = await made.item({ title: 'Ostrich bolero' })
  const { id } = await made.rental({ item })
  for (const words of [id, rentalNumber(id), `#${rentalNumber(id).toLowerCase()}`])
    expect(await idsOf(words), words).toEqual({ rentals: [id] })
  expect(await idsOf('ostrich')).toEqual({ items: [item.id] })
  expect(await idsOf(item.id)).toEqual({ items: [item.id] })
  await updateRows(db, 'clothing_items', item.id, { deleted_at: now, available: false })
  expect(await idsOf('ostrich')).toEqual({})
})

test('a payment is found by what a card statement says, or by an id at Stripe', async () => {
  const person = await made.shopper()
  const wanted = await order({ person, cents: 12_345, last4: '9911' })
  await order({ person, cents: 12_345, last4: '9912' })
  await order({ person, cents: 12_346, last4: '9911' })
  const other = await order({ person: await made.shopper(), cents: 12_345, last4: '9911' })
  expect((await idsOf('123.45')).payments).toHaveLength(3)
  expect((await idsOf('9911')).payments).toHaveLength(3)
  expect((await idsOf('$123.45 9911')).payments?.toSorted()).toEqual(
    [wanted.id, other.id].toSorted(),
  )
  const words = `123.45 9911 ${person.email.toUpperCase()}`
  expect(await idsOf(words)).toEqual({ payments: [wanted.id] })
  const refund = newId()
  await insertRows(db, 'refunds', {
    ...{ id: refund, order_id: wanted.id, amount_cents: 5000, reason: 'made_at_stripe' },
    ...{ status: 'succeeded', stripe_refund_id: 're_1', requested_at: now, finished_at: now },
  })
  await insertRows(db, 'disputes', {
    ...{ id: 'du_1', order_id: wanted.id, payment_intent: wanted.payment, user_id: person.id },
    ...{ amount_cents: 12_345, status: 'won', opened_at: now, closed_at: now },
  })
  const session = await readRow(db, 'checkout_orders', 'stripe_session_id', wanted.id)
  for (const id of [wanted.payment, session.stripe_session_id ?? '', 're_1', 'du_1'])
    expect(await idsOf(id), id).toEqual({ payments: [wanted.id] })
  const { payments } = await findEverything(db, admin, wanted.payment, now)
  expect(payments.rows).toMatchObject([
    {
      id: wanted.id,
      cents: 12_345,
      refund: 'succeeded',
      dispute: 'won',
      person: { id: person.id },
    },
  ])
})

test('a deposit and credits that were paid at once are found by the sum, and each by its part', async () => {
  const person = await made.shopper()
  const credits = await order({ person, cents: 2111, last4: '8811' })
  const deposit = await order({ person, cents: 5000, last4: '8811', paidWith: credits.id })
  expect((await idsOf('71.11 8811')).payments?.toSorted()).toEqual(
    [credits.id, deposit.id].toSorted(),
  )
  expect(await idsOf('21.11 8811')).toEqual({ payments: [credits.id] })
  expect(await idsOf('50 8811')).toEqual({ payments: [deposit.id] })
})

test('a renewal of a plan is found like a payment, and the first payment only as its order', async () => {
  const person = await made.shopper()
  const first = await order({ person, cents: 2077, last4: '7711' })
  const subscription = newId()
  await insertRows(db, 'credit_subscriptions', {
    ...{ id: subscription, user_id: person.id, stripe_subscription_id: 'sub_1' },
    ...{ product_type: 'subscription_monthly', status: 'active', created_at: now, updated_at: now },
  })
  const paid = (invoice: string, payment: string) => ({
    ...{ id: newId(), subscription_id: subscription, stripe_invoice_id: invoice, paid_at: now },
    ...{ starts_at: now, ends_at: new Date(now.getTime() + 1), paid_cents: 2077 },
    ...{ product_type: 'subscription_monthly' as const, payment_intent: payment },
    ...{ payment_method: 'visa', card_last4: '7711' },
  })
  const [begun, renewed] = [paid('in_1', first.payment), paid('in_2', 'pi_renewed')]
  await insertRows(db, 'subscription_coverage', [begun, renewed])
  for (const words of ['20.77 7711', `20.77 ${person.email}`])
    expect((await idsOf(words)).payments?.toSorted(), words).toEqual(
      [first.id, renewed.id].toSorted(),
    )
  expect(await idsOf('in_1')).toEqual({ payments: [first.id] })
  for (const id of ['in_2', 'pi_renewed'])
    expect(await idsOf(id), id).toEqual({ payments: [renewed.id] })
})

test('a gift is found by its whole code, and at most ten of each kind are shown', async () => {
  const [buyer, friend] = [await made.shopper(), await made.shopper()]
  const { id } = await order({ person: buyer, cents: 5099, last4: '6611' })
  await insertRows(db, 'gift_codes', {
    ...{ id: newId(), code: 'ABCD2345', buyer_id: buyer.id, order_id: id, credits_amount: 50 },
    ...{ recipient_email: friend.email, payment_intent: 'pi_gift', expires_at: now },
    ...{ created_at: now, claimed: true, claimed_at: now, claimed_by: friend.id },
  })
  const { gifts } = await findEverything(db, admin, 'abcd 2345', now)
  expect(gifts.rows).toMatchObject([
    { state: 'claimed', credits: 50, buyerId: buyer.id, claimerId: friend.id },
  ])
  expect(await idsOf('abcd234')).toEqual({})
  for (let n = 0; n <= MAX_FOUND; n++) await made.shopper({ full_name: `Tessellate ${n}` })
  const { people } = await findEverything(db, admin, 'tessellate', now)
  expect([people.rows.length, people.hasMore]).toEqual([MAX_FOUND, true])
})
