import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Jobs } from '#db/jobs.ts'
import { buyCredits, payDeposit, topUpDeposit } from '#domain/checkout/checkout.ts'
import { refundsNotFinal, removeContacts } from '#domain/checkout/contacts.ts'
import { closeCheckout, fulfil } from '#domain/checkout/fulfil.ts'
import { resolveRefund, unresolvedRefunds } from '#domain/checkout/manual-refunds.ts'
import { makeRefund } from '#domain/checkout/refunds.ts'
import { requestRefund } from '#domain/deposits/deposits.ts'
import { signUp } from '#domain/people/accounts.ts'
import { createAuth } from '#domain/people/auth.ts'
import { finishClaims } from '#domain/rentals/corrections.ts'
import { cancelRental, requestRental } from '#domain/rentals/rentals.ts'
import { asShopper, type Person, type Shopper } from '#domain/shared/actors.ts'
import { addDays, calendarDateIn } from '#domain/shared/calendar-date.ts'
import { newId } from '#domain/shared/ids.ts'
import { testClock } from '#test/clock.ts'
import { testDatabase } from '#test/database.ts'
import { make } from '#test/make.ts'
import { testPayments } from '#test/payments.ts'
import { withholdPartOfDeposit } from '#test/withheld-deposit.ts'
import { closeAccount, closingProblem } from './close-account.ts'

const auth = createAuth({ secret: 'a secret of the tests, long enough to sign' })
const password = 'silk and linen'
const origin = 'http://shop.test'
const places = { origin, successPath: '/credits-success', returnTo: '/credits' }

async function open() {
  const clock = testClock('2026-11-20T15:00:00Z')
  const database = await testDatabase()
  const { db, pool } = database
  const payments = await testPayments(database, clock)
  const made = make(db)
  let people = 0
  const signedUp = async (): Promise<Shopper> => {
    const account = { fullName: 'Ada Moss', email: `ada-${++people}@example.test` }
    await signUp(db, auth, { ...account, password, origin }, clock.now())
    const { id } = await db
      .selectFrom('user_profiles')
      .select('id')
      .where('email', '=', account.email)
      .executeTakeFirstOrThrow()
    const shopper = asShopper({
      ...account,
      id,
      emailVerified: false,
      accountType: 'regular',
      businessStatus: null,
    })
    if (!shopper) throw new Error('no shopper')
    return shopper
  }
  const leave = (person: Person) => closeAccount(db, auth, { person, password }, clock.now())
  return { ...payments, db, pool, clock, made, signedUp, leave }
}

type World = Awaited<ReturnType<typeof open>>

async function waitingJobs<Task extends keyof Jobs>({ db }: World, task: Task) {
  const { rows } = await sql<{ payload: Jobs[Task] }>`select j.payload
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = ${task}`.execute(db)
  return rows.map(({ payload }) => payload)
}

async function payPageFor({ db, stripe, clock }: World, shopper: Shopper, product: string) {
  const opened =
    product === 'deposit'
      ? await payDeposit(db, shopper, stripe, places, clock.now())
      : await buyCredits(
          db,
          shopper,
          stripe,
          { product, recipientEmail: 'friend@example.test' },
          places,
          clock.now(),
        )
  if (!opened.ok) throw new Error(opened.problem.reason)
  return opened.value.sessionId
}

/** All that could have come of a payment, and the refunds of it. */
async function cameOf({ db }: World, shopper: Shopper) {
  const of = (table: 'credit_lots' | 'deposits') =>
    db.selectFrom(table).select('id').where('user_id', '=', shopper.id).execute()
  return {
    lots: await of('credit_lots'),
    deposits: await of('deposits'),
    codes: await db.selectFrom('gift_codes').select('id').execute(),
    refunds: await db.selectFrom('refunds').select(['reason', 'amount_cents', 'status']).execute(),
  }
}

