import { expect } from 'vitest'
import type { Db } from '#db/connection.ts'
import type { ChosenPayment } from '#domain/booking/rental-checkouts/chosen-payment.ts'
import { payToRent } from '#domain/booking/rental-checkouts/rental-checkouts.ts'
import type { RentRequest } from '#domain/booking/rentals/rentals.ts'
import {
  handledEventTypes,
  handlerOf,
  processEvent,
  receiveEvent,
} from '#domain/money/events/events.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import type { StripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import { make } from '#test/make/make.ts'
import { withholdPartOfDeposit } from '#test/make/withheld-deposit.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { readRows, updateRows } from '#test/postgres/rows.ts'
import { type TestClock, testClock } from './clock.ts'
import { type Alike, inEveryOrder, resettableDb, rowsOf } from './every-order.ts'
import { type ReceivedEvent, type TestPayments, testPayments } from './payments.ts'

export type World = {
  readonly db: Db
  readonly shopper: Shopper
  readonly clock: TestClock
  readonly payments: TestPayments
  /** A database that is reset after the flow; only Stripe's state stays. */
  readonly resettable: Db
}

type Act = (db: Db, stripe: StripeGateway, now: Date) => Promise<unknown>

export type Flow = {
  readonly name: string
  /** The setup, with events processed as usual. Returns the input of the flow. */
  readonly before?: (world: World) => Promise<string>
  /** Causes the events. */
  readonly story: (world: World, before: string) => Promise<unknown>
  /** What people do meanwhile, at any point between the events. */
  readonly acts?: readonly Act[]
  /** The types of the events that require a change. */
  readonly events: readonly string[]
  /** Part of the expected records at the end. */
  readonly end: Readonly<Record<string, readonly object[]>>
}

/**
 * How often an event is delivered: it is processed, processed again because it was not marked as
 * processed, and arrives once more after that. `TIMES=10` delivers each more often.
 */
const TIMES = Number(process.env.TIMES ?? 3)

export const PAID = 'checkout.session.completed'

/** A deposit with a withheld amount, while a rental is open on it. */
export async function prepareWithheldPart({
  db,
  payments,
  shopper,
  clock,
}: World): Promise<string> {
  await payments.holdDeposit(shopper)
  await payments.catchUp()
  await withholdPartOfDeposit(db, shopper, 1050, clock.now())
  return ''
}

/** Opens the payment page of somebody who pays to rent pieces of 14 credits; returns its session. */
export async function pageToRent(
  { db, payments, shopper, clock }: World,
  chosen: ChosenPayment,
  { count, together }: { readonly count: number; readonly together: boolean } = ONE_PIECE,
): Promise<string> {
  const now = clock.now()
  const dates = { start: '2027-02-05', end: '2027-02-08' }
  const pieces: RentRequest[] = []
  for (let piece = 0; piece < count; piece++) {
    const item = await make(db).item({ creditsPerDay: 2, advance_booking: true })
    pieces.push({ itemId: item.id, ...dates, requestKey: newId(), origin: '' })
  }
  const page = await payToRent(
    db,
    shopper,
    payments.stripe,
    { pieces, together },
    chosen,
    { origin: 'http://shop.test', successPath: '/', returnTo: '/', leftPath: '/' },
    { now, today: calendarDateIn('UTC', now), timeZone: 'UTC' },
  )
  return page.ok && 'sessionId' in page.value ? page.value.sessionId : ''
}

const ONE_PIECE = { count: 1, together: true }

/**
 * Delivers the events of a flow in every order, each three times, with the acts in between. Expects
 * the same records at the end of each order, and returns them as lines.
 */
