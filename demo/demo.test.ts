import { resolve } from 'node:path'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import type { Db } from '#db/connection.ts'
import { liveRentalStatuses } from '#db/enums.ts'
import { catalogue, closets } from '#demo/catalogue/catalogue.ts'
import { closetFigures } from '#domain/accounts/closets/closet-figures.ts'
import { monthlyEarnings } from '#domain/accounts/closets/earnings.ts'
import { signIn } from '#domain/accounts/sign-in/accounts.ts'
import { creditsByMonth, spentValue } from '#domain/admin/figures/credit-figures.ts'
import { signals } from '#domain/admin/signals/signals.ts'
import { casesToAnswer } from '#domain/care/cases/case-list.ts'
import { reportList } from '#domain/care/reports/report-list.ts'
import { searchItems } from '#domain/catalogue/search/search.ts'
import { searchChoices } from '#domain/catalogue/search/search-choices.ts'
import { emptySearch } from '#domain/catalogue/search/search-query.ts'
import { readSearch } from '#domain/catalogue/search/understand.ts'
import { findDeposit } from '#domain/money/deposits/deposits.ts'
import { setUpPayments } from '#domain/money/events/set-up-payments.ts'
import { asAdmin, asClosetOwner } from '#domain/shared/actors.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { folderStore, temporaryFolder } from '#gateways/images/testing/temporary-stores.ts'
import { readSettings } from '#server/settings/settings.ts'
import { openPayments } from '#server/start/payments.ts'
import { systemFor } from '#server/testing/system.ts'
import { make } from '#test/make/make.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { publishedAccounts, seedDemo } from './demo.ts'
import type { DemoContext } from './seeding/demo-context.ts'
import { payDemoDeposit, type SandboxFetch } from './seeding/demo-payments.ts'
import { findPerson } from './seeding/seed-people.ts'

// Each test installs a whole demo.
vi.setConfig({ testTimeout: 60_000 })

const pictures = resolve('demo/pictures')

async function installed(clock = () => new Date()) {
  const { db, pool } = await testDatabase()
  const payments = openPayments({
    settings: readSettings({ DATA_DIR: temporaryFolder() }),
    pool,
    clock,
    mayCall: () => {},
    webhookFetch: async () => new Response(),
  })
  await setUpPayments(payments.stripe, null)
  const context: DemoContext = { ...systemFor(db), stripe: payments.stripe, images: folderStore() }
  return { db, context, sandboxFetch: payments.handle }
}

/** The number of rows in each of our tables. */
async function countRows(db: Db): Promise<Record<string, number>> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db)
  const counts: Record<string, number> = {}
  for (const { name } of tables.rows) {
    const { rows } = await sql<{
      n: number
    }>`select count(*)::int as n from ${sql.table(name)}`.execute(db)
    counts[name] = rows[0]?.n ?? -1
  }
  return counts
}

// Shared by the tests that do not change the demo. Seeded twice, as by two processes at once.
const seeded = await installed()
const { sandboxFetch: askSeeded } = seeded
await Promise.all([1, 2].map(() => seedDemo(seeded.context, { pictures, sandboxFetch: askSeeded })))
const seededRows = await countRows(seeded.db)

