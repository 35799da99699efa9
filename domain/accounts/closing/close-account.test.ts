import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Jobs } from '#db/jobs.ts'
import { releaseClaims } from '#domain/booking/rentals/changes/corrections.ts'
import { cancelRental } from '#domain/booking/rentals/rentals.ts'
import { topUpDeposit } from '#domain/money/checkout/checkout.ts'
import { refundsNotFinal, removeContacts } from '#domain/money/checkout/contacts.ts'
import { closeCheckout, fulfil } from '#domain/money/checkout/fulfil.ts'
import {
  resolveRefund,
  unresolvedRefunds,
} from '#domain/money/checkout/refunding/manual-refunds.ts'
import { makeRefund } from '#domain/money/checkout/refunding/refunds.ts'
import { requestRefund } from '#domain/money/deposits/deposits.ts'
import { correctEarnings } from '#domain/money/payouts/earned/correct-earnings.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { withholdPartOfDeposit } from '#test/make/withheld-deposit.ts'
import { readRow, readRows } from '#test/postgres/rows.ts'
import { open, origin, payPageFor, places, type World } from '#test/worlds/leaving-shop.ts'
import { closingBlocker } from './close-account.ts'

async function waitingJobs<Task extends keyof Jobs>({ db }: World, task: Task) {
  const { rows } = await sql<{ payload: Jobs[Task] }>`select j.payload
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = ${task}`.execute(db)
  return rows.map(({ payload }) => payload)
}

/** Everything that a payment can have created, and its refunds. */
async function recordsOf({ db }: World, shopper: Shopper) {
  const of = (table: 'credit_lots' | 'deposits') =>
    db.selectFrom(table).select('id').where('user_id', '=', shopper.id).execute()
  return {
    lots: await of('credit_lots'),
    deposits: await of('deposits'),
    codes: await db.selectFrom('gift_codes').select('id').execute(),
    refunds: await readRows(db, 'refunds', ['reason', 'amount_cents', 'status'], {}, 'id'),
  }
}

test.for([
  ['deposit', 5000],
  ['gift', 5000],
  ['subscription_monthly', 2000],
] as const)('a payment for a %s after the account was closed is refunded once', async ([
  product,
  cents,
]) => {
  const world = await open()
  const { db, stripe, clock, signedUp, leave } = world
  const shopper = await signedUp()
  const session = await payPageFor(world, shopper, product)
  expect(await leave(shopper)).toMatchObject({ ok: true })
  expect(await waitingJobs(world, 'close-checkout')).toEqual([{ sessionId: session }])
  // Paid before the job that closes the page ran.
  await world.pay(session)
  for (let time = 0; time < 2; time++) {
    await world.catchUp()
    await closeCheckout(db, stripe, session)
    await fulfil(db, stripe, session)
  }
  for (const { refundId } of await waitingJobs(world, 'make-refund'))
    await makeRefund(db, stripe, refundId, clock.now())
  expect(await recordsOf(world, shopper)).toEqual({
    lots: [],
    deposits: [],
    codes: [],
    refunds: [{ reason: 'account_closed', amount_cents: cents, status: 'succeeded' }],
  })
  for (const { stripeSubscriptionId } of await waitingJobs(world, 'end-subscription'))
    await stripe.subscriptions.end(stripeSubscriptionId)
  const { data } = await world.call('GET', 'subscriptions?status=active')
  expect(data).toEqual([])
})

test('a top-up paid after the account was closed is refunded, with an email', async () => {
  const world = await open()
  const { db, stripe, clock, made, signedUp, leave } = world
  const shopper = await signedUp()
  await made.credits(shopper, 100)
  await world.holdDeposit(shopper)
  const { open: rental } = await withholdPartOfDeposit(db, shopper, 1050, clock.now())
  // The amount withheld becomes final soon after the payment page was opened.
  clock.advance({ days: 3 })
  const page = await topUpDeposit(db, shopper, stripe, places, clock.now())
  if (!page.ok) throw new Error(page.problem.reason)
  const ended = await cancelRental(db, shopper, { rentalId: rental.id, origin }, clock.now())
  expect(ended).toMatchObject({ ok: true })
  expect(await leave(shopper)).toEqual({ ok: false, problem: { reason: 'deposit-open' } })
  await releaseClaims(db, clock.now())
  await world.processAll()
  expect(await leave(shopper)).toEqual({ ok: true, value: null })
  const { sessionId } = page.value
  await world.pay(sessionId)
  for (let time = 0; time < 2; time++) {
    await world.processAll()
    await closeCheckout(db, stripe, sessionId)
  }
  const { refunds, deposits } = await recordsOf(world, shopper)
  expect(refunds).toEqual([
    { reason: 'deposit_returned', amount_cents: 3950, status: 'succeeded' },
    { reason: 'account_closed', amount_cents: 1050, status: 'succeeded' },
  ])
  expect(deposits).toHaveLength(1)
  const { data } = await world.call('GET', 'charges')
  expect(
    data.map(({ amount, amount_refunded: refunded }) => [amount, refunded]).toSorted(),
  ).toEqual([
    [1050, 1050],
    [5000, 3950],
  ])
  const mails = await readRows(db, 'mail_outbox', 'subject', {
    to_address: shopper.email,
    template: 'refund-arrived',
  })
  expect(mails.map(({ subject }) => subject)).toContain('$10.50 was refunded to your card')
})

