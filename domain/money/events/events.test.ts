import { sql } from 'kysely'
import Stripe from 'stripe'
import { expect, test } from 'vitest'
import type { StripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import { openPayments } from '#test/payments.ts'
import { queuedJobs } from '#test/postgres/queued-jobs.ts'
import { handlerOf, processEvent, receiveEvent } from './events.ts'

const { database, db, clock, stripe } = await openPayments()
const now = clock.now()
const before = (ms: number) => new Date(now.getTime() - ms)
const THREE_DAYS = 3 * 86_400_000

let stored = 0

/** An event that was stored and not processed. */
async function waiting(type: string, payload: unknown, row: object = {}): Promise<string> {
  const id = `evt_${++stored}`
  const values = { id, type, payload: JSON.stringify(payload), received_at: now, ...row }
  await db.insertInto('stripe_events').values(values).execute()
  return id
}

const eventOf = (id: string) =>
  db
    .selectFrom('stripe_events')
    .select(['done_at', 'given_up_at', 'last_error', 'tries'])
    .where('id', '=', id)
    .executeTakeFirst()

const jobs = (task: string) => queuedJobs(database.pool, task)

/** Requests to Stripe, which knows only invoices and schedules here. */
let requests: string[] = []
const asking: StripeGateway = {
  ...stripe,
  readSession: async (id) => tell(`session ${id}`, null),
  readPayoutAccount: async (id) => tell(`account ${id}`, null),
  subscriptions: {
    ...stripe.subscriptions,
    read: async (id) => tell(`subscription ${id}`, null),
    ofInvoice: async (id) => tell(`invoice ${id}`, id === 'in_other' ? null : 'sub_1'),
    ofSchedule: async (id) => tell(`schedule ${id}`, id === 'sub_sched_other' ? null : 'sub_2'),
  },
}
function tell<Answer>(what: string, answer: Answer): Answer {
  requests.push(what)
  return answer
}

/** The requests to Stripe for an event, then the reason if it cannot be processed yet. */
async function requestsFor(id: string): Promise<string[]> {
  requests = []
  try {
    await processEvent(db, asking, id, now)
    return requests
  } catch (error) {
    return [...requests, error instanceof Error ? error.message : '']
  }
}

const about = (id: unknown, account?: unknown) => ({ data: { object: { id } }, account })
const COMPLETED = 'checkout.session.completed'
const unknown = (id: string) => [`session ${id}`, `no order belongs to session ${id}`]

test.each([
  [COMPLETED, about('cs_1'), unknown('cs_1')],
  ['customer.subscription.paused', about('sub_3'), ['subscription sub_3']],
  ['invoice.paid', about('in_1'), ['invoice in_1', 'subscription sub_1']],
  ['invoice.paid', about('in_other'), ['invoice in_other']],
  [
    'subscription_schedule.updated',
    about('sub_sched_1'),
    ['schedule sub_sched_1', 'subscription sub_2'],
  ],
  ['subscription_schedule.updated', about('sub_sched_other'), ['schedule sub_sched_other']],
  ['account.updated', about('x', 'acct_1'), ['account acct_1']],
  // From the wrong kind of account, or of a type that we do not handle.
  ['account.updated', about('acct_1'), []],
  [COMPLETED, about('cs_1', 'acct_1'), []],
  ['charge.captured', about('ch_1'), []],
  // A payload that is not a Stripe event has no object and no account.
  [COMPLETED, about('cs_2', 5), unknown('cs_2')],
  [COMPLETED, about(5), unknown('')],
  [COMPLETED, { data: { object: null } }, unknown('')],
  [COMPLETED, { data: null }, unknown('')],
  [COMPLETED, 5, unknown('')],
  [COMPLETED, null, unknown('')],
])('an event (%s, %j) is processed with the current state of its object', async (type, payload, calls) => {
  const id = await waiting(type, payload)
  expect(await requestsFor(id)).toEqual(calls)
  const isDone = !calls.some((call) => call.startsWith('no order'))
  expect(await eventOf(id)).toEqual({
    ...{ done_at: isDone ? now : null, last_error: isDone ? null : calls.at(-1) },
    ...{ given_up_at: null, tries: isDone ? 0 : 1 },
  })
})

test('an event that is unknown or done is not processed', async () => {
  expect(await requestsFor('evt_unknown')).toEqual([])
  expect(await requestsFor(await waiting(COMPLETED, about('cs_1'), { done_at: now }))).toEqual([])
})

test('event types with the same effect share a handler; closets’ accounts have their own', () => {
  expect(handlerOf('invoice.paid', null)).toBeTypeOf('function')
  expect(handlerOf('invoice.paid', null)).toBe(handlerOf('invoice.payment_failed', null))
  expect(handlerOf('invoice.paid', 'acct_1')).toBeUndefined()
  expect(handlerOf('payout.paid', null)).toBeUndefined()
  expect(handlerOf('payout.paid', 'acct_1')).toBe(handlerOf('payout.failed', 'acct_2'))
  expect(handlerOf('payout.paid', 'acct_1')).toBeTypeOf('function')
})

test('an event fails at its hundredth attempt, three days after it arrived; admins are told', async () => {
  const session = (tries: number, age: number) =>
    waiting(COMPLETED, about('cs_1'), { tries, received_at: before(age) })
  const [reason] = unknown('cs_1').slice(1)
  const young = await session(99, THREE_DAYS - 1)
  const fresh = await session(98, THREE_DAYS + 1)
  for (const id of [young, fresh]) {
    expect(await requestsFor(id)).toEqual(unknown('cs_1'))
    expect(await eventOf(id)).toMatchObject({ done_at: null, given_up_at: null })
  }
  expect(await eventOf(fresh)).toMatchObject({ tries: 99 })
  expect(await jobs('tell-admins')).toEqual([])
  const failed = await session(99, THREE_DAYS)
  expect(await requestsFor(failed)).toEqual(['session cs_1'])
  const end = { done_at: now, given_up_at: now, last_error: reason, tries: 100 }
  expect(await eventOf(failed)).toEqual(end)
  expect(await jobs('tell-admins')).toEqual([{ event: 'event-failed', id: failed }])
  // A thrown value that is not an error is stored too.
  const odd = await session(0, 0)
  const failing = { ...stripe, readSession: () => Promise.reject('no answer') }
  await expect(processEvent(db, failing, odd, now)).rejects.toBe('no answer')
  expect(await eventOf(odd)).toMatchObject({ last_error: 'no answer', tries: 1 })
})

test('a signed event is stored once, with a job if we handle its type', async () => {
  const sdk = new Stripe('sk_test_payments')
  const receive = async (event: object, secret = 'whsec_payments') => {
    const body = JSON.stringify({ object: 'event', ...event })
    const signed = await sdk.webhooks.generateTestHeaderStringAsync({ payload: body, secret })
    return await receiveEvent(db, stripe, body, signed, now)
  }
  const data = { object: { id: 'cs_1', note: 'a\u0000b' } }
  const ours = { id: 'evt_a', type: COMPLETED, data }
  expect(await receive(ours, 'whsec_other')).toBe(false)
  expect(await eventOf('evt_a')).toBeUndefined()
  expect(await receive(ours)).toBe(true)
  await receive({ id: 'evt_b', type: 'charge.captured', data })
  await receive({ id: 'evt_c', type: 'payout.paid', data })
  await receive({ id: 'evt_d', type: 'payout.paid', data, account: 'acct_1' }, 'whsec_accounts')
  const rows = await db
    .selectFrom('stripe_events')
    .select(['id', 'type', 'done_at', 'received_at'])
    .select(sql`payload -> 'data' -> 'object' ->> 'note'`.as('note'))
    .where('id', 'in', ['evt_a', 'evt_b', 'evt_c', 'evt_d'])
    .orderBy('id')
    .execute()
  const row = { received_at: now, note: 'ab' }
  expect(rows).toEqual([
    { ...row, id: 'evt_a', type: COMPLETED, done_at: null },
    { ...row, id: 'evt_b', type: 'charge.captured', done_at: now },
    { ...row, id: 'evt_c', type: 'payout.paid', done_at: now },
    { ...row, id: 'evt_d', type: 'payout.paid', done_at: null },
  ])
  const [first, second] = [{ eventId: 'evt_a' }, { eventId: 'evt_d' }]
  expect(await jobs('stripe-event')).toEqual([first, second])
  // Once its job has run, the same event again adds none.
  await sql`select graphile_worker.remove_job('evt_a')`.execute(db)
  expect(await receive(ours)).toBe(true)
  expect(await jobs('stripe-event')).toEqual([second])
})