test('the demo fills every group, its accounts match their notes, and a deposit can be refunded', async () => {
  const { db, context } = seeded

  const groups = async (column: string) => {
    const { rows } = await sql<{ value: string }>`
      select distinct ${sql.ref(column)} as value from clothing_items where is_public`.execute(db)
    return rows.map(({ value }) => value)
  }
  expect((await groups('style_group')).length).toBe(7)
  expect((await groups('occasion_group')).length).toBe(7)
  expect((await groups('size_group')).length).toBe(6)
  expect((await groups('location_group')).length).toBe(6)
  const { rows } = await sql<{ all: number; public: number; rented: number; pending: number }>`
    select count(*)::int as all, count(*) filter (where is_public)::int as public,
      count(*) filter (where not available)::int as rented,
      count(*) filter (where approval_status = 'pending')::int as pending
    from clothing_items`.execute(db)
  expect(rows[0]?.public).toBeGreaterThanOrEqual(60)
  expect([rows[0]?.rented, rows[0]?.pending]).toEqual([1, 5])
  const ahead = await db
    .selectFrom('clothing_items')
    .select('business_id')
    .distinct()
    .where('advance_booking', '=', true)
    .execute()
  const lendingAhead = closets.filter((one) => one.turnaroundDays !== undefined)
  expect(ahead).toHaveLength(lendingAhead.length)
  const booked = await db
    .selectFrom('rentals')
    .select('item_id')
    .where('status', 'in', liveRentalStatuses)
    .groupBy('item_id')
    .having((eb) => eb.fn.countAll(), '>', 1)
    .execute()
  expect(booked.length).toBeGreaterThanOrEqual(8)

  const seen = await sql<{ at_risk: number; offered: number; waiting: number }>`
    select (select count(*)::int from rentals where at_risk_since is not null) as at_risk,
      (select count(*)::int from waitlist_entries where status = 'offered') as offered,
      (select count(*)::int from waitlist_entries where status = 'waiting') as waiting`.execute(db)
  expect(seen.rows[0]).toEqual({ at_risk: 1, offered: 1, waiting: 1 })

  const today = calendarDateIn('America/New_York', context.clock())
  const thisYear = Number(today.slice(0, 4))
  const year = today < `${thisYear}-06-12` ? thisYear : thisYear + 1
  const weekend = `q=red+dress&size=M&city=Boston,+MA&start=${year}-06-12&end=${year}-06-13`
  const { query, problem } = readSearch(
    new URLSearchParams(weekend),
    await searchChoices(db),
    today,
  )
  expect(problem).toBeNull()
  const { items } = await searchItems(db, query, today)
  expect(items.map(({ title }) => title)).toEqual(['Cherry polka-dot swing dress'])

  const views = await sql<{ n: number }>`select count(*)::int as n from clothing_items i
    where (select count(*) from item_photos p where p.item_id = i.id) = 2
      and exists (select from item_measurements m where m.item_id = i.id)`.execute(db)
  expect(views.rows[0]?.n).toBe(catalogue.length)
  const own = await db
    .selectFrom('size_profiles')
    .select(['bust_cm as bustCm', 'waist_cm as waistCm', 'hips_cm as hipsCm'])
    .executeTakeFirstOrThrow()
  const fitting = await searchItems(db, { ...emptySearch, fit: { ...own, inSize: null } }, today)
  expect(fitting.total).toBeGreaterThanOrEqual(15)
  expect(fitting.total).toBeLessThan(rows[0]?.public ?? 0)

  const accounts = await publishedAccounts(db, context.auth, context.clock())
  expect(accounts.map(({ email }) => email)).toEqual([
    'shopper@hemline.test',
    'newcomer@hemline.test',
    'business@hemline.test',
    'admin@hemline.test',
  ])
  for (const account of accounts) {
    expect((await signIn(db, account, context.clock())).ok).toBe(true)
  }
  const { rows: expected } = await sql<{ email: string; credits: number; deposit: boolean }>`
    select p.email, c.credits_balance as credits, k.deposit_paid as deposit
    from user_profiles p join user_credits c on c.user_id = p.id
    join payment_customers k on k.user_id = p.id
    where p.email in ('shopper@hemline.test', 'newcomer@hemline.test') order by p.email`.execute(db)
  expect(expected).toEqual([
    { email: 'newcomer@hemline.test', credits: 0, deposit: false },
    { email: 'shopper@hemline.test', credits: 51, deposit: true },
  ])

  // The payment exists at the provider, so the deposit can be refunded.
  const deposit = await db
    .selectFrom('deposits as d')
    .innerJoin('user_profiles as p', 'p.id', 'd.user_id')
    .select(['d.payment_intent', 'd.amount_cents'])
    .where('p.email', '=', 'shopper@hemline.test')
    .executeTakeFirstOrThrow()
  const refund = await context.stripe.refund({
    refundId: '01900000-0000-7000-8000-000000000001',
    paymentIntent: deposit.payment_intent,
    amountCents: deposit.amount_cents,
  })
  expect(refund.status).toBe('succeeded')
})

test('the figures of admins and of the demo closet show several months', async () => {
  const { db, context } = seeded
  const now = context.clock()
  const { timeZone } = context
  const today = calendarDateIn(timeZone, now)
  const admin = asAdmin(await findPerson(db, 'admin@hemline.test'))
  const closet = asClosetOwner(await findPerson(db, 'business@hemline.test'))
  if (!admin || !closet) throw new Error('the demo has no admin or no closet')
  const months = await creditsByMonth(db, admin, { now, today, timeZone })
  // Credits expired 5, 29 and 60 days ago: on some days the first two fall in the same month.
  for (const [name, atLeast] of [
    ['sold', 3],
    ['spent', 3],
    ['expired', 2],
  ] as const)
    expect(months.filter((month) => month[name] > 0).length, name).toBeGreaterThanOrEqual(atLeast)
  const value = await spentValue(db, admin, { today, timeZone })
  expect(value.centsPerCredit).toBeGreaterThan(0)
  const since = addDays(today, -200).slice(0, 7)
  const until = today.slice(0, 7)
  const earned = await monthlyEarnings(db, closet, { since, until, timeZone })
  expect(earned.filter(({ rentalCents }) => rentalCents > 0).length).toBeGreaterThanOrEqual(4)
  const { items } = await closetFigures(db, closet, { today, timeZone, page: 1 })
  expect(items.filter(({ daysOut }) => daysOut > 0).length).toBeGreaterThanOrEqual(5)
  for (const { daysOut, daysListed } of items) expect(daysOut).toBeLessThanOrEqual(daysListed)
})

