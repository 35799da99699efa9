import { expect, test } from 'vitest'
import type { CoverageId, OrderId, SubscriptionId } from '#db/ids.ts'
import type { Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { maxRowsHandled } from '#test/postgres/bounded-work.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows, updateRows } from '#test/postgres/rows.ts'
import { vacuumFilled } from '#test/postgres/vacuum-filled.ts'
import { paymentList } from './payment-list.ts'
import { paymentTerms } from './payment-terms.ts'

// Rows without history; their invariants are checked elsewhere.
const database = await testDatabase({ violatesInvariants: true, isNew: true })
const { db, pool, made } = database
const admin = await made.admin()
const at = (minute: number) => new Date(Date.UTC(2026, 10, 29, 12, minute))

const list = (typed: string, after: string | null = null) =>
  paymentList(db, admin, { terms: paymentTerms(typed), after })
const idsOf = async (typed: string) => (await list(typed)).rows.map(({ id }) => id)

type Paid = {
  readonly minute: number
  readonly cents?: number
  readonly last4?: string
  readonly product?: 'one_time' | 'deposit'
  readonly paidWith?: OrderId
}

async function pay(payer: Person, paid: Paid) {
  const { minute, cents = 5000, last4 = '4242', product = 'one_time', paidWith } = paid
  const id: OrderId = newId()
  await insertRows(db, 'checkout_orders', {
    ...{ id, user_id: payer.id, product_type: product, amount_cents: cents },
    ...{ credits: product === 'deposit' ? 0 : 50, status: 'fulfilled' },
    ...{ payment_intent: paidWith ? `pi_${paidWith}#deposit` : `pi_${id}` },
    ...(paidWith ? { paid_with: paidWith } : { stripe_session_id: `cs_${id}` }),
    ...{ payment_method: 'visa', card_last4: last4 },
    ...{ created_at: at(minute), paid_at: at(minute), fulfilled_at: at(minute) },
  })
  return id
}

const nia = await made.shopper({ full_name: 'Nia Needle' })
const other = await made.shopper({ full_name: 'Otto Other' })
const pack = await pay(nia, { minute: 1 })
const sameAmount = await pay(other, { minute: 2, last4: '1881' })
const sameCard = await pay(other, { minute: 3, cents: 9900 })
const together = await pay(nia, { minute: 4, cents: 2000 })
const deposit = await pay(nia, { minute: 4, product: 'deposit', paidWith: together })

const subscriptionId: SubscriptionId = newId()
await insertRows(db, 'credit_subscriptions', {
  ...{ id: subscriptionId, user_id: other.id, stripe_subscription_id: 'sub_1' },
  ...{ product_type: 'subscription_monthly', status: 'active' },
  ...{ created_at: at(0), updated_at: at(0) },
})
async function renew(minute: number, payment: string | null) {
  const id: CoverageId = newId()
  await insertRows(db, 'subscription_coverage', {
    ...{ id, subscription_id: subscriptionId, stripe_invoice_id: `in_${minute}` },
    ...{ starts_at: at(minute), ends_at: at(minute + 1), product_type: 'subscription_monthly' },
    ...{ paid_at: at(minute), paid_cents: 2900, payment_intent: payment },
    ...{ payment_method: 'visa', card_last4: '1881' },
  })
  return id
}
const renewal = await renew(5, 'pi_renewal')
// The first month of a plan is an order, and listed once.
await renew(6, `pi_${sameAmount}`)

test('all payments are listed, newest first: orders, parts of a payment, and renewals', async () => {
  const { rows, next } = await list('')
  const both = [together, deposit].toSorted().toReversed()
  expect(rows.map(({ id }) => id)).toEqual([renewal, ...both, sameCard, sameAmount, pack])
  expect(next).toBeNull()
  expect(rows[0]).toEqual({
    ...{ id: renewal, product: 'subscription_monthly', isRenewal: true, cents: 2900, credits: 0 },
    ...{ paidAt: at(5), paymentIntent: 'pi_renewal', paymentMethod: 'Visa ending in 1881' },
    ...{ refundedCents: 0, refund: null, dispute: null, togetherCents: null },
    person: { id: other.id, fullName: 'Otto Other', email: other.email },
  })
  expect(rows.find(({ id }) => id === deposit)?.togetherCents).toBe(7000)
  expect(rows.find(({ id }) => id === together)?.togetherCents).toBe(7000)
})

test('a payment is found by what a card statement says', async () => {
  expect(await idsOf('50 4242')).toEqual([deposit, pack])
  expect(await idsOf('$50.00 1881')).toEqual([sameAmount])
  expect(await idsOf('1881')).toEqual([renewal, sameAmount])
  expect(await idsOf('29')).toEqual([renewal])
  // A statement has one amount for a deposit and credits.
  const both = [together, deposit].toSorted().toReversed()
  expect(await idsOf('70 4242')).toEqual(both)
  expect(await idsOf(`70 ${other.email}`)).toEqual([])
})

test('a payment is found by its payer', async () => {
  const both = [together, deposit].toSorted().toReversed()
  expect(await idsOf('needle')).toEqual([...both, pack])
  expect(await idsOf(`20 ${nia.email.toUpperCase()}`)).toEqual([together])
  expect(await idsOf('otto 1881')).toEqual([renewal, sameAmount])
  expect(await idsOf('nobody by this name')).toEqual([])
})

test('a payment is found by an id of Stripe', async () => {
  await insertRows(db, 'refunds', {
    ...{ id: newId(), order_id: pack, amount_cents: 2000, reason: 'duplicate_payment' },
    ...{ status: 'succeeded', stripe_refund_id: 're_ours' },
    ...{ requested_at: at(10), finished_at: at(11) },
  })
  const elsewhere = {
    user_id: nia.id,
    opened_at: at(10),
    closed_at: at(11),
    status: 'lost',
  } as const
  await insertRows(db, 'disputes', [
    {
      ...{ ...elsewhere, id: 're_elsewhere', kind: 'refund' as const, amount_cents: 3000 },
      ...{ order_id: pack, payment_intent: `pi_${pack}` },
    },
    {
      ...{ ...elsewhere, id: 'du_renewal', kind: 'dispute' as const, amount_cents: 2900 },
      ...{ order_id: null, payment_intent: 'pi_renewal' },
    },
  ])
  for (const id of [`pi_${pack}`, `cs_${pack}`, 're_ours', 're_elsewhere'])
    expect(await idsOf(id), id).toEqual([pack])
  for (const id of ['pi_renewal', 'in_5', 'du_renewal'])
    expect(await idsOf(id), id).toEqual([renewal])
  const both = [together, deposit].toSorted().toReversed()
  for (const id of [`pi_${together}`, `cs_${together}`]) expect(await idsOf(id), id).toEqual(both)
  expect(await idsOf('pi_unknown')).toEqual([])
  const { rows } = await list('')
  expect(rows.find(({ id }) => id === pack)).toMatchObject({
    ...{ refundedCents: 5000, refund: 'succeeded', dispute: null },
  })
  expect(rows.find(({ id }) => id === renewal)).toMatchObject({ refundedCents: 0, dispute: 'lost' })
})

test('a payer whose account was deleted has no page', async () => {
  const gone = await made.shopper()
  const id = await pay(gone, { minute: 0, last4: '7777' })
  await updateRows(db, 'user_profiles', gone.id, { deleted_at: at(20) })
  const { rows } = await list('7777')
  expect(rows.map((row) => [row.id, row.person.id])).toEqual([[id, null]])
})

test('pages show each payment once, and cost the same with 40,000 payments', async () => {
  await pool.query(`
    set session_replication_role = replica;
    insert into user_profiles (id, full_name, email, created_at)
      select gen_random_uuid(), 'Person ' || n, 'somebody-' || n || '@hemline.test', '2026-01-01Z'
      from generate_series(1, 2000) n;
    insert into checkout_orders (id, user_id, product_type, amount_cents, credits, status,
        payment_intent, payment_method, card_last4, created_at, paid_at, fulfilled_at)
      select gen_random_uuid(), p.id, 'one_time', 5000 + m % 7, 50, 'fulfilled', 'pi_' || p.n || '_' || m,
        'visa', lpad((p.n % 10000)::text, 4, '0'), o.at, o.at, o.at
      from (select id, row_number() over (order by id) n from user_profiles
        where full_name like 'Person %') p
      cross join generate_series(1, 20) m
      cross join lateral (select timestamptz '2026-01-01Z' + m * interval '1 minute' as at) o;
    set session_replication_role = origin`)
  await vacuumFilled(pool)
  const seen: string[] = []
  let after: string | null = null
  for (let pages = 0; pages < 3; pages += 1) {
    const { rows, next } = await list('50.01', after)
    seen.push(...rows.map(({ id }) => id))
    after = next
  }
  expect(seen).toHaveLength(72)
  expect(new Set(seen).size).toBe(72)
  for (const typed of [
    '',
    '50.01',
    '0042',
    '50.01 0042',
    'somebody-7@hemline.test',
    'Person 1999',
  ]) {
    const start = await list(typed)
    const max = await maxRowsHandled(database, (from) =>
      paymentList(from, admin, { terms: paymentTerms(typed), after: start.next }),
    )
    expect(max, typed).toBeLessThan(5000)
  }
})
