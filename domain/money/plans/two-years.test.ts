import { expect, test } from 'vitest'
import type { PlanType } from '#db/enums.ts'
import { expireLots } from '#domain/money/credits/credits.ts'
import { lastDayOf } from '#domain/money/credits/last-day.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { testClock } from '#test/clock.ts'
import { make } from '#test/make/make.ts'
import { type TestPayments, testPayments } from '#test/payments.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { readRows } from '#test/postgres/rows.ts'
import { downgrade, quoteUpgrade, upgrade } from './change-plan.ts'
import { grantDueMonths } from './grants.ts'

/** The grants of two years from 31 January: the days when 30 credits are granted and expire. */
const TWO_YEARS = [
  ['2027-01-31', '2027-03-31'],
  ['2027-02-28', '2027-04-30'],
  ['2027-03-31', '2027-05-31'],
  ['2027-04-30', '2027-06-30'],
  ['2027-05-31', '2027-07-31'],
  ['2027-06-30', '2027-08-31'],
  ['2027-07-31', '2027-09-30'],
  ['2027-08-31', '2027-10-31'],
  ['2027-09-30', '2027-11-30'],
  ['2027-10-31', '2027-12-31'],
  ['2027-11-30', '2028-01-31'],
  ['2027-12-31', '2028-02-29'],
  ['2028-01-31', '2028-03-31'],
  ['2028-02-29', '2028-04-30'],
  ['2028-03-31', '2028-05-31'],
  ['2028-04-30', '2028-06-30'],
  ['2028-05-31', '2028-07-31'],
  ['2028-06-30', '2028-08-31'],
  ['2028-07-31', '2028-09-30'],
  ['2028-08-31', '2028-10-31'],
  ['2028-09-30', '2028-11-30'],
  ['2028-10-31', '2028-12-31'],
  ['2028-11-30', '2029-01-31'],
  ['2028-12-31', '2029-02-28'],
]

type Story = {
  readonly plan: PlanType
  /** The subscriber's actions, by day. */
  readonly acts?: Readonly<Record<string, (world: World) => Promise<void>>>
  /** Payments: the day, the cents, and the end of the paid period. */
  readonly paid: readonly (readonly [string, number, string])[]
  readonly grants: readonly (readonly string[])[]
}

type World = Awaited<ReturnType<typeof begin>>

const monthly = (from: string, to: string) =>
  TWO_YEARS.map(
    ([day = ''], k) => [day, 2000, TWO_YEARS[k + 1]?.[0] ?? '2029-01-31'] as const,
  ).filter(([day]) => day >= from && day < to)

const stories: Readonly<Record<string, Story>> = {
  monthly: {
    plan: 'subscription_monthly',
    paid: monthly('2027-01-31', '2029-01-31'),
    grants: TWO_YEARS,
  },
  annual: {
    plan: 'subscription_annual',
    paid: [
      ['2027-01-31', 20_000, '2028-01-31'],
      ['2028-01-31', 20_000, '2029-01-31'],
    ],
    grants: TWO_YEARS,
  },
  'upgraded on 15 April': {
    plan: 'subscription_monthly',
    acts: {
      '2027-04-15': async ({ db, shopper, stripe, clock }) => {
        const quote = await quoteUpgrade(db, shopper, stripe, clock.now())
        if (!quote.ok) throw new Error(quote.problem.reason)
        // Half of the thirty days from 31 March is unused.
        expect(quote.value.dueCents).toBe(20_000 - 1000)
        const { dueCents } = quote.value
        expect(await upgrade(db, shopper, stripe, dueCents, clock.now())).toMatchObject({
          ok: true,
        })
      },
    },
    paid: [
      ...monthly('2027-01-31', '2027-04-01'),
      ['2027-04-15', 19_000, '2028-04-15'],
      ['2028-04-15', 20_000, '2029-04-15'],
    ],
    grants: TWO_YEARS,
  },
  'downgraded in June': {
    plan: 'subscription_annual',
    acts: {
      '2027-06-10': async ({ db, shopper, stripe, clock }) => {
        expect(await downgrade(db, shopper, stripe, clock.now())).toMatchObject({ ok: true })
      },
    },
    paid: [['2027-01-31', 20_000, '2028-01-31'], ...monthly('2028-01-31', '2029-01-31')],
    grants: TWO_YEARS,
  },
}

async function begin() {
  const clock = testClock('2027-01-31T12:00:00Z')
  const database = await testDatabase()
  const payments = await testPayments(database, clock)
  const shopper: Shopper = await make(database.db).shopper()
  return { ...payments, db: database.db, clock, shopper }
}

const day = (at: Date) => at.toISOString().slice(0, 10)

/** Advances time: Stripe's events arrive, and our own jobs run. */
async function live(world: World & TestPayments, story: Story, until: string) {
  const { db, clock } = world
  const acts = Object.entries(story.acts ?? {})
  while (day(clock.now()) < until) {
    clock.advance({ days: 1 })
    const today = day(clock.now())
    const act = acts.find(([when]) => when === today)?.[1]
    if (act) await act(world)
    // Twice a month is enough: months granted late still count from their own day.
    if (!act && ![1, 16].includes(clock.now().getUTCDate())) continue
    await world.catchUp()
    await grantDueMonths(db, clock.now())
    await expireLots(db, clock.now())
  }
}

test.each(Object.entries(stories))(
  'two years of a subscription: %s',
  async (_, story) => {
    const world = await begin()
    await world.subscribe(world.shopper, story.plan)
    await live(world, story, '2029-01-30')

    const paid = await readRows(
      world.db,
      'subscription_coverage',
      ['starts_at', 'paid_cents', 'ends_at'],
      {},
      'starts_at',
    )
    expect(paid.map((row) => [day(row.starts_at), row.paid_cents, day(row.ends_at)])).toEqual(
      story.paid,
    )
    const lots = await readRows(
      world.db,
      'credit_lots',
      ['granted_at', 'expires_at', 'minted', 'source'],
      {},
      'expires_at',
    )
    expect(
      lots.map((lot) => [day(lot.granted_at), lastDayOf(lot.expires_at, 'America/New_York')]),
    ).toEqual(story.grants)
    expect(new Set(lots.map((lot) => `${lot.minted} ${lot.source}`))).toEqual(
      new Set(['30 subscription']),
    )
  },
  120_000,
)