export async function recordsAfterEveryOrder(flow: Flow): Promise<readonly string[]> {
  const database = await testDatabase()
  const clock = testClock('2027-01-31T12:00:00Z')
  const payments = await testPayments(database, clock)
  const shopper = await make(database.db).shopper()
  const ledger = await resettableDb(database)
  const { db } = ledger
  const world = { db: database.db, shopper, clock, payments, resettable: db }
  const before = (await flow.before?.(world)) ?? ''
  await payments.takeEvents()
  await ledger.withRollback(() => flow.story(world, before))
  const events = (await payments.takeEvents()).filter(({ type }) =>
    handledEventTypes.includes(type),
  )
  expect(events.map(({ type }) => type).sort()).toEqual([...flow.events].sort())

  const stripe = cachingStripe(payments.stripe)
  const now = clock.now()
  const { orders, ends } = await inEveryOrder(
    ledger,
    [...events, ...(flow.acts ?? [])],
    async (thing) => {
      for (let time = 0; time < TIMES; time++) {
        if (typeof thing === 'function') {
          await thing(db, stripe, now)
          continue
        }
        const { id, body, signature } = thing
        await receiveEvent(db, stripe, body, signature, now)
        // The first time, the process ends before the event is marked as processed.
        if (time === 0) await updateRows(db, 'stripe_events', id, { done_at: null })
        await processEvent(db, stripe, id, now).catch(ignoreNotFulfilled)
      }
      for (const other of await unprocessedEvents(db))
        await processEvent(db, stripe, other, now).catch(ignoreNotFulfilled)
    },
    {
      end: async () => {
        for (const { id } of events) await processEvent(db, stripe, id, now)
      },
      alike: alikeAmong(events),
    },
  )
  expect(orders).toBe(factorial(events.length + (flow.acts?.length ?? 0)))
  expect(ends.slice(1)).toEqual(ends.slice(1).map(() => ends[0]))
  for (const [table, rows] of Object.entries(flow.end))
    expect({ [table]: rowsOf(ends[0] ?? [], table) }).toMatchObject({ [table]: rows })
  return ends[0] ?? []
}

/** Events are alike when they pass the same object to the same function; acts never are. */
function alikeAmong(events: readonly ReceivedEvent[]): Alike<ReceivedEvent | Act> {
  const works: unknown[] = []
  const kinds = new Map<unknown, string>()
  const numberOf = (work: unknown) => {
    if (!works.includes(work)) works.push(work)
    return works.indexOf(work)
  }
  for (const event of events) {
    const { account = null, data } = JSON.parse(event.body)
    const work = numberOf(handlerOf(event.type, account))
    kinds.set(event, `event ${work} of ${account} ${data.object.id}`)
  }
  return {
    kindOf: (thing) => kinds.get(thing) ?? `act ${numberOf(thing)}`,
    masked: (line) => {
      const event = events.find(({ id }) => line.includes(id))
      if (!event) return line
      const kind = kinds.get(event) ?? ''
      return line.replaceAll(event.id, kind).replace(`"type": "${event.type}"`, `"type": "${kind}"`)
    },
  }
}

/** The same, for flows whose `end` already checks everything. */
export async function expectSameRecords(flow: Flow): Promise<void> {
  await recordsAfterEveryOrder(flow)
}

function factorial(n: number): number {
  return n < 2 ? 1 : n * factorial(n - 1)
}

/** Ignores the error of an event that cannot be processed yet, which a job retries soon after. */
function ignoreNotFulfilled(error: unknown) {
  if (!String(error).includes('is not fulfilled yet')) throw error
}

async function unprocessedEvents(db: Db): Promise<string[]> {
  const rows = await readRows(db, 'stripe_events', 'id', { done_at: null })
  return rows.map(({ id }) => id)
}

/** Stripe's state no longer changes, so each request is sent once. */
function cachingStripe(stripe: StripeGateway): StripeGateway {
  const { subscriptions } = stripe
  return {
    ...stripe,
    readSession: once(stripe.readSession),
    readRefund: once(stripe.readRefund),
    refundsOfCharge: once(stripe.refundsOfCharge),
    readDispute: once(stripe.readDispute),
    orderOfPayment: once(stripe.orderOfPayment),
    readTransfer: once(stripe.readTransfer),
    readPayout: once(stripe.readPayout),
    readPayoutAccount: once(stripe.readPayoutAccount),
    subscriptions: {
      ...subscriptions,
      read: once(subscriptions.read),
      ofInvoice: once(subscriptions.ofInvoice),
      ofPayment: once(subscriptions.ofPayment),
    },
  }
}

function once<Call extends readonly unknown[], Answer>(
  ask: (...call: Call) => Promise<Answer>,
): (...call: Call) => Promise<Answer> {
  const answers = new Map<string, Promise<Answer>>()
  return (...call) => {
    const key = JSON.stringify(call)
    const answer = answers.get(key) ?? ask(...call)
    answers.set(key, answer)
    return answer
  }
}
