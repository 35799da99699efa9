import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createDb } from '#db/connection.ts'
import type { ItemId, OrderId, WaitlistEntryId } from '#db/ids.ts'
import { type RentRequest, rentPieces, requestRental } from '#domain/booking/rentals/rentals.ts'
import { fulfil } from '#domain/money/checkout/fulfil.ts'
import { payToday } from '#domain/money/checkout/pay-today.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { openPayments } from '#test/payments.ts'
import { integrityViolations } from '#test/postgres/database.ts'
import { insertRows, readRow, readRows, updateRows } from '#test/postgres/rows.ts'
import { endDueHeldDates, endHeldDates, leaveExpiredCheckouts } from './end-checkout.ts'
import { notifyAboutRefusedCheckout } from './refused-checkout-mail.ts'
import { heldForShopper, leavePayment, payToRent, requestPaidRentals } from './rental-checkouts.ts'

const { db, made, pool, clock, payments, stripe } = await openPayments()
const timeZone = 'America/New_York'
const today = calendarDateIn(timeZone, clock.now())
const [start, end] = [addDays(today, 5), addDays(today, 8)]
const when = () => ({ now: clock.now(), today, timeZone })
const origin = 'http://shop.test'
const places = { origin, successPath: '/done', returnTo: '/', leftPath: '/left?order=' }

const piece = (itemId: ItemId, over: Partial<RentRequest> = {}): RentRequest => ({
  ...{ itemId, start, end, requestKey: newId(), origin, ...over },
})

/** Items of two closets, 14 credits each for a week. */
async function items(count: number): Promise<ItemId[]> {
  const closets = [await made.closet(), await made.closet()] as const
  const all: ItemId[] = []
  for (let place = 0; place < count; place++) {
    const closet = closets[place % 2 === 0 ? 0 : 1]
    all.push((await made.item({ closet, creditsPerDay: 2, advance_booking: true })).id)
  }
  return all.toReversed()
}

/** Neither a deposit nor credits: a pack of 50 credits covers three pieces. */
const PACK_AND_DEPOSIT = { product: 'one_time', totalCents: 10_000 } as const

const pay = (shopper: Shopper, pieces: readonly RentRequest[], together: boolean) =>
  payToRent(db, shopper, stripe, { pieces, together }, PACK_AND_DEPOSIT, places, when())

async function opened(count: number, together: boolean) {
  const shopper = await made.shopper()
  const itemIds = await items(count)
  const pieces = itemIds.map((itemId) => piece(itemId))
  const page = await pay(shopper, pieces, together)
  if (!page.ok || !('sessionId' in page.value)) throw new Error('no payment page')
  const { sessionId } = page.value
  const { id } = await readRow(db, 'checkout_orders', 'id', { stripe_session_id: sessionId })
  const orderId = id as OrderId
  const arrive = async () => {
    await payments.pay(sessionId)
    await fulfil(db, stripe, sessionId)
  }
  return { shopper, itemIds, pieces, sessionId, orderId, arrive }
}

const rentBy = (shopper: Shopper, itemId: ItemId) =>
  requestRental(db, shopper, piece(itemId), clock.now(), today, timeZone)
const rentedBy = async ({ id }: Shopper) =>
  (await readRows(db, 'rentals', 'item_id', { renter_id: id })).map(({ item_id }) => item_id)
const heldBy = async (orderId: OrderId) =>
  await readRows(db, 'booked_periods', 'item_id', { order_id: orderId })
const creditsOf = async ({ id }: Shopper) =>
  (await readRows(db, 'credit_lots', 'available', { user_id: id })).map((lot) => lot.available)

async function refusalMails({ id }: Shopper, orderId: OrderId) {
  const { rows } = await sql<{ jobs: number }>`select count(*)::int as jobs
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'tell-about-refused-checkout'
      and j.payload->>'orderId' = ${orderId}`.execute(db)
  for (let time = 0; time < 2; time++)
    await notifyAboutRefusedCheckout(db, { orderId }, { origin }, clock.now())
  const mails = await readRows(db, 'mail_outbox', ['subject', 'text_body'], {
    ...{ recipient_id: id, template: 'checkout-refused' },
  })
  return { jobs: rows[0]?.jobs, mails }
}

