import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import type { LotSource, PlanType } from '#db/enums.ts'
import { expireLots, lockWallet, mint, restore } from '#domain/money/credits/credits.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { make } from '#test/make/make.ts'
import { openPayments } from '#test/payments.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows, readRow, updateRows } from '#test/postgres/rows.ts'
import { totalCreditDays } from './credit-days.ts'
import { closetShares, creditsByMonth, owedCredits, spentValue } from './credit-figures.ts'
import { lastMonths } from './figure-periods.ts'

const timeZone = 'America/New_York'
const DAY_MS = 86_400_000
const FIRST = Date.parse('2025-10-05T15:00:00Z')
/** In New York it is still November 30. */
const now = new Date('2026-12-01T03:00:00Z')
const today = calendarDateIn(timeZone, now)
const at = { now, today, timeZone }

/** Repeatable random whole numbers below `below`. */
function randomNumbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return Math.floor((state / 4_294_967_296) * below)
  }
}

const lots = [
  { source: 'one_time', amount: 50, paid: { cents: 5000, credits: 50 } },
  { source: 'gift', amount: 50, paid: { cents: 5000, credits: 100 } },
  { source: 'gift_claim', amount: 50, paid: { cents: 5000, credits: 100 } },
  { source: 'subscription', amount: 30, paid: { cents: 20_000, credits: 360 } },
  { source: 'grant', amount: 20 },
  { source: 'goodwill', amount: 7 },
] as const satisfies readonly {
  source: LotSource
  amount: number
  paid?: { cents: number; credits: number }
}[]

type World = Awaited<ReturnType<typeof testDatabase>>

/** A random operation on somebody's credits, at a random time in the last year. */
async function step({ db }: World, random: ReturnType<typeof randomNumbers>) {
  const things = make(db)
  const when = new Date(FIRST + random(now.getTime() - FIRST))
  const shopper = await things.shopper()
  for (let n = 0; n <= random(2); n += 1) {
    const lot = lots[random(lots.length)] ?? lots[0]
    const expiresAt = new Date(when.getTime() + (20 + random(120)) * DAY_MS)
    await inTransaction(db, async (tx) => {
      await lockWallet(tx, shopper.id)
      await mint(tx, { userId: shopper.id, key: newId(), ...lot, expiresAt }, when)
    })
  }
  if (random(3) === 0) return
  const rental = await things.rental({ renter: shopper, createdAt: when })
  const rate = [0, 45, 60][random(3)] ?? 0
  await updateRows(db, 'rentals', rental.id, { cents_per_credit: rate })
  if (random(3) > 0) return
  const later = new Date(Math.min(now.getTime(), when.getTime() + random(90) * DAY_MS))
  await inTransaction(db, async (tx) => {
    await lockWallet(tx, shopper.id)
    const operation = { userId: shopper.id, rentalId: rental.id }
    await restore(tx, operation, later)
  })
}

const nothing = { sold: 0, given: 0, spent: 0, expired: 0, revoked: 0, brought: 0, closet: 0 }

/** Every movement, one by one. */
async function movements({ db }: World) {
  return await db
    .selectFrom('credit_movements as m')
    .innerJoin('credit_transactions as t', 't.id', 'm.transaction_id')
    .innerJoin('credit_lots as l', 'l.id', 'm.lot_id')
    .leftJoin('rentals as r', 'r.id', 't.rental_id')
    .select(['m.from_side', 'm.to_side', 'm.amount', 't.effective_at', 'l.source'])
    .select(['l.payment_cents', 'l.payment_credits', 'r.cents_per_credit'])
    .execute()
}

type Movements = Awaited<ReturnType<typeof movements>>

