import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import type { OrderId } from '#db/ids.ts'
import type { Jobs } from '#db/jobs.ts'
import { lockWallet } from '#domain/money/credits/credits.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import type { SubscriptionState } from '#gateways/stripe/subscriptions.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows, readRows, updateRows } from '#test/postgres/rows.ts'
import { emailAboutFailedRenewal } from './renewal-mail.ts'
import { applySubscription } from './subscriptions.ts'

// Subscription states without the orders and payments behind them, which violates invariants.
const { db, made } = await testDatabase({ violatesInvariants: true })
const day = (text: string) => new Date(`${text}T12:00:00Z`)
const now = day('2027-01-31')
let read = 0

const paid = (id: string, from: string, to: string, paidCents: number) => ({
  ...{ id, paymentIntent: `pi_${id}`, plan: 'subscription_monthly' as const, paidCents },
  ...{ startsAt: day(from), endsAt: day(to), paidAt: day(from), paidWith: null },
})

function stateOf(id: string, more: Partial<SubscriptionState> = {}): SubscriptionState {
  return {
    ...{ id, customer: 'cus_1', orderId: null, status: 'active', plan: 'subscription_monthly' },
    ...{ createdAt: now, renewsAt: day('2027-02-28'), cancelAt: null, endedAt: null },
    ...{ pending: null, paid: [], ...more },
  }
}

async function apply({ id }: Shopper, state: SubscriptionState, number = ++read) {
  return await inTransaction(db, async (tx) => {
    await lockWallet(tx, id)
    return await applySubscription(tx, id, { number, state }, now)
  })
}

async function jobs<Task extends keyof Jobs>(task: Task, part: string) {
  const { rows } = await sql<{ payload: Jobs[Task] }>`select j.payload
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = ${task} and strpos(j.payload::text, ${part}) > 0 order by j.id`.execute(db)
  return rows.map(({ payload }) => payload)
}

const rowOf = (stripeId: string) =>
  db
    .selectFrom('credit_subscriptions')
    .select(['id', 'user_id', 'order_id', 'status', 'read_no'])
    .select(['cancel_at', 'refused_at', 'anchor_at'])
    .where('stripe_subscription_id', '=', stripeId)
    .executeTakeFirstOrThrow()

test('each unbilled change of a plan has one receipt', async () => {
  const shopper = await made.shopper()
  const cancelAt = day('2027-02-28')
  const pending = { plan: 'subscription_annual', from: cancelAt } as const
  const states: readonly Partial<SubscriptionState>[] = [
    ...[{ cancelAt }, {}, {}, { cancelAt }, { cancelAt }, {}],
    ...[{ pending }, { pending }, {}, { pending, cancelAt }, { cancelAt }],
    // A billed change has its own receipt, and an ended plan has none.
    ...[{ plan: 'subscription_annual', cancelAt: null } as const],
    ...[{ plan: 'subscription_annual', pending: { ...pending, plan: 'subscription_monthly' } }],
    ...[{ plan: 'subscription_monthly' }, { status: 'canceled', endedAt: now, cancelAt } as const],
  ] as readonly Partial<SubscriptionState>[]
  for (const state of states)
    expect(await apply(shopper, stateOf('sub_turns', state))).toBe('accepted')
  const { id } = await rowOf('sub_turns')
  const turns = (await jobs('mail-receipt', id)).map((one) => one.of === 'plan' && one.turn)
  expect(turns).toEqual([
    ...['resumed', 'cancelled', 'resumed'],
    ...['change-booked', 'change-taken-back', 'cancelled', 'change-taken-back'],
    'change-booked',
  ])
})

test('a later invoice has a receipt if it cost anything; the first invoice sets the anchor', async () => {
  const shopper = await made.shopper()
  const first = paid('in_first', '2027-01-31', '2027-02-28', 2000)
  expect(await apply(shopper, stateOf('sub_paid'))).toBe('accepted')
  expect((await rowOf('sub_paid')).anchor_at).toBeNull()
  await apply(shopper, stateOf('sub_paid', { paid: [first] }))
  const free = paid('in_free', '2027-02-28', '2027-03-31', 0)
  const cent = paid('in_cent', '2027-03-31', '2027-04-30', 1)
  const all = [first, free, cent]
  await apply(shopper, stateOf('sub_paid', { paid: all }))
  await apply(shopper, stateOf('sub_paid', { paid: all.slice(1) }))
  expect(await jobs('mail-receipt', 'in_')).toEqual([{ of: 'invoice', id: 'in_cent' }])
  expect((await rowOf('sub_paid')).anchor_at).toEqual(day('2027-01-31'))
  expect(
    await readRows(
      db,
      'credit_lots',
      ['minted', 'payment_intent', 'payment_cents', 'payment_credits'],
      { user_id: shopper.id },
    ),
  ).toEqual([
    { minted: 30, payment_intent: 'pi_in_first', payment_cents: 2000, payment_credits: 30 },
  ])
})

