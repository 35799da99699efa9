import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDb, sqlState } from '#db/connection.ts'
import type { ItemId, OrderId } from '#db/ids.ts'
import { endHeldDates } from '#domain/booking/rental-checkouts/end-checkout.ts'
import {
  leavePayment,
  payToRent,
  requestPaidRentals,
} from '#domain/booking/rental-checkouts/rental-checkouts.ts'
import { fulfil } from '#domain/money/checkout/fulfil.ts'
import { creditsBalance } from '#domain/money/credits/credits.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { openPayments } from '#test/payments.ts'
import { integrityViolations } from '#test/postgres/database.ts'
import { insertRows, readRow, readRows } from '#test/postgres/rows.ts'
import { type Bag, cancelRental, type RentRequest, requestBag } from './rentals.ts'

// Bags of six shoppers that want some of the same six items of three closets, at once: `RACES=1000`.
const RACES = Number(process.env.RACES ?? 60)
const SEED = Number(process.env.SEED ?? 1)
const PEOPLE = 6
const PACK_CENTS = 5000

const { db, made, pool, clock, payments, stripe } = await openPayments()
const timeZone = 'UTC'
const today = calendarDateIn(timeZone, clock.now())
const when = () => ({ now: clock.now(), today, timeZone })
const places = { origin: 'http://shop.test', successPath: '/', returnTo: '/', leftPath: '/' }

/** What PostgreSQL ended because two waited for each other: the command would repeat it unseen. */
const deadlocks: string[] = []
const watched = createDb(pool, {
  around: async (text, query) => {
    try {
      return await query()
    } catch (error) {
      if (sqlState(error) === '40P01') deadlocks.push(text)
      throw error
    }
  },
})

type Choice = {
  /** Places of items, in the order chosen, with the week wanted of each. */
  readonly items: readonly { readonly place: number; readonly week: number }[]
  readonly together: boolean
}

const arbitraryChoice: fc.Arbitrary<Choice> = fc.record({
  items: fc.uniqueArray(
    fc.record({ place: fc.integer({ min: 0, max: 5 }), week: fc.integer({ min: 0, max: 1 }) }),
    { minLength: 2, maxLength: 5, selector: ({ place }) => place },
  ),
  together: fc.boolean(),
})

const choices = (rounds: number) =>
  fc.sample(fc.array(arbitraryChoice, { minLength: PEOPLE, maxLength: PEOPLE }), {
    seed: SEED,
    numRuns: rounds,
  })

const closets = await Promise.all([1, 2, 3].map(() => made.closet()))
for (const closet of closets)
  await insertRows(db, 'webhook_endpoints', {
    ...{ id: newId(), owner_id: closet.id, place: 1, url: 'https://receiver.test', secret: 'x' },
    ...{ events: ['rental.requested', 'rental.cancelled'], created_at: clock.now() },
  })

/** Six new items: two with one rental at a time, two that need a day between rentals. */
async function newItems(): Promise<readonly ItemId[]> {
  const ids: ItemId[] = []
  for (let place = 0; place < 6; place++) {
    const row = { advance_booking: place > 1, turnaround_days: place > 3 ? 1 : 0 }
    const closet = closets[place % 3]
    ids.push((await made.item({ ...(closet && { closet }), creditsPerDay: 1, ...row })).id)
  }
  return ids
}

function piecesOf({ items }: Choice, ids: readonly ItemId[]): readonly RentRequest[] {
  return items.flatMap(({ place, week }) => {
    const itemId = ids[place]
    const start = addDays(today, 3 + 4 * week)
    const dates = { start, end: addDays(start, 6) }
    return itemId ? [{ itemId, ...dates, requestKey: newId(), origin: places.origin }] : []
  })
}

/** How many pieces of a bag are rented. */
async function rentedOf(pieces: readonly RentRequest[]): Promise<number> {
  const keys = pieces.map(({ requestKey }) => requestKey)
  const rows = await db
    .selectFrom('rentals')
    .select('id')
    .where('request_key', 'in', keys)
    .where('status', '<>', 'cancelled')
    .execute()
  return rows.length
}

async function cancelAllOf(shopper: Shopper): Promise<void> {
  const rentals = await readRows(db, 'rentals', 'id', { renter_id: shopper.id, status: 'pending' })
  for (const { id: rentalId } of rentals)
    await cancelRental(db, shopper, { rentalId, origin: places.origin }, clock.now())
}

test(
  'bags that want the same items are requested whole or not at all, without deadlocks',
  async () => {
    const people = await Promise.all(
      // The credits of some cover only a part of most bags.
      [...Array(PEOPLE).keys()].map((place) =>
        made.readyShopper({ credits: place < 4 ? 100_000 : 14 }),
      ),
    )
    let [won, lost, parts] = [0, 0, 0]
    for (const [round, chosen] of choices(Math.ceil(RACES / PEOPLE)).entries()) {
      const ids = await newItems()
      const before = await Promise.all(people.map(({ id }) => creditsBalance(db, id, clock.now())))
      const answers = await Promise.all(
        people.map(async (shopper, place) => {
          const { together = true, items = [] } = chosen[place] ?? {}
          const pieces = piecesOf({ together, items }, ids)
          const bag = { pieces, together }
          return {
            bag,
            answer: await requestBag(watched, shopper, bag, clock.now(), today, timeZone),
          }
        }),
      )
      for (const [place, { bag, answer }] of answers.entries()) {
        const { pieces, together } = bag
        const rented = await rentedOf(pieces)
        const answered = answer.ok ? answer.value.filter(({ outcome }) => outcome.ok).length : 0
        expect(rented).toBe(answered)
        if (together) expect(rented).toBe(answer.ok ? pieces.length : 0)
        const shopper = people[place]
        const balance = shopper && (await creditsBalance(db, shopper.id, clock.now()))
        expect(balance).toBe((before[place] ?? 0) - 7 * rented)
        if (!together) parts++
        else if (answer.ok) won++
        else lost++
      }
      // Their credits are for the next round.
      for (const shopper of people.slice(4)) await cancelAllOf(shopper)
      if (round % 25 === 0) expect(await integrityViolations(db)).toEqual([])
    }
    expect(deadlocks).toEqual([])
    expect(await integrityViolations(db)).toEqual([])
    // Otherwise this is no race.
    for (const times of [won, lost, parts]) expect(times).toBeGreaterThan(0)
    if (RACES > 60) console.log(`together ${won}, refused ${lost}, each ${parts}`)
  },
  60_000 + RACES * 500,
)

