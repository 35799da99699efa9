import { expect, test } from 'vitest'
import type { ItemId } from '#db/ids.ts'
import { creditsBalance } from '#domain/money/credits/credits.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows, readRows } from '#test/postgres/rows.ts'
import { MAX_PIECES, type RentRequest, requestBag } from './rentals.ts'

const { db, made } = await testDatabase()
const now = new Date('2026-11-20T15:00:00Z')
const today = calendarDateIn('UTC', now)
const [start, end] = [addDays(today, 3), addDays(today, 9)]

const piece = (itemId: ItemId, over: Partial<RentRequest> = {}): RentRequest => ({
  ...{ itemId, start, end, requestKey: newId(), origin: 'https://shop.example' },
  ...over,
})

const ask = (shopper: Shopper, pieces: readonly RentRequest[], together: boolean) =>
  requestBag(db, shopper, { pieces, together }, now, today, 'UTC')
const together = (shopper: Shopper, pieces: readonly RentRequest[]) => ask(shopper, pieces, true)
const each = (shopper: Shopper, pieces: readonly RentRequest[]) => ask(shopper, pieces, false)

/** Items of two closets, 14 credits each for a week. */
async function items(count: number) {
  const closets = [await made.closet(), await made.closet()] as const
  const all: ItemId[] = []
  for (let place = 0; place < count; place++)
    all.push((await made.item({ closet: closets[place % 2 === 0 ? 0 : 1] })).id)
  return all.toReversed()
}

const rentedBy = async (shopper: Shopper) =>
  (await readRows(db, 'rentals', 'item_id', { renter_id: shopper.id })).map((row) => row.item_id)
const balanceOf = (shopper: Shopper) => creditsBalance(db, shopper.id, now)

test('pieces of two closets are requested together, and come back in the order asked', async () => {
  const shopper = await made.readyShopper({ credits: 100 })
  const wanted = await items(3)
  const bag = wanted.map((itemId) => piece(itemId))
  const outcome = await together(shopper, bag)
  expect(outcome).toMatchObject({
    ok: true,
    value: wanted.map((itemId) => ({ itemId, outcome: { value: { totalCredits: 14 } } })),
  })
  expect((await rentedBy(shopper)).toSorted()).toEqual(wanted.toSorted())
  expect(await balanceOf(shopper)).toBe(58)
  expect(await together(shopper, bag)).toEqual(outcome)
  expect(await each(shopper, bag)).toEqual(outcome)
  expect(await balanceOf(shopper)).toBe(58)
})

test('two clicks at once request a bag once', async () => {
  const shopper = await made.readyShopper({ credits: 100 })
  const bag = (await items(2)).map((itemId) => piece(itemId))
  const [one, other] = await Promise.all([
    together(shopper, bag),
    together(shopper, bag.toReversed()),
  ])
  expect(one.ok && other.ok && other.value.toReversed()).toEqual(one.ok && one.value)
  expect(await rentedBy(shopper)).toHaveLength(2)
})

test('what stands against one piece is said with its item, and nothing is requested', async () => {
  const shopper = await made.readyShopper({ credits: 100 })
  const [good, other] = await items(2)
  const own = await made.shopper({ account_type: 'business', business_status: 'approved' })
  await made.credits(own, 100)
  await made.deposit(own)
  const [taken, paused, gone, high, blocked] = [
    await made.item({ advance_booking: true }),
    await made.item({ paused: true }),
    await made.item({ deleted_at: now }),
    await made.item({ replacement_value_cents: 200_000 }),
    await made.item(),
  ]
  await made.rental({ item: taken, start, createdAt: now })
  const lister = { blocker_id: blocked.business_id, blocked_id: shopper.id, at: now }
  await insertRows(db, 'blocks', lister)
  const problemWith = async (bad: RentRequest, who = shopper) => {
    const bag = [piece(good ?? newId()), bad, piece(other ?? newId())]
    const outcome = await together(who, bag)
    if (outcome.ok) return 'requested'
    expect(outcome.problem.itemId).toBe(bad.itemId)
    expect(await rentedBy(who)).toEqual([])
    const alone = await each(who, [bad])
    expect(alone).toMatchObject({
      value: [{ outcome: { problem: { reason: outcome.problem.reason } } }],
    })
    return outcome.problem.reason
  }
  expect(await problemWith(piece(taken.id))).toBe('dates-taken')
  expect(await problemWith(piece(paused.id))).toBe('item-paused')
  expect(await problemWith(piece(gone.id))).toBe('item-not-found')
  expect(await problemWith(piece(blocked.id))).toBe('not-available')
  expect(await problemWith(piece(high.id))).toBe('not-yet-trusted')
  const free = await made.item()
  expect(await problemWith(piece(free.id, { end: addDays(start, -1) }))).toBe('dates-invalid')
  expect(await problemWith(piece(free.id, { shownCreditsPerDay: 1 }))).toBe('price-changed')
  expect(await problemWith(piece(free.id, { delivery: 'invalid' }))).toBe('delivery-invalid')
  const mine = await made.item({ closet: own })
  expect(await problemWith(piece(mine.id), own)).toBe('own-item')
  expect(await balanceOf(shopper)).toBe(100)
})