function recount(rows: Movements, counts: (day: string) => boolean) {
  const sums = { ...nothing }
  for (const row of rows) {
    if (!counts(calendarDateIn(timeZone, row.effective_at))) continue
    const { from_side: from, to_side: to, amount } = row
    if (from === 'mint')
      sums[row.source === 'goodwill' || row.source === 'grant' ? 'given' : 'sold'] += amount
    if (to === 'expired') sums.expired += amount
    if (to === 'revoked') sums.revoked += amount
    const spent = to === 'spent' ? amount : from === 'spent' ? -amount : 0
    const fees = row.source === 'subscription' ? 0.036 : 0.029
    const value = row.payment_cents
      ? (row.payment_cents * (1 - fees) - 30) / (row.payment_credits ?? 1)
      : 0
    sums.spent += spent
    sums.brought += spent * value
    sums.closet += spent * (row.cents_per_credit ?? 0)
  }
  return sums
}

async function expectEqualToARecount(world: World) {
  const admin = await make(world.db).admin()
  const rows = await movements(world)
  const months = await creditsByMonth(world.db, admin, at)
  expect(months.map(({ month }) => month)).toEqual(lastMonths(today))
  for (const { month, rate, broughtCents, closetCents, ...moved } of months) {
    const { brought, closet, ...expected } = recount(rows, (day) => day.startsWith(month))
    expect({ month, ...moved }).toEqual({ month, ...expected })
    expect(broughtCents).toBeCloseTo(brought, 4)
    expect(closetCents).toBe(closet)
    expect(rate).toBe(45)
  }
  const value = await spentValue(world.db, admin, at)
  const expected = recount(rows, (day) => day > addDays(today, -90))
  expect(value.spent).toBe(expected.spent)
  expect(value.broughtCents).toBeCloseTo(expected.brought, 4)
  expect(value.closetCents).toBe(expected.closet)
  const closet = await make(world.db).closet()
  const shares = await closetShares(world.db, closet, at)
  expect(shares.map(({ year }) => year)).toEqual([2026, 2025])
  for (const { year, share } of shares) {
    const { brought, closet: earned } = recount(rows, (day) => day.startsWith(`${year}`))
    if (brought === 0) expect(share).toBeNull()
    else expect(share).toBeCloseTo(earned / brought, 6)
  }
}

async function totalAll(world: World, when = now) {
  const day = calendarDateIn(timeZone, when)
  const added = { now: when, today: day, timeZone }
  for (let n = 0; n < 50; n += 1) if ((await totalCreditDays(world.db, added)) === 0) return
  throw new Error('days are added up without an end')
}

test.for([1, 2])('figures of credits equal a recount of every movement (%s)', async (seed) => {
  const world = await testDatabase({ violatesInvariants: true })
  const random = randomNumbers(seed * 7919)
  for (let n = 0; n < 25; n += 1) await step(world, random)
  await expectEqualToARecount(world)
  await totalAll(world, new Date(now.getTime() - 40 * DAY_MS))
  await expectEqualToARecount(world)
  await totalAll(world)
  // Late operations, on days that were already totalled.
  for (let n = 0; n < 15; n += 1) await step(world, random)
  await expireLots(world.db, now)
  await totalAll(world)
  // Spending on rentals is never late.
  await world.db.deleteFrom('credit_days').execute()
  await totalAll(world)
  await expectEqualToARecount(world)
  expect(await totalCreditDays(world.db, at)).toBe(0)
})