test.for([
  ['deposit', 5000],
  ['gift', 5000],
  ['subscription_monthly', 2000],
] as const)('what somebody pays for a %s after they left goes back, once', async ([
  product,
  cents,
]) => {
  const world = await open()
  const { db, stripe, clock, signedUp, leave } = world
  const shopper = await signedUp()
  const session = await payPageFor(world, shopper, product)
  expect(await leave(shopper)).toMatchObject({ ok: true })
  expect(await waitingJobs(world, 'close-checkout')).toEqual([{ sessionId: session }])
  // Paid before the job came to close the page.
  await world.pay(session)
  for (let time = 0; time < 2; time++) {
    await world.catchUp()
    await closeCheckout(db, stripe, session)
    await fulfil(db, stripe, session)
  }
  for (const { refundId } of await waitingJobs(world, 'make-refund'))
    await makeRefund(db, stripe, refundId, clock.now())
  expect(await cameOf(world, shopper)).toEqual({
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
  // What was kept is final soon after the payment page was opened.
  clock.advance({ days: 3 })
  const page = await topUpDeposit(db, shopper, stripe, places, clock.now())
  if (!page.ok) throw new Error(page.problem.reason)
  const ended = await cancelRental(db, shopper, { rentalId: rental.id, origin }, clock.now())
  expect(ended).toMatchObject({ ok: true })
  expect(await leave(shopper)).toEqual({ ok: false, problem: 'deposit open' })
  await finishClaims(db, clock.now())
  await world.processAll()
  expect(await leave(shopper)).toEqual({ ok: true, value: null })
  const { sessionId } = page.value
  await world.pay(sessionId)
  for (let time = 0; time < 2; time++) {
    await world.processAll()
    await closeCheckout(db, stripe, sessionId)
  }
  const { refunds, deposits } = await cameOf(world, shopper)
  expect(refunds).toEqual([
    { reason: 'deposit_returned', amount_cents: 3950, status: 'succeeded' },
    { reason: 'account_closed', amount_cents: 1050, status: 'succeeded' },
  ])
  expect(deposits).toHaveLength(1)
  const { data } = await world.call('GET', 'charges')
  expect(data.map(({ amount, amount_refunded: back }) => [amount, back]).toSorted()).toEqual([
    [1050, 1050],
    [5000, 3950],
  ])
  const mails = await db
    .selectFrom('mail_outbox')
    .select('subject')
    .where('to_address', '=', shopper.email)
    .where('template', '=', 'refund-arrived')
    .execute()
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
  const { stripe_subscription_id: id } = await db
    .selectFrom('credit_subscriptions')
    .select('stripe_subscription_id')
    .executeTakeFirstOrThrow()
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

/** Lets both stand before a locked row, one after the other; whoever came first goes first. */
async function inTurn(
  { db, pool }: World,
  [lock, id]: readonly [sql: string, id: string],
  [first, second]: readonly [() => Promise<unknown>, () => Promise<unknown>],
): Promise<[unknown, unknown]> {
  const waiting = async () => {
    const { rows } = await sql`select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows.length
  }
  const holder = await pool.connect()
  await holder.query('begin')
  await holder.query(lock, [id])
  const one = first()
  await expect.poll(waiting, { interval: 10 }).toBe(1)
  const other = second()
  await expect.poll(waiting, { interval: 10 }).toBe(2)
  await holder.query('rollback')
  holder.release()
  return await Promise.all([one, other])
}

test.for([
  'leaves',
  'rents',
] as const)('while somebody rents what a lister who leaves has, only one comes about: first %s', async (first) => {
  const world = await open()
  const { db, clock, made, signedUp, leave } = world
  const today = calendarDateIn('America/New_York', clock.now())
  const lister = await signedUp()
  const approved = { account_type: 'business', business_status: 'approved' } as const
  await db.updateTable('user_profiles').set(approved).where('id', '=', lister.id).execute()
  const item = await made.item({ business_id: lister.id })
  const renter = await made.readyShopper()
  const dates = { start: addDays(today, 1), end: addDays(today, 7) }
  const request = { itemId: item.id, ...dates, requestKey: newId(), origin }
  const begin = {
    leaves: () => leave(lister),
    rents: () => requestRental(db, renter, request, clock.now(), today),
  }
  const row = ['select 1 from clothing_items where id = $1 for update', item.id] as const
  const second = first === 'leaves' ? 'rents' : 'leaves'
  const [one, other] = await inTurn(world, row, [begin[first], begin[second]])
  expect(one).toMatchObject({ ok: true })
  const problem = first === 'leaves' ? { reason: 'item-not-found' } : 'rental open'
  expect(other).toEqual({ ok: false, problem })
  const rentals = await db.selectFrom('rentals').select('id').execute()
  expect(rentals).toHaveLength(first === 'rents' ? 1 : 0)
  const { deleted_at } = await db
    .selectFrom('user_profiles')
    .select('deleted_at')
    .where('id', '=', lister.id)
    .executeTakeFirstOrThrow()
  expect(deleted_at !== null).toBe(first === 'leaves')
})

test.for([
  ['leaves', 'refunded'],
  ['pays', 'fulfilled'],
] as const)('a deposit that is paid while its payer leaves: who first %s, it is %s', async ([
  first,
  status,
]) => {
  const world = await open()
  const { db, stripe, signedUp, leave } = world
  const shopper = await signedUp()
  const session = await payPageFor(world, shopper, 'deposit')
  await world.pay(session)
  const begin = { leaves: () => leave(shopper), pays: () => fulfil(db, stripe, session) }
  const wallet = ['select 1 from wallets where user_id = $1 for update', shopper.id] as const
  const [one, other] = await inTurn(world, wallet, [
    begin[first],
    begin[first === 'leaves' ? 'pays' : 'leaves'],
  ])
  const [left, paid] = first === 'leaves' ? [one, other] : [other, one]
  expect(paid).toMatchObject({ value: { status } })
  expect(left).toEqual(
    first === 'leaves' ? { ok: true, value: null } : { ok: false, problem: 'deposit open' },
  )
})

test('a refund that fails after its payer has left still reaches them, until it cannot fail any more', async () => {
  const world = await open()
  const { db, clock, processAll, made } = world
  const ada = await world.signedUp()
  await world.holdDeposit(ada, 'refundFails')
  expect(await requestRefund(db, ada, clock.now())).toMatchObject({ ok: true })
  expect(await closingProblem(db, ada)).toBe('refund under way')
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
  // What was not sent yet still goes out.
  expect(await mails()).toEqual(['$50.00 was refunded to your card'])
  clock.advance({ hours: 1 })
  await processAll()
  expect((await mails()).at(-1)).toBe('Your refund of $50.00 failed')
  const admin = await made.admin()
  const [failed] = (await unresolvedRefunds(db, admin, null, ada.email)).rows
  expect(failed?.person).toMatchObject({ email: ada.email, fullName: 'Ada Moss (account deleted)' })
  const manually = { refundId: failed?.id ?? newId(), cents: 5000, note: 'A cheque.' }
  await resolveRefund(db, admin, manually, clock.now())
  expect((await mails()).at(-1)).toBe('$50.00 was refunded another way')
  expect(await removeContacts(db, clock.now())).toBe(1)
  expect((await unresolvedRefunds(db, admin, null, ada.email)).rows).toEqual([])
})
