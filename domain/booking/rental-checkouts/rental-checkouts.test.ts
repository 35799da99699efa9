import { expect, test } from 'vitest'
import type { ItemId, OrderId } from '#db/ids.ts'
import { changeDates } from '#domain/booking/rentals/dates/change-dates.ts'
import { type RentRequest, requestRental } from '#domain/booking/rentals/rentals.ts'
import { fulfil } from '#domain/money/checkout/fulfil.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { openPayments } from '#test/payments.ts'
import { integrityViolations } from '#test/postgres/database.ts'
import { readRow, readRows, updateRows } from '#test/postgres/rows.ts'
import { endDueHeldDates, leaveExpiredCheckouts } from './end-checkout.ts'
import { heldForShopper, leavePayment, payToRent, requestPaidRentals } from './rental-checkouts.ts'

const { db, made, clock, payments, stripe } = await openPayments()
const timeZone = 'America/New_York'
const today = calendarDateIn(timeZone, clock.now())
const [start, end] = [addDays(today, 5), addDays(today, 8)]
const when = () => ({ now: clock.now(), today, timeZone })
const places = {
  origin: 'http://shop.test',
  successPath: '/rental-success',
  returnTo: '/',
  leftPath: '/rental-success?left=',
}

const request = (itemId: ItemId) => ({
  ...{ itemId, start, end, requestKey: newId(), origin: 'http://shop.test' },
})

const bagOf = (piece: RentRequest) => ({ pieces: [piece], together: true })
const requestPaid = async (orderId: OrderId) =>
  (await requestPaidRentals(db, orderId, when()))?.pieces[0]

/** Somebody with a deposit and no credits, and an item of 14 credits a week. */
async function withoutCredits() {
  const shopper = await made.shopper()
  await payments.holdDeposit(shopper)
  return { shopper, item: await made.item({ creditsPerDay: 2, advance_booking: true }) }
}

const plan = { product: 'subscription_monthly', totalCents: 2000 } as const

async function opened(shopper: Shopper, itemId: ItemId) {
  const page = await payToRent(db, shopper, stripe, bagOf(request(itemId)), plan, places, when())
  if (!page.ok || !('sessionId' in page.value)) throw new Error('no payment page')
  const order = await readRow(db, 'checkout_orders', 'id', {
    stripe_session_id: page.value.sessionId,
  })
  return { sessionId: page.value.sessionId, orderId: order.id as OrderId }
}

test('dates are held while they are paid, and requested once when the payment arrives', async () => {
  const { shopper, item } = await withoutCredits()
  const { sessionId, orderId } = await opened(shopper, item.id)
  const other = await made.readyShopper()
  const rentBy = (who: Shopper) =>
    requestRental(db, who, request(item.id), clock.now(), today, timeZone)
  expect(await rentBy(other)).toMatchObject({ problem: { reason: 'dates-taken' } })
  expect(await requestPaid(orderId)).toMatchObject({ status: 'open' })
  await payments.pay(sessionId)
  await fulfil(db, stripe, sessionId)
  const [first, second] = await Promise.all([requestPaid(orderId), requestPaid(orderId)])
  expect(first).toMatchObject({ status: 'requested' })
  expect(second).toEqual(first)
  expect(await readRows(db, 'rentals', 'total_credits', { renter_id: shopper.id })).toEqual([
    { total_credits: 14 },
  ])
  expect(await integrityViolations(db)).toEqual([])
})

test('a rental of the shopper moves to the dates that their own payment page holds', async () => {
  const { shopper, item } = await withoutCredits()
  const rental = await made.rental({
    ...{ item, renter: shopper, status: 'pending', createdAt: clock.now() },
    start: addDays(today, 20),
  })
  const { sessionId, orderId } = await opened(shopper, item.id)
  const move = { rentalId: rental.id, start, end, requestKey: newId(), origin: places.origin }
  expect(await changeDates(db, shopper, move, clock.now(), today, timeZone)).toMatchObject({
    ok: true,
  })
  expect(await readRows(db, 'booked_periods', 'rental_id', { item_id: item.id })).toEqual([
    { rental_id: rental.id },
  ])
  await payments.pay(sessionId)
  await fulfil(db, stripe, sessionId)
  expect(await requestPaid(orderId)).toMatchObject({
    ...{ status: 'refused', problem: 'already-requested' },
  })
})