test('pieces of two closets are held while they are paid, and requested once together', async () => {
  const { shopper, itemIds, orderId, arrive } = await opened(3, true)
  expect(await readRows(db, 'checkout_orders', 'product_type', { user_id: shopper.id })).toEqual(
    expect.arrayContaining([{ product_type: 'one_time' }, { product_type: 'deposit' }]),
  )
  expect(await heldBy(orderId)).toHaveLength(3)
  const other = await made.readyShopper()
  for (const itemId of itemIds) {
    expect(await heldForShopper(db, shopper, itemId)).toMatchObject({ orderId, start, end })
    expect(await rentBy(other, itemId)).toMatchObject({ problem: { reason: 'dates-taken' } })
  }
  expect(await requestPaidRentals(db, orderId, when())).toMatchObject({
    ...{ together: true, pieces: itemIds.map((itemId) => ({ itemId, status: 'open' })) },
  })
  await arrive()
  const bags = await Promise.all([
    requestPaidRentals(db, orderId, when()),
    requestPaidRentals(db, orderId, when()),
    requestPaidRentals(db, orderId, when()),
  ])
  expect(bags[0]).toMatchObject({
    pieces: itemIds.map((itemId) => ({ itemId, start, end, status: 'requested' })),
  })
  expect(bags.slice(1)).toEqual([bags[0], bags[0]])
  expect((await rentedBy(shopper)).toSorted()).toEqual(itemIds.toSorted())
  expect(await creditsOf(shopper)).toEqual([8])
  expect(await heldBy(orderId)).toEqual([])
  expect(await refusalMails(shopper, orderId)).toEqual({ jobs: 0, mails: [] })
})

test('together, one piece that cannot be requested keeps the others from it, with one email', async () => {
  const { shopper, itemIds, orderId, arrive } = await opened(3, true)
  const [first, bad, last] = itemIds
  await updateRows(db, 'clothing_items', bad ?? newId(), { paused: true, title: 'Green gown' })
  await arrive()
  for (let time = 0; time < 2; time++)
    expect(await requestPaidRentals(db, orderId, when())).toMatchObject({
      pieces: [
        { itemId: first, status: 'refused', problem: 'another-piece' },
        { itemId: bad, status: 'refused', problem: 'item-paused' },
        { itemId: last, status: 'refused', problem: 'another-piece' },
      ],
    })
  expect(await rentedBy(shopper)).toEqual([])
  expect(await creditsOf(shopper)).toEqual([50])
  expect(await heldBy(orderId)).toEqual([])
  expect(await refusalMails(shopper, orderId)).toMatchObject({
    jobs: 1,
    mails: [
      {
        subject: 'We could not request your 3 items',
        text_body: expect.stringMatching(/Green gown could no longer.*none of the 3 items/),
      },
    ],
  })
})

test('each by itself, the others are requested, with one email at the end', async () => {
  const { shopper, itemIds, orderId, arrive } = await opened(3, false)
  const [bad, second, third] = itemIds
  await updateRows(db, 'clothing_items', bad ?? newId(), { paused: true, title: 'Green gown' })
  await arrive()
  const bags = await Promise.all([
    requestPaidRentals(db, orderId, when()),
    requestPaidRentals(db, orderId, when()),
  ])
  expect(bags[0]).toMatchObject({
    together: false,
    pieces: [
      { itemId: bad, status: 'refused', problem: 'item-paused' },
      { itemId: second, status: 'requested' },
      { itemId: third, status: 'requested' },
    ],
  })
  expect(bags[1]).toEqual(bags[0])
  expect(await rentedBy(shopper)).toHaveLength(2)
  expect(await creditsOf(shopper)).toEqual([22])
  expect(await refusalMails(shopper, orderId)).toMatchObject({
    jobs: 1,
    mails: [{ subject: 'We could not request Green gown' }],
  })
})

test('credits that went elsewhere before the payment arrived: nothing together, or the first ones', async () => {
  for (const together of [true, false]) {
    const { shopper, orderId, arrive } = await opened(3, together)
    await arrive()
    const other = await made.item({ creditsPerDay: 2 })
    expect(await rentBy(shopper, other.id)).toMatchObject({ ok: true })
    const bag = await requestPaidRentals(db, orderId, when())
    const [requested, lacking] = [{ status: 'requested' }, { problem: 'not-enough-credits' }]
    expect(bag?.pieces).toMatchObject(
      together ? [lacking, lacking, lacking] : [requested, requested, lacking],
    )
    expect(await creditsOf(shopper)).toEqual([together ? 36 : 8])
  }
})