test('payments and expiry recorded late are added to the totals of their days', async () => {
  const world = await testDatabase({ violatesInvariants: true })
  const { db, made: things } = world
  const shopper = await things.shopper()
  const day = (n: number) => new Date(now.getTime() - n * DAY_MS)
  await things.credits(shopper, 10, { now: day(60), expiresAt: day(20) })
  await totalAll(world)
  await expireLots(db, now)
  await things.credits(shopper, 5, { now: day(30), expiresAt: new Date('2099-01-01') })
  await totalAll(world)
  await expectEqualToARecount(world)
  const { n } = await db
    .selectFrom('late_credits')
    .select((build) => build.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  expect(Number(n)).toBe(0)
})

test('every purchase stores with its lots what was paid for them', async () => {
  const { db, made, clock, payments } = await openPayments({ at: '2026-11-20T12:00:00Z' })
  const admin = await made.admin()
  const when = { now: clock.now(), today: calendarDateIn(timeZone, clock.now()), timeZone }
  const shopper = await made.shopper()
  expect(await spentValue(db, admin, when)).toMatchObject({ spent: 0, centsPerCredit: null })
  await payments.buy(shopper, 'one_time')
  await payments.buy(await made.shopper(), 'gift')
  await payments.subscribe(await made.shopper(), 'subscription_annual')
  await payments.catchUp()
  const paid = await db
    .selectFrom('credit_lots')
    .select(['source', 'payment_cents as cents', 'payment_credits as credits'])
    .orderBy('source')
    .execute()
  expect(paid).toEqual([
    { source: 'gift', cents: 5000, credits: 100 },
    { source: 'one_time', cents: 5000, credits: 50 },
    { source: 'subscription', cents: 20_000, credits: 360 },
  ])
  const owed = await owedCredits(db, admin, when)
  expect(owed.reduce((sum, { credits }) => sum + credits, 0)).toBe(50 + 100 + 30)
  expect(owed.reduce((sum, { paidCents }) => sum + paidCents, 0)).toBe(5000 + 5000 + 1667)
})

/** What a credit brought that was bought with this product and spent. */
async function valueOfBought(product: 'one_time' | 'gift' | PlanType) {
  const { db, made, clock, payments } = await openPayments({ at: '2026-11-20T12:00:00Z' })
  const admin = await made.admin()
  const read = async () => {
    const over = { today: calendarDateIn(timeZone, clock.now()), timeZone }
    return (await spentValue(db, admin, over)).centsPerCredit
  }
  expect(await read()).toBeNull()
  const shopper = await made.shopper()
  if (product === 'one_time' || product === 'gift') await payments.buy(shopper, product)
  else await payments.subscribe(shopper, product)
  await payments.catchUp()
  const spend = async (renter: Shopper) => {
    await made.rental({ renter, createdAt: clock.now() })
  }
  await spend(shopper)
  return { db, clock, made, read, spend }
}

test.for([
  ['one_time', 96.5],
  ['gift', 48.25],
  ['subscription_monthly', (2000 * 0.964 - 30) / 30],
  ['subscription_annual', (20_000 * 0.964 - 30) / 360],
] as const)('a spent credit of %s brought what was paid for it, after fees', async ([
  product,
  cents,
]) => {
  const { read, spend, clock, made } = await valueOfBought(product)
  expect(await read()).toBeCloseTo(cents)
  // A credit that nobody paid for brought nothing.
  await spend(await made.shopper())
  expect(await read()).toBeCloseTo(cents / 2)
  clock.advance({ days: 91 })
  expect(await read()).toBeNull()
})

test('the loss of spent credits in a lost dispute is subtracted', async () => {
  const { read, db, clock } = await valueOfBought('one_time')
  const { payment_intent: payment, user_id } = await readRow(
    db,
    'checkout_orders',
    ['payment_intent', 'user_id'],
    {},
  )
  await insertRows(db, 'disputes', {
    id: 'dp_1',
    payment_intent: payment ?? '',
    user_id,
    amount_cents: 700,
    loss_cents: 700,
    loss_credits: 7,
    status: 'lost',
    opened_at: clock.now(),
    closed_at: clock.now(),
  })
  expect(await read()).toBeCloseTo((14 * 96.5 - 700) / 14)
  await db.updateTable('rentals').set({ cents_per_credit: 45 }).execute()
  const closet = await make(db).closet()
  const today = calendarDateIn(timeZone, clock.now())
  const shares = await closetShares(db, closet, { today, timeZone })
  expect(shares).toEqual([
    { year: 2026, share: expect.closeTo((14 * 45) / (14 * 96.5 - 700)) },
    { year: 2025, share: null },
  ])
  await db.deleteFrom('disputes').execute()
})