test('credits have to cover all pieces together; each by itself, those asked for first', async () => {
  const shopper = await made.readyShopper({ credits: 30 })
  const wanted = await items(3)
  const bag = wanted.map((itemId) => piece(itemId))
  expect(await together(shopper, bag)).toEqual({
    ok: false,
    problem: { reason: 'not-enough-credits', needed: 42, balance: 30, itemId: null },
  })
  expect(await balanceOf(shopper)).toBe(30)
  expect(await each(shopper, bag)).toMatchObject({
    value: [
      { itemId: wanted[0], outcome: { ok: true } },
      { itemId: wanted[1], outcome: { ok: true } },
      { itemId: wanted[2], outcome: { problem: { needed: 14, balance: 2 } } },
    ],
  })
  expect(await balanceOf(shopper)).toBe(2)
})

test('without a deposit nothing is requested in either way', async () => {
  const shopper = await made.shopper()
  await made.credits(shopper, 100)
  const bag = (await items(2)).map((itemId) => piece(itemId))
  expect(await together(shopper, bag)).toMatchObject({ problem: { reason: 'deposit-missing' } })
  expect(await each(shopper, bag)).toMatchObject({
    value: [
      { outcome: { problem: { reason: 'deposit-missing' } } },
      { outcome: { problem: { reason: 'deposit-missing' } } },
    ],
  })
})

test('a bag has 1 to 20 different pieces', async () => {
  const shopper = await made.readyShopper({ credits: 1000 })
  const wanted = await items(MAX_PIECES + 1)
  const bag = wanted.map((itemId) => piece(itemId))
  for (const way of [together, each]) {
    expect(await way(shopper, [])).toMatchObject({ problem: { reason: 'bag-empty' } })
    expect(await way(shopper, bag)).toMatchObject({ problem: { reason: 'bag-too-large' } })
    const twice = [...bag.slice(0, 2), piece(wanted[0] ?? newId())]
    expect(await way(shopper, twice)).toEqual({
      ...{ ok: false, problem: { reason: 'piece-twice', itemId: wanted[0] } },
    })
  }
  expect(await rentedBy(shopper)).toEqual([])
  expect(await together(shopper, bag.slice(1))).toMatchObject({ ok: true })
  expect(await rentedBy(shopper)).toHaveLength(MAX_PIECES)
  expect(await balanceOf(shopper)).toBe(1000 - 14 * MAX_PIECES)
})

test('a request key rents one item only', async () => {
  const shopper = await made.readyShopper({ credits: 100 })
  const [one, other] = (await items(2)).toSorted()
  const requestKey = newId()
  const bag = [one, other].map((itemId) => piece(itemId ?? newId(), { requestKey }))
  expect(await together(shopper, bag)).toMatchObject({ problem: { reason: 'request-used' } })
  expect(await rentedBy(shopper)).toEqual([])
  expect(await each(shopper, bag)).toMatchObject({
    value: [{ outcome: { ok: true } }, { outcome: { problem: { reason: 'request-used' } } }],
  })
})

test('an offer of the waitlist is accepted with the bag, and stays when the bag is refused', async () => {
  const shopper = await made.readyShopper({ credits: 100 })
  const offered = await made.item()
  const entry = await made.offer({ item: offered, shopper, start, end, createdAt: now })
  const bad = await made.item({ paused: true })
  const statusOf = async () => (await readRows(db, 'waitlist_entries', 'status', { id: entry }))[0]
  expect(await together(shopper, [piece(offered.id), piece(bad.id)])).toMatchObject({ ok: false })
  expect(await statusOf()).toEqual({ status: 'offered' })
  const [good] = await items(1)
  const bag = [piece(offered.id), piece(good ?? newId())]
  expect(await together(shopper, bag)).toMatchObject({ ok: true })
  expect(await statusOf()).toEqual({ status: 'accepted' })
})