test('after half an hour the dates are free; a late payment requests them, or keeps what it bought', async () => {
  const { shopper, item } = await withoutCredits()
  const { sessionId, orderId } = await opened(shopper, item.id)
  expect(await endDueHeldDates(db, clock.now())).toBe(0)
  clock.advance({ seconds: 1800 })
  expect(await endDueHeldDates(db, clock.now())).toBe(1)
  const other = await made.readyShopper()
  const taken = await requestRental(db, other, request(item.id), clock.now(), today, timeZone)
  expect(taken).toMatchObject({ ok: true })
  await payments.pay(sessionId)
  await fulfil(db, stripe, sessionId)
  for (let time = 0; time < 2; time++)
    expect(await requestPaid(orderId)).toMatchObject({
      ...{ status: 'refused', problem: 'dates-taken', itemId: item.id, start, end },
    })
  expect(await readRows(db, 'credit_lots', 'available', { user_id: shopper.id })).toEqual([
    { available: 30 },
  ])
  expect(await integrityViolations(db)).toEqual([])
})

test('an amount that the page did not show is not charged, and nothing is held', async () => {
  const { shopper, item } = await withoutCredits()
  const pay = (totalCents: number) =>
    payToRent(db, shopper, stripe, bagOf(request(item.id)), { ...plan, totalCents }, places, when())
  expect(await pay(1900)).toEqual({ ok: false, problem: { reason: 'amount-changed' } })
  expect(await readRows(db, 'booked_periods', 'order_id', { item_id: item.id })).toEqual([])
})

test('the second of two tabs closes the payment page of the first', async () => {
  const { shopper, item } = await withoutCredits()
  const first = await opened(shopper, item.id)
  const second = await opened(shopper, item.id)
  await expect(payments.pay(first.sessionId)).rejects.toThrow()
  await payments.pay(second.sessionId)
  await fulfil(db, stripe, second.sessionId)
  expect(await requestPaid(first.orderId)).toMatchObject({ status: 'left' })
  expect(await requestPaid(second.orderId)).toMatchObject({ status: 'requested' })
  expect(await integrityViolations(db)).toEqual([])
})

test('a payment page that is left frees the dates at once, and nobody can pay on it', async () => {
  const { shopper, item } = await withoutCredits()
  const { sessionId, orderId } = await opened(shopper, item.id)
  expect(await heldForShopper(db, shopper, item.id)).toMatchObject({ orderId, start, end })
  const other = await made.shopper()
  expect(await leavePayment(db, other, stripe, orderId, when())).toEqual({ ok: true, value: null })
  expect(await heldForShopper(db, shopper, item.id)).not.toBeNull()
  for (let time = 0; time < 2; time++)
    expect(await leavePayment(db, shopper, stripe, orderId, when())).toMatchObject({ value: null })
  expect(await heldForShopper(db, shopper, item.id)).toBeNull()
  await expect(payments.pay(sessionId)).rejects.toThrow()
  expect(await requestPaid(orderId)).toMatchObject({ status: 'left' })
  expect(await integrityViolations(db)).toEqual([])
})

test('leaving a payment page that was paid requests the rental', async () => {
  const { shopper, item } = await withoutCredits()
  const { sessionId, orderId } = await opened(shopper, item.id)
  await payments.pay(sessionId)
  const left = await leavePayment(db, shopper, stripe, orderId, when())
  expect(left).toMatchObject({ ok: true, value: { pieces: [{ status: 'requested' }] } })
  expect(await integrityViolations(db)).toEqual([])
})