test('a process that ends after the rentals are made, or between two pieces, requests each once', async () => {
  const both = await opened(3, true)
  await both.arrive()
  await rentPieces(db, both.shopper, both.pieces, clock.now(), today, timeZone)
  expect((await requestPaidRentals(db, both.orderId, when()))?.pieces).toMatchObject([
    ...[{ status: 'requested' }, { status: 'requested' }, { status: 'requested' }],
  ])
  expect(await rentedBy(both.shopper)).toHaveLength(3)
  const one = await opened(3, false)
  await one.arrive()
  const [first] = one.pieces
  if (!first) throw new Error('no piece')
  await requestRental(db, one.shopper, first, clock.now(), today, timeZone)
  expect((await requestPaidRentals(db, one.orderId, when()))?.pieces).toMatchObject([
    ...[{ status: 'requested' }, { status: 'requested' }, { status: 'requested' }],
  ])
  expect(await rentedBy(one.shopper)).toHaveLength(3)
})

/** A database whose connection ends with the answer to the statement with this number. */
function endingAfter(number: number) {
  let statements = 0
  const ending = createDb(pool, {
    around: async (_, query) => {
      const answer = await query()
      if (++statements === number) throw new Error('the process ended')
      return answer
    },
  })
  return { ending, isReached: () => statements >= number }
}

test.each([
  true,
  false,
])('a process that ends after any statement requests each piece once (together: %s)', async (together) => {
  for (let number = 1, isReached = true; isReached; number++) {
    const { shopper, orderId, arrive } = await opened(2, together)
    await arrive()
    const ends = endingAfter(number)
    await requestPaidRentals(ends.ending, orderId, when()).catch(() => undefined)
    if (together) expect([0, 2]).toContain((await rentedBy(shopper)).length)
    const bag = await requestPaidRentals(db, orderId, when())
    expect(bag?.pieces).toMatchObject([{ status: 'requested' }, { status: 'requested' }])
    expect(await rentedBy(shopper)).toHaveLength(2)
    expect(await creditsOf(shopper)).toEqual([22])
    isReached = ends.isReached()
  }
}, 120_000)

test('leaving frees all dates, each for those who wait for it, and nobody can pay', async () => {
  const { shopper, itemIds, sessionId, orderId } = await opened(3, true)
  const line: WaitlistEntryId[] = []
  for (const itemId of itemIds) {
    const waiting = await made.entry({
      item: { id: itemId },
      shopper: await made.shopper(),
      start,
      end,
    })
    line.push(waiting)
  }
  const left = await leavePayment(db, shopper, stripe, orderId, when())
  expect(left).toEqual({ ok: true, value: null })
  expect(await heldBy(orderId)).toEqual([])
  for (const waiting of line)
    expect(await readRows(db, 'waitlist_entries', 'status', { id: waiting })).toEqual([
      { status: 'offered' },
    ])
  await expect(payments.pay(sessionId)).rejects.toThrow()
  expect((await requestPaidRentals(db, orderId, when()))?.pieces).toMatchObject([
    ...[{ status: 'left' }, { status: 'left' }, { status: 'left' }],
  ])
})

test('the timer frees all dates; a late payment requests those that are free, in its way', async () => {
  for (const together of [true, false]) {
    const { shopper, itemIds, orderId, arrive } = await opened(2, together)
    expect(await endDueHeldDates(db, clock.now())).toBe(0)
    await endHeldDates(db, orderId, clock.now())
    expect(await heldBy(orderId)).toHaveLength(2)
    clock.advance({ seconds: 1800 })
    expect(await endDueHeldDates(db, clock.now())).toBe(2)
    const [taken] = itemIds
    const other = await made.readyShopper()
    expect(await rentBy(other, taken ?? newId())).toMatchObject({ ok: true })
    await arrive()
    const requested = await requestPaidRentals(db, orderId, when())
    expect(requested?.pieces).toMatchObject([
      { problem: 'dates-taken' },
      together ? { problem: 'another-piece' } : { status: 'requested' },
    ])
    expect(await rentedBy(shopper)).toHaveLength(together ? 0 : 1)
  }
})

test('a payment page that closes unpaid leaves all pieces', async () => {
  const { orderId, sessionId } = await opened(2, false)
  clock.advance({ seconds: 32 * 60 })
  await fulfil(db, stripe, sessionId)
  expect(await leaveExpiredCheckouts(db, clock.now())).toBe(2)
  expect(await leaveExpiredCheckouts(db, clock.now())).toBe(0)
  expect(await heldBy(orderId)).toEqual([])
})