test(
  'bags of different items of the same closets do not wait for each other at their end',
  async () => {
    const people = await Promise.all(
      [...Array(PEOPLE).keys()].map(() => made.readyShopper({ credits: 100_000 })),
    )
    const [one, other] = closets
    if (!one || !other) throw new Error('no closets')
    for (let raced = 0; raced < RACES; raced += PEOPLE) {
      const bags: Bag[] = []
      for (const place of people.keys()) {
        const ids = [await made.item({ closet: one }), await made.item({ closet: other })]
        const both = place % 2 === 0 ? ids : ids.toReversed()
        const items = [0, 1].map((at) => ({ place: at, week: 0 }))
        const pieces = piecesOf(
          { together: true, items },
          both.map(({ id }) => id),
        )
        bags.push({ pieces, together: true })
      }
      const answers = await Promise.all(
        people.map((shopper, place) =>
          requestBag(watched, shopper, bags[place] ?? noBag, clock.now(), today, timeZone),
        ),
      )
      expect(answers.map(({ ok }) => ok)).toEqual(people.map(() => true))
    }
    expect(deadlocks).toEqual([])
  },
  60_000 + RACES * 500,
)

test(
  'bags that are paid, left or timed out while others want the same items end whole',
  async () => {
    const people = await Promise.all([1, 2, 3].map(() => made.shopper()))
    for (const shopper of people) await payments.holdDeposit(shopper)
    const others = await Promise.all([1, 2, 3].map(() => made.readyShopper({ credits: 100_000 })))
    const ends = new Set<string>()
    for (const chosen of choices(Math.ceil(RACES / PEOPLE / 2))) {
      const ids = await newItems()
      const bags = chosen.map((one) => ({ pieces: piecesOf(one, ids), together: one.together }))
      // Packs for all of it, whatever is left of earlier ones.
      const orders = await Promise.all(
        people.map(async (shopper, place) => await openFor(shopper, bags[place] ?? noBag)),
      )
      await Promise.all([
        ...orders.map(async (order, place) => {
          const shopper = people[place]
          if (!order || !shopper) return
          const { orderId, sessionId } = order
          if (place === 2) {
            await leavePayment(watched, shopper, stripe, orderId, when())
            return
          }
          await payments.pay(sessionId)
          await fulfil(watched, stripe, sessionId)
          const later = new Date(clock.now().getTime() + 1_800_000)
          await Promise.all([
            requestPaidRentals(watched, orderId, when()),
            endHeldDates(watched, orderId, later),
            requestPaidRentals(watched, orderId, when()),
          ])
        }),
        ...others.map((shopper, place) => {
          const bag = bags[place + 3] ?? noBag
          return requestBag(watched, shopper, bag, clock.now(), today, timeZone)
        }),
      ])
      for (const order of orders) {
        if (!order) continue
        const rows = await readRows(db, 'rental_checkouts', ['status', 'together', 'request_key'], {
          order_id: order.orderId,
        })
        const statuses = new Set(rows.map(({ status }) => status))
        expect(statuses).not.toContain('open')
        if (rows[0]?.together) expect(statuses.size).toBe(1)
        for (const status of statuses) ends.add(status)
        const requested = rows.filter(({ status }) => status === 'requested')
        expect(await rentedOf(order.pieces)).toBe(requested.length)
      }
      expect(await readRows(db, 'booked_periods', 'order_id', { rental_id: null })).toEqual([])
      for (const shopper of [...people, ...others]) await cancelAllOf(shopper)
    }
    expect(deadlocks).toEqual([])
    expect(await integrityViolations(db)).toEqual([])
    for (const end of ['requested', 'left']) expect(ends).toContain(end)
  },
  60_000 + RACES * 1_000,
)

const noBag: Bag = { pieces: [], together: true }

/** The payment page for a bag, with the packs that it lacks; null when another holds its dates. */
async function openFor(
  shopper: Shopper,
  bag: { readonly pieces: readonly RentRequest[]; readonly together: boolean },
) {
  const balance = await creditsBalance(db, shopper.id, clock.now())
  const packs = Math.ceil(Math.max(0, 7 * bag.pieces.length - balance) / 50)
  const product = packs > 0 ? 'one_time' : null
  const page = await payToRent(
    ...([watched, shopper, stripe, bag] as const),
    ...([{ product, totalCents: packs * PACK_CENTS }, places, when()] as const),
  )
  if (!page.ok || !('sessionId' in page.value)) return null
  const { sessionId } = page.value
  const { id } = await readRow(db, 'checkout_orders', 'id', { stripe_session_id: sessionId })
  return { sessionId, orderId: id as OrderId, pieces: bag.pieces }
}
