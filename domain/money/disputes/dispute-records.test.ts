import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { fulfil } from '#domain/money/checkout/fulfil.ts'
import { creditsBalance, lockWallet, mint } from '#domain/money/credits/credits.ts'
import { findDeposit } from '#domain/money/deposits/deposits.ts'
import type { Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import type { DisputeState } from '#gateways/stripe/disputes.ts'
import type { RefundState } from '#gateways/stripe/refunds.ts'
import type { StripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import { openPayments } from '#test/payments.ts'
import { queuedJobs } from '#test/postgres/queued-jobs.ts'
import { readRow } from '#test/postgres/rows.ts'
import { countExternalRefund, holdWhileDisputed, syncDispute } from './disputes.ts'

const { database, db, made, clock, payments, stripe } = await openPayments()
const now = clock.now()
const openedAt = new Date(now.getTime() - 60_000)
const evidenceDueAt = new Date(now.getTime() + 86_400_000)

const balanceOf = (person: Person) => creditsBalance(db, person.id, clock.now())

/** A pack of 50 credits, paid. */
async function bought() {
  const shopper = await made.shopper()
  const session = await payments.buy(shopper, 'one_time')
  await fulfil(db, stripe, session)
  return { shopper, payment: await payments.paymentOfSession(session) }
}

/** Syncs a dispute that Stripe reports like this; Stripe knows no other payments. */
async function sync(
  id: string,
  state: DisputeState['state'],
  paymentIntent: string | null,
  { amountCents = 5000, orderId = null as string | null } = {},
) {
  const dispute = { id, state, reason: 'fraudulent', amountCents, paymentIntent }
  const gateway: StripeGateway = {
    ...stripe,
    readDispute: async () => ({ ...dispute, openedAt, evidenceDueAt }),
    ...elsewhere(orderId),
  }
  await syncDispute(db, gateway, id, clock.now())
}

let reads = 0
/** Payments whose order was looked up at Stripe. */
const lookups: unknown[] = []
const elsewhere = (orderId: string | null) => ({
  orderOfPayment: async (payment: string) => {
    lookups.push(payment)
    return orderId
  },
  subscriptions: {
    ...stripe.subscriptions,
    ofPayment: async () => null,
    read: async () => {
      reads++
      return null
    },
  },
})

async function refunded(
  id: string,
  paymentIntent: string | null,
  state: Partial<RefundState> = {},
  orderId: string | null = null,
) {
  const refund = { id, status: 'succeeded', failure: null, refundId: null, amountCents: 2000 }
  await countExternalRefund(
    db,
    { ...stripe, ...elsewhere(orderId) },
    { ...refund, paymentIntent, createdAt: openedAt, ...state } as RefundState,
    clock.now(),
  )
}

const disputeOf = (id: string) =>
  db.selectFrom('disputes').selectAll().where('id', '=', id).executeTakeFirst()
const mailsAbout = async (id: string) => {
  const rows = await db
    .selectFrom('mail_outbox')
    .select(['template', 'text_body'])
    .where('message_id', 'like', `dispute-${id}-%`)
    .orderBy('id')
    .execute()
  return rows.map(({ template, text_body }) => [template, text_body.split('\n\n')[2]])
}
const admins = () => queuedJobs(database.pool, 'tell-admins')

test('credits stay on hold until the last dispute of their payment is won', async () => {
  const { shopper, payment } = await bought()
  await sync('dp_1', 'open', payment, { amountCents: 2000 })
  await sync('dp_2', 'open', payment, { amountCents: 3000 })
  await sync('dp_1', 'won', payment, { amountCents: 2000 })
  expect(await balanceOf(shopper)).toBe(0)
  const stillHeld = 'Your credits from this payment stay on hold until another dispute is resolved.'
  expect((await mailsAbout('dp_1'))[1]).toEqual(['dispute-won', stillHeld])
  await sync('dp_2', 'won', payment, { amountCents: 3000 })
  const released = 'Your 50 credits are no longer on hold. You can use them again.'
  expect((await mailsAbout('dp_2'))[1]).toEqual(['dispute-won', released])
  expect(await balanceOf(shopper)).toBe(50)
  // A later decision for the bank still counts; after that, nothing does.
  await sync('dp_2', 'open', payment, { amountCents: 3000 })
  expect(await disputeOf('dp_2')).toMatchObject({ status: 'won' })
  await sync('dp_2', 'lost', payment, { amountCents: 3000 })
  await sync('dp_2', 'won', payment, { amountCents: 3000 })
  expect(await disputeOf('dp_2')).toMatchObject({ status: 'lost' })
  expect(await balanceOf(shopper)).toBe(20)
})

test('a dispute without a payment, or of somebody else’s product, is not recorded', async () => {
  await sync('dp_nothing', 'open', null, { orderId: newId() })
  await sync('dp_mug', 'open', 'pi_mug')
  expect([await disputeOf('dp_nothing'), await disputeOf('dp_mug'), reads]).toEqual([
    ...[undefined, undefined, 0],
  ])
  await refunded('re_nothing', null)
  expect(lookups).toEqual(['pi_mug'])
})

test('a dispute of an order that we no longer have is recorded without a payer, and as a loss when lost', async () => {
  await bought()
  const orderId = newId()
  const before = await admins()
  await sync('dp_lost_order', 'open', 'pi_lost_order', { orderId })
  const opened = { id: 'dp_lost_order', kind: 'dispute', payment_intent: 'pi_lost_order' }
  const whose = { order_id: null, user_id: null, amount_cents: 5000, reason: 'fraudulent' }
  const dates = { opened_at: openedAt, evidence_due_at: evidenceDueAt, closed_at: null }
  expect(await disputeOf('dp_lost_order')).toEqual({
    ...{ ...opened, ...whose, ...dates, status: 'open', loss_cents: 0, loss_credits: 0 },
  })
  await sync('dp_lost_order', 'open', 'pi_lost_order', { orderId })
  expect(await admins()).toEqual([...before, { event: 'dispute-opened', id: 'dp_lost_order' }])
  await sync('dp_lost_order', 'lost', 'pi_lost_order', { orderId })
  expect(await disputeOf('dp_lost_order')).toMatchObject({
    ...{ status: 'lost', loss_cents: 5000, loss_credits: 0, closed_at: clock.now() },
  })
  // A dashboard refund of such an order is not recorded: nothing of ours pays for it.
  await refunded('re_lost_order', 'pi_lost_order', {}, orderId)
  expect(await disputeOf('re_lost_order')).toBeUndefined()
})

test('a dispute of a payment that is not fulfilled yet waits', async () => {
  const shopper = await made.shopper()
  await payments.buy(shopper, 'one_time')
  const { id: orderId } = await readRow(db, 'checkout_orders', 'id', { user_id: shopper.id })
  const early = sync('dp_early', 'open', 'pi_early', { orderId })
  await expect(early).rejects.toThrow(`order ${orderId} is not fulfilled yet`)
})

test('a refund in the dashboard counts once it has succeeded, if its payment is ours', async () => {
  const { shopper, payment } = await bought()
  await refunded('re_none', null)
  await refunded('re_pending', payment, { status: 'pending' })
  await refunded('re_mug', 'pi_mug')
  expect(await balanceOf(shopper)).toBe(50)
  for (const id of ['re_none', 're_pending', 're_mug']) expect(await disputeOf(id)).toBeUndefined()
  const other = await bought()
  await made.deposit(other.shopper)
  await sync('dp_other', 'lost', 'pi_other', { orderId: newId() })
  for (let time = 0; time < 2; time++) await refunded('re_2000', payment)
  expect(await balanceOf(shopper)).toBe(30)
  expect(await disputeOf('re_2000')).toMatchObject({
    ...{ kind: 'refund', status: 'lost', user_id: shopper.id, amount_cents: 2000 },
    ...{ loss_cents: 0, loss_credits: 0, opened_at: openedAt, closed_at: clock.now() },
  })
  // Losses of other payments stay.
  expect(await disputeOf('dp_other')).toMatchObject({ loss_cents: 5000 })
  const before = await admins()
  await refunded('re_1000', payment, { amountCents: 1000 })
  await refunded('re_2000', payment, { status: 'failed' })
  expect(await disputeOf('re_2000')).toMatchObject({
    ...{ status: 'won', loss_cents: 0, loss_credits: 0 },
  })
  expect(await disputeOf('re_1000')).toMatchObject({ status: 'lost' })
  // The credits that the refund revoked stay revoked: an admin decides.
  expect(await balanceOf(shopper)).toBe(20)
  expect(await admins()).toEqual([...before, { event: 'dashboard-refund-failed', id: 're_2000' }])
})

test('a deposit is disputed as a whole, and refunded in part in the dashboard', async () => {
  const shopper = await made.shopper()
  const payment = await payments.holdDeposit(shopper)
  await sync('dp_deposit', 'open', payment)
  expect(await findDeposit(db, shopper.id)).toMatchObject({ barred: 'disputed' })
  await sync('dp_deposit', 'won', payment)
  expect(await findDeposit(db, shopper.id)).toMatchObject({ barred: null })
  await refunded('re_deposit', payment)
  const deposit = await db
    .selectFrom('deposits')
    .select(['refunded_cents', 'lost_cents'])
    .where('user_id', '=', shopper.id)
    .executeTakeFirst()
  expect(deposit).toEqual({ refunded_cents: 2000, lost_cents: 0 })
  expect(await disputeOf('re_deposit')).toMatchObject({ loss_cents: 0, loss_credits: 0 })
  const before = await admins()
  await refunded('re_deposit', payment, { status: 'failed' })
  expect(await disputeOf('re_deposit')).toMatchObject({ status: 'won' })
  // The deposit is owed the money: there is nothing to decide.
  expect(await admins()).toEqual(before)
})

test('restored credits are on hold while their own payment is disputed', async () => {
  const [disputed, won, calm] = [await bought(), await bought(), await bought()]
  await sync('dp_of_disputed', 'open', disputed.payment)
  await sync('dp_of_won', 'open', won.payment)
  await sync('dp_of_won', 'won', won.payment)
  const expiresAt = new Date(now.getTime() + 30 * 86_400_000)
  for (const { shopper, payment } of [disputed, won, calm])
    await inTransaction(db, async (tx) => {
      await lockWallet(tx, shopper.id)
      const lot = { key: `back:${payment}`, source: 'goodwill', amount: 7, expiresAt } as const
      await mint(tx, { userId: shopper.id, paymentIntent: payment, ...lot }, clock.now())
      await holdWhileDisputed(tx, payment, clock.now())
    })
  const balances = []
  for (const { shopper } of [disputed, won, calm]) balances.push(await balanceOf(shopper))
  expect(balances).toEqual([0, 57, 57])
})