test('an open payment page cannot be paid after the account was closed', async () => {
  const world = await open()
  const shopper = await world.signedUp()
  const session = await payPageFor(world, shopper, 'one_time')
  await world.leave(shopper)
  await closeCheckout(world.db, world.stripe, session)
  expect(await world.call('GET', `checkout/sessions/${session}`)).toMatchObject({
    status: 'expired',
  })
  const orders = await world.db.selectFrom('checkout_orders').select('status').execute()
  expect(orders).toEqual([{ status: 'expired' }])
})

test('closing an account ends its subscription at the provider', async () => {
  const world = await open()
  const { db, stripe, clock, signedUp, leave } = world
  const shopper = await signedUp()
  await world.subscribe(shopper, 'subscription_annual')
  const { stripe_subscription_id: id } = await readRow(
    db,
    'credit_subscriptions',
    'stripe_subscription_id',
    {},
  )
  await leave(shopper)
  expect(await waitingJobs(world, 'end-subscription')).toEqual([{ stripeSubscriptionId: id }])
  await stripe.subscriptions.end(id)
  expect(await world.call('GET', `subscriptions/${id}`)).toMatchObject({ status: 'canceled' })
  await world.catchUp()
  expect(await db.selectFrom('credit_subscriptions').select('status').execute()).toEqual([
    { status: 'canceled' },
  ])
  clock.set('2028-01-20T15:00:00Z')
  await world.catchUp()
  expect((await world.call('GET', `invoices?subscription=${id}`)).data).toHaveLength(1)
})

test('a closed account gets an email about a failed refund for as long as one can fail', async () => {
  const world = await open()
  const { db, clock, processAll, made } = world
  const ada = await world.signedUp()
  await world.holdDeposit(ada, 'refundFails')
  expect(await requestRefund(db, ada, clock.now())).toMatchObject({ ok: true })
  expect(await closingBlocker(db, ada)).toEqual({ reason: 'refund-under-way' })
  await processAll()
  expect(await refundsNotFinal(db, ada, clock.now())).toBe(5000)
  expect(await world.leave(ada)).toEqual({ ok: true, value: null })
  const mails = async () => {
    const rows = await db
      .selectFrom('mail_outbox')
      .select(['subject', 'recipient_id'])
      .where('to_address', '=', ada.email)
      .where('template', 'like', 'refund-%')
      .orderBy('created_at')
      .execute()
    return rows.map(({ subject }) => subject)
  }
  // Emails that were not sent yet are still sent.
  expect(await mails()).toEqual(['$50.00 was refunded to your card'])
  clock.advance({ hours: 1 })
  await processAll()
  expect((await mails()).at(-1)).toBe('Your refund of $50.00 failed')
  const admin = await made.admin()
  const [failed] = (await unresolvedRefunds(db, admin, null, ada.email)).rows
  expect(failed?.person).toMatchObject({ email: ada.email, fullName: 'Ada Moss (account deleted)' })
  const manually = { refundId: failed?.id ?? newId(), cents: 5000, note: 'A cheque.' }
  clock.advance({ hours: 1 })
  await resolveRefund(db, admin, manually, clock.now())
  expect((await mails()).at(-1)).toBe('$50.00 was refunded another way')
  expect(await removeContacts(db, clock.now())).toBe(1)
  expect((await unresolvedRefunds(db, admin, null, ada.email)).rows).toEqual([])
})

test('an account cannot be closed while it is owed money or owes money', async () => {
  const { db, clock, made, signedUp, leave } = await open()
  const person = await signedUp()
  const admin = await made.admin()
  const correct = (cents: number) =>
    correctEarnings(
      db,
      admin,
      { ownerId: person.id, cents, note: 'Dry cleaning', requestKey: newId() },
      clock.now(),
    )
  await correct(1200)
  const owed = { ok: false, problem: { reason: 'earnings-owed' } }
  expect(await leave(person)).toEqual(owed)
  expect(await closingBlocker(db, person)).toEqual(owed.problem)
  await correct(-1300)
  expect(await leave(person)).toEqual({ ok: false, problem: { reason: 'earnings-negative' } })
  await correct(100)
  expect(await leave(person)).toEqual({ ok: true, value: null })
  expect(await correct(100)).toEqual({ ok: false, problem: { reason: 'person-not-found' } })
})

test('when a correction and the closing of an account race, exactly one succeeds', async () => {
  const { db, clock, made, signedUp, leave } = await open()
  const admin = await made.admin()
  for (let round = 0; round < 10; round += 1) {
    const person = await signedUp()
    const correction = { ownerId: person.id, cents: 500, note: 'Thanks', requestKey: newId() }
    const correct = () => correctEarnings(db, admin, correction, clock.now())
    const [left, corrected] = await Promise.all([leave(person), correct()])
    expect([left.ok, corrected.ok].toSorted()).toEqual([false, true])
  }
})