test('no page is opened while something stands against one piece, in either way', async () => {
  const shopper = await made.shopper()
  const [good] = await items(1)
  const paused = await made.item({ paused: true })
  const bag = [piece(good ?? newId()), piece(paused.id)]
  for (const together of [true, false]) {
    const problem = { reason: 'item-paused', itemId: paused.id }
    expect(await pay(shopper, bag, together)).toEqual({ ok: false, problem })
    const wrong = [piece(good ?? newId(), { delivery: 'invalid' })]
    expect(await pay(shopper, wrong, together)).toMatchObject({
      problem: { reason: 'delivery-invalid', itemId: good },
    })
    const many = (await items(21)).map((itemId) => piece(itemId))
    expect(await pay(shopper, many, together)).toMatchObject({
      problem: { reason: 'bag-too-large' },
    })
    expect(await pay(shopper, [...bag, piece(good ?? newId())], together)).toMatchObject({
      problem: { reason: 'piece-twice', itemId: good },
    })
  }
  expect(await readRows(db, 'checkout_orders', 'id', { user_id: shopper.id })).toEqual([])
  expect(await heldForShopper(db, shopper, good ?? newId())).toBeNull()
})

test('the amount is that of all pieces; pieces rented before are not paid again', async () => {
  const shopper = await made.readyShopper({ credits: 20 })
  const pieces = (await items(5)).map((itemId) => piece(itemId))
  const [rented] = pieces
  if (!rented) throw new Error('no piece')
  expect(await requestRental(db, shopper, rented, clock.now(), today, timeZone)).toMatchObject({
    ok: true,
  })
  const lacking = { balance: 6, depositCents: 0, mayTakePlan: true }
  const { ways } = payToday({ credits: 4 * 14, ...lacking })
  expect(ways).toMatchObject([{ totalCents: 5000 }])
  const payFor = async (totalCents: number) => {
    const chosen = { product: 'one_time', totalCents }
    const bag = { pieces, together: true }
    return await payToRent(db, shopper, stripe, bag, chosen, places, when())
  }
  expect(await payFor(10_000)).toEqual({ ok: false, problem: { reason: 'amount-changed' } })
  const page = await payFor(5000)
  if (!page.ok || !('sessionId' in page.value)) throw new Error('no payment page')
  await payments.pay(page.value.sessionId)
  // Going back to the same form leads to its rentals.
  expect(await payFor(5000)).toMatchObject({
    value: { pieces: pieces.map(({ itemId }) => ({ itemId, outcome: { ok: true } })) },
  })
  expect(await rentedBy(shopper)).toHaveLength(5)
  expect(await creditsOf(shopper)).toEqual(expect.arrayContaining([0]))
})

test('nothing to pay: the bag is requested in its way', async () => {
  const shopper = await made.readyShopper({ credits: 50 })
  const paused = await made.item({ paused: true })
  const pieces = (await items(2)).map((itemId) => piece(itemId))
  const request = (bag: readonly RentRequest[], together: boolean) =>
    payToRent(
      ...([db, shopper, stripe, { pieces: bag, together }] as const),
      ...([{ product: null, totalCents: 0 }, places, when()] as const),
    )
  expect(await request([...pieces, piece(paused.id)], true)).toMatchObject({
    problem: { reason: 'item-paused' },
  })
  expect(await request(pieces, true)).toMatchObject({
    value: { pieces: [{ outcome: { ok: true } }, { outcome: { ok: true } }] },
  })
})

test('the database keeps a shopper to one bag and 20 pieces, and a bag from ending in parts', async () => {
  const { shopper, itemIds, orderId } = await opened(2, true)
  const item = await made.item()
  const row = {
    ...{ shopper_id: shopper.id, item_id: item.id, start_date: start, end_date: end },
    ...{ request_key: newId(), credits_per_day: 2, created_at: clock.now(), order_id: orderId },
  }
  await expect(insertRows(db, 'rental_checkouts', row)).rejects.toThrow('one_open_bag_per_shopper')
  await expect(insertRows(db, 'rental_checkouts', { ...row, pieces_after: 20 })).rejects.toThrow(
    'bag_has_20_pieces_at_most',
  )
  await expect(
    insertRows(db, 'rental_checkouts', { ...row, item_id: itemIds[0] ?? newId(), pieces_after: 2 }),
  ).rejects.toThrow('rental_checkouts_pkey')
  await expect(insertRows(db, 'rental_checkouts', { ...row, pieces_after: 1 })).rejects.toThrow(
    'pieces_of_order_are_numbered',
  )
  const part = db
    .updateTable('rental_checkouts')
    .set({ status: 'left', ended_at: clock.now() })
    .where('order_id', '=', orderId)
  await part.where('pieces_after', '=', 1).execute()
  expect(await integrityViolations(db)).toMatchObject([
    { check_name: 'dates are held for an open checkout of the same person and item' },
    { check_name: 'pieces that are requested together end together', subject: orderId },
  ])
  await part.execute()
  await db.deleteFrom('booked_periods').where('order_id', '=', orderId).execute()
})