test('a subscription is linked to its subscriber’s order, never to somebody else’s', async () => {
  const [shopper, other] = [await made.shopper(), await made.shopper()]
  const orderId: OrderId = newId()
  const plan = { product_type: 'subscription_monthly', amount_cents: 2000, credits: 30 } as const
  await insertRows(db, 'checkout_orders', {
    id: orderId,
    user_id: shopper.id,
    created_at: now,
    ...plan,
  })
  await apply(shopper, stateOf('sub_ordered', { orderId }))
  await apply(other, stateOf('sub_of_another', { orderId }))
  expect(await rowOf('sub_ordered')).toMatchObject({ order_id: orderId })
  expect(await rowOf('sub_of_another')).toMatchObject({ order_id: null })
})

test('an older read than the last one is ignored; the same read again is stored', async () => {
  const shopper = await made.shopper()
  read += 10
  const number = read
  const cancelAt = day('2027-02-28')
  await apply(shopper, stateOf('sub_read'), number)
  expect(await apply(shopper, stateOf('sub_read', { cancelAt }), number - 1)).toBe('accepted')
  expect(await rowOf('sub_read')).toMatchObject({ read_no: number, cancel_at: null })
  await apply(shopper, stateOf('sub_read', { cancelAt }), number)
  expect(await rowOf('sub_read')).toMatchObject({ cancel_at: cancelAt })
})

test('a subscription that starts beside a live one, or after its account was closed, is refused', async () => {
  const shopper = await made.shopper()
  const others = stateOf('sub_others')
  await apply(await made.shopper(), others)
  await apply(shopper, stateOf('sub_begun', { status: 'incomplete' }))
  await apply(shopper, stateOf('sub_live'))
  // It becomes live only now, and would be the second live one.
  expect(await apply(shopper, stateOf('sub_begun'))).toBe('refused')
  expect(await apply(shopper, stateOf('sub_begun'))).toBe('refused')
  expect(await apply(shopper, stateOf('sub_live'))).toBe('accepted')
  expect(await apply(shopper, stateOf('sub_over', { status: 'canceled', endedAt: now }))).toBe(
    'accepted',
  )
  const statuses = async (...ids: string[]) =>
    await Promise.all(ids.map(async (id) => (await rowOf(id)).status))
  expect(await statuses('sub_begun', 'sub_live', 'sub_others')).toEqual([
    ...['canceled', 'active', 'active'],
  ])
  expect((await rowOf('sub_begun')).refused_at).toEqual(now)
  expect((await rowOf('sub_live')).refused_at).toBeNull()
  expect(await jobs('end-subscription', 'sub_')).toEqual([{ stripeSubscriptionId: 'sub_begun' }])
  const gone = await made.shopper({ deleted_at: now })
  expect(await apply(gone, stateOf('sub_gone'))).toBe('refused')
  expect(await rowOf('sub_gone')).toMatchObject({ user_id: gone.id, status: 'canceled' })
})

test('a subscription that Stripe still bills after a failed attempt to end it is ended again', async () => {
  const dropJobs = () =>
    sql`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs`.execute(db)
  const shopper = await made.shopper()
  await apply(shopper, stateOf('sub_again_live'))
  expect(await apply(shopper, stateOf('sub_again'))).toBe('refused')
  await dropJobs()
  expect(await apply(shopper, stateOf('sub_again', { status: 'canceled', endedAt: now }))).toBe(
    'refused',
  )
  expect(await jobs('end-subscription', 'sub_again')).toEqual([])
  expect(await apply(shopper, stateOf('sub_again'))).toBe('refused')
  expect(await jobs('end-subscription', 'sub_again')).toEqual([
    { stripeSubscriptionId: 'sub_again' },
  ])
  const leaving = await made.shopper()
  await apply(leaving, stateOf('sub_left'))
  await updateRows(db, 'user_profiles', leaving.id, { deleted_at: now })
  expect(await apply(leaving, stateOf('sub_left'))).toBe('accepted')
  expect(await jobs('end-subscription', 'sub_left')).toEqual([{ stripeSubscriptionId: 'sub_left' }])
})

test('a failed renewal sends one email to its subscriber until it is paid', async () => {
  const [shopper, other] = [await made.shopper(), await made.shopper()]
  const mails = db
    .selectFrom('mail_outbox')
    .select(['to_address', 'recipient_id'])
    .where('template', '=', 'renewal-failed')
    .orderBy('id')
  const late = (id: string, renewsAt: Date) => stateOf(id, { status: 'past_due', renewsAt })
  await apply(other, stateOf('sub_other'))
  await apply(shopper, stateOf('sub_late'))
  expect(await mails.execute()).toEqual([])
  const mail = { to_address: shopper.email, recipient_id: shopper.id }
  await apply(shopper, late('sub_late', day('2027-03-31')))
  await apply(shopper, late('sub_late', day('2027-04-30')))
  expect(await mails.execute()).toEqual([mail])
  await apply(shopper, stateOf('sub_late'))
  await apply(shopper, late('sub_late', day('2027-04-30')))
  expect(await mails.execute()).toEqual([mail, mail])
  const { text_body } = await mails.select('text_body').executeTakeFirstOrThrow()
  // Without an order there is no page to link to.
  expect(text_body).not.toContain('Update payment method')
  expect(text_body).not.toContain('null')
  const { id } = await rowOf('sub_other')
  await updateRows(db, 'user_profiles', other.id, { deleted_at: now })
  await inTransaction(db, async (tx) => {
    await emailAboutFailedRenewal(tx, id, now, now)
    await emailAboutFailedRenewal(tx, newId(), now, now)
  })
  expect(await mails.execute()).toHaveLength(2)
})