test('the demo is seeded once, even by several processes at once', async () => {
  expect(seededRows).toMatchObject({ clothing_items: catalogue.length, deposits: 15 })
  const before = await countRows(seeded.db)
  await seedDemo(seeded.context, { pictures, sandboxFetch: askSeeded })
  expect(await countRows(seeded.db)).toEqual(before)
})

test('the next start finishes seeding that was killed during a payment', async () => {
  const killed = await installed()
  for (const payment of [1, 3, 2]) {
    const sandboxFetch = failingAt(killed.sandboxFetch, payment)
    await expect(seedDemo(killed.context, { pictures, sandboxFetch })).rejects.toThrow('killed')
  }
  await seedDemo(killed.context, { pictures, sandboxFetch: killed.sandboxFetch })
  expect(await countRows(killed.db)).toEqual(seededRows)
})

/** Fails after the payment, before it is recorded here. */
function failingAt(ask: SandboxFetch, call: number): SandboxFetch {
  let calls = 0
  return async (request) => {
    const answer = await ask(request)
    if (++calls === call) throw new Error('killed')
    return answer
  }
}

test('the demo’s card is accepted in any year', async () => {
  const now = new Date('2038-03-01T12:00:00Z')
  const { db, context, sandboxFetch } = await installed(() => now)
  const shopper = await make(db).shopper()
  await payDemoDeposit(context, sandboxFetch, shopper, now)
  expect(await findDeposit(db, shopper.id)).toMatchObject({ barred: null })
})

test('an install that people already use is not changed', async () => {
  const { db, context, sandboxFetch } = await installed()
  await sql`insert into user_profiles (id, full_name, email)
    values (gen_random_uuid(), 'Somebody', 'somebody@hemline.test')`.execute(db)
  await seedDemo(context, { pictures, sandboxFetch })
  expect((await countRows(db)).clothing_items).toBe(0)
})

test('a demo account whose password was changed is no longer published', async () => {
  const { db, context } = seeded
  const { password } = await context.auth.over(db, context.clock()).$context
  await sql`update auth_accounts set password = ${await password.hash('a password of my own')}
    where user_id = (select id from user_profiles where email = 'admin@hemline.test')`.execute(db)
  const accounts = await publishedAccounts(db, context.auth, context.clock())
  expect(accounts.map(({ email }) => email)).not.toContain('admin@hemline.test')
})

test('people pay with cards of their own, but for two, whose gift is a signal', async () => {
  const { db, context } = seeded
  const cards = await db.selectFrom('person_cards').select(['user_id', 'fingerprint']).execute()
  expect(new Set(cards.map((card) => card.user_id)).size).toBe(15)
  expect(new Set(cards.map((card) => card.fingerprint)).size).toBe(14)
  const admin = asAdmin(await findPerson(db, 'admin@hemline.test'))
  if (!admin) throw new Error('the demo has no admin')
  expect(await signals(db, admin, context.clock())).toMatchObject({
    gifts: [{ buyerName: 'Paloma Ruiz', claimerName: 'Greta Sund', signs: ['card'] }],
  })
})

test('a renter of the demo appeals against a withheld amount, and an admin can decide', async () => {
  const appeals = await seeded.db
    .selectFrom('deposit_appeals')
    .select(['answered_at as answeredAt', 'decided_at as decidedAt'])
    .execute()
  expect(appeals).toEqual([{ answeredAt: expect.any(Date), decidedAt: null }])
})

test('a renter asks the demo closet to take an item back', async () => {
  const { db } = seeded
  const owner = asClosetOwner(await findPerson(db, 'business@hemline.test'))
  if (!owner) throw new Error('the demo has no closet')
  expect((await casesToAnswer(db, owner, new Date())).return).toMatchObject({ count: 1 })
})

test('the demo has an open report about a message, and a decided one', async () => {
  const { db } = seeded
  const admin = asAdmin(await findPerson(db, 'admin@hemline.test'))
  if (!admin) throw new Error('the demo has no admin')
  const list = async (part: 'open' | 'decided') =>
    (await reportList(db, admin, { part, after: null })).rows
  expect(await list('open')).toMatchObject([{ noun: 'message', reason: 'fraud' }])
  expect(await list('decided')).toMatchObject([{ noun: 'item', outcome: 'no_action' }])
})