test('a payment that never arrives ends the checkout when its page closes', async () => {
  const { shopper, item } = await withoutCredits()
  const { sessionId, orderId } = await opened(shopper, item.id)
  clock.advance({ seconds: 31 * 60 })
  expect(await fulfil(db, stripe, sessionId)).toMatchObject({ problem: { state: 'expired' } })
  expect(await leaveExpiredCheckouts(db, clock.now())).toBe(1)
  expect(await requestPaid(orderId)).toMatchObject({ status: 'left' })
  expect(await heldForShopper(db, shopper, item.id)).toBeNull()
  expect(await integrityViolations(db)).toEqual([])
})

test('the form that was paid for requests nothing more: going back leads to its rental', async () => {
  const { shopper, item } = await withoutCredits()
  const form = request(item.id)
  const pay = () => payToRent(db, shopper, stripe, bagOf(form), plan, places, when())
  const page = await pay()
  if (!page.ok || !('sessionId' in page.value)) throw new Error('no payment page')
  await payments.pay(page.value.sessionId)
  const again = await pay()
  expect(again).toMatchObject({ value: { pieces: [{ outcome: { value: { totalCredits: 14 } } }] } })
  expect(await pay()).toEqual(again)
  expect(await readRows(db, 'checkout_orders', 'status', { user_id: shopper.id })).toHaveLength(2)
  expect(await readRows(db, 'rentals', 'id', { renter_id: shopper.id })).toHaveLength(1)
})

test('a closet that accepts automatically confirms with the payment', async () => {
  const { shopper } = await withoutCredits()
  const closet = await made.closet({ accepts_automatically: 'everybody' })
  const item = await made.item({ closet, creditsPerDay: 2, advance_booking: true })
  const { sessionId, orderId } = await opened(shopper, item.id)
  await payments.pay(sessionId)
  await fulfil(db, stripe, sessionId)
  await requestPaid(orderId)
  expect(await readRows(db, 'rentals', 'status', { renter_id: shopper.id })).toEqual([
    { status: 'confirmed' },
  ])
})

test('what is missing is paid: a deposit, or what is left of it to add', async () => {
  const item = await made.item({ creditsPerDay: 2, advance_booking: true })
  const shopper = await made.shopper()
  await made.credits(shopper, 14)
  const deposit = { product: null, totalCents: 5000 }
  const page = await payToRent(
    db,
    shopper,
    stripe,
    bagOf(request(item.id)),
    deposit,
    places,
    when(),
  )
  if (!page.ok || !('sessionId' in page.value)) throw new Error('no payment page')
  await payments.pay(page.value.sessionId)
  await payments.catchUp()
  const { id } = await readRow(db, 'checkout_orders', 'id', {
    stripe_session_id: page.value.sessionId,
  })
  expect(await requestPaid(id as OrderId)).toMatchObject({ status: 'requested' })
  expect(await readRows(db, 'deposits', 'amount_cents', { user_id: shopper.id })).toEqual([
    { amount_cents: 5000 },
  ])
})

test('a price that is raised while it is paid does not count', async () => {
  const { shopper, item } = await withoutCredits()
  const { sessionId, orderId } = await opened(shopper, item.id)
  await updateRows(db, 'clothing_items', item.id, { credits_per_day: 9 })
  await payments.pay(sessionId)
  await fulfil(db, stripe, sessionId)
  expect(await requestPaid(orderId)).toMatchObject({ status: 'requested' })
  expect(await readRows(db, 'rentals', 'total_credits', { renter_id: shopper.id })).toEqual([
    { total_credits: 14 },
  ])
})

test('an offer of the waitlist holds its dates while they are paid', async () => {
  const { shopper, item } = await withoutCredits()
  await made.offer({ item, shopper, start, end })
  const { sessionId, orderId } = await opened(shopper, item.id)
  await payments.pay(sessionId)
  await fulfil(db, stripe, sessionId)
  expect(await requestPaid(orderId)).toMatchObject({ status: 'requested' })
  expect(await integrityViolations(db)).toEqual([])
})
