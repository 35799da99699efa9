import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { Admin, PaidOwner } from '#domain/shared/actors.ts'
import { recordBy } from '#domain/shared/records.ts'
import { addDays, type CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { type LocalPeriod, localMonths, periodOf } from '#domain/shared/time/local-periods.ts'
import { monthIn, startOfDay } from '#domain/shared/time/local-time.ts'
import { movedSums, movements } from './credit-days.ts'
import { creditsOwed } from './credits-owed.ts'
import { lastMonths, VALUE_DAYS } from './figure-periods.ts'

/** Credits that moved, and the cents behind those spent. */
export type Moved = {
  /** Packs, gifts and the months of plans. */
  readonly sold: number
  /** Goodwill and grants. */
  readonly given: number
  /** Less the credits restored by cancellations. */
  readonly spent: number
  readonly expired: number
  readonly revoked: number
  /** What was paid for the credits spent, after fees, less what lost disputes took of it. */
  readonly broughtCents: number
  /** What closets earn for the credits spent, at the rate of each rental. */
  readonly closetCents: number
}

export type MonthOfCredits = Moved & {
  /** '2026-11' */
  readonly month: string
  /** The payout rate in cents per credit at its end, or now. */
  readonly rate: number
}

type FigureTime = {
  readonly now: Date
  /** The date in the shop's time zone. */
  readonly today: CalendarDate
  readonly timeZone: string
}

/** The last twelve months, the current one last. */
export async function creditsByMonth(
  db: DbOrTx,
  _admin: Admin,
  { now, today, timeZone }: FigureTime,
): Promise<MonthOfCredits[]> {
  const months = lastMonths(today)
  const [moved, rates] = await Promise.all([
    movedBy(db, namedPeriods(timeZone, months, '-01')),
    db
      .selectFrom('payout_rates')
      .select(['cents_per_credit as cents', 'from_at as fromAt'])
      .where('from_at', '<=', now)
      .orderBy('from_at', 'desc')
      .orderBy('announced_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1000)
      .execute(),
  ])
  return months.map((month) => {
    const rate = rates.find((one) => monthIn(timeZone, one.fromAt) <= month)?.cents ?? 0
    return { month, rate, ...moved(month) }
  })
}

export type ClosetShare = {
  readonly year: number
  /** What closets earn for the credits spent, divided by what they brought; null if that is 0. */
  readonly share: number | null
}

/** The closets' share in this calendar year and the last one, which every closet may see. */
export async function closetShares(
  db: DbOrTx,
  _owner: PaidOwner,
  { today, timeZone }: Omit<FigureTime, 'now'>,
): Promise<readonly ClosetShare[]> {
  const year = Number(today.slice(0, 4))
  const moved = await movedBy(db, namedPeriods(timeZone, [`${year - 1}`, `${year}`], '-01-01'))
  return [year, year - 1].map((one) => {
    const { broughtCents, closetCents } = moved(`${one}`)
    return { year: one, share: broughtCents > 0 ? closetCents / broughtCents : null }
  })
}

type NamedPeriod = LocalPeriod & { readonly day: string }

/** These months or years, which start on the day that the ending names. */
function namedPeriods(timeZone: string, names: readonly string[], ending: '-01' | '-01-01') {
  return names.map((name) => {
    const day = `${name}${ending}`
    return { name, day, startsAt: startOfDay(timeZone, day) }
  })
}

/** The sums of these periods, as a function of the month ('2026-11') or year ('2026'). */
async function movedBy(
  db: DbOrTx,
  periods: readonly NamedPeriod[],
): Promise<(of: string) => Moved> {
  const [first] = periods
  if (!first) throw new Error('no periods to sum')
  const added = await addedUntil(db, first.startsAt)
  const named = (time: string) => periodOf(sql.ref(time), periods).as('period')
  const day = sql<string>`left(day::text, ${sql.lit(first.name.length)})`.as('period')
  const [stored, live, lost] = await Promise.all([
    storedDays(db, first.day, added).select(day).groupBy(sql`period`).execute(),
    movements(db)
      .where('t.effective_at', '>=', added)
      .select(named('t.effective_at'))
      .select([...movedSums])
      .groupBy(sql`period`)
      .execute(),
    losses(db, first.startsAt).select(named('d.closed_at')).groupBy(sql`period`).execute(),
  ])
  return (of) => {
    const parts = [...stored, ...live].filter((part) => part.period === of)
    return sumOf(parts, lost.find((part) => part.period === of)?.cents ?? 0)
  }
}

/** What the credits spent in the last 90 days brought, in cents, and what closets earn for them. */
export type SpentValue = Pick<Moved, 'spent' | 'broughtCents' | 'closetCents'> & {
  /** Cents that a spent credit brought; null when none was spent. */
  readonly centsPerCredit: number | null
}

/**
 * The one definition of what a spent credit brought: what was paid for it after fees, less what lost
 * disputes took of spent credits, over the last 90 days; credits that nobody paid for bring nothing.
 */
export async function spentValue(
  db: DbOrTx,
  _admin: Admin,
  { today, timeZone }: Omit<FigureTime, 'now'>,
): Promise<SpentValue> {
  const since = addDays(today, 1 - VALUE_DAYS)
  const startsAt = startOfDay(timeZone, since)
  const added = await addedUntil(db, startsAt)
  const [stored, live, lost] = await Promise.all([
    storedDays(db, since, added).execute(),
    movements(db)
      .where('t.effective_at', '>=', added)
      .select([...movedSums])
      .execute(),
    losses(db, startsAt).execute(),
  ])
  const moved = sumOf([...stored, ...live], lost[0]?.cents ?? 0)
  const { spent, broughtCents, closetCents } = moved
  const centsPerCredit = spent > 0 ? Math.max(0, broughtCents / spent) : null
  return { spent, broughtCents, closetCents, centsPerCredit }
}

/** The time up to which days are totalled; at least `since`. */
async function addedUntil(db: DbOrTx, since: Date): Promise<Date> {
  const { at } = await db
    .selectFrom('credit_days')
    .select(sql<Date>`greatest(max(ends_at), ${since}::timestamptz)`.as('at'))
    .executeTakeFirstOrThrow()
  return at
}

/** The stored totals of the days from `since` up to that time. */
function storedDays(db: DbOrTx, since: string, added: Date) {
  return db
    .selectFrom('credit_days')
    .where(sql<boolean>`day >= ${since}::date`)
    .where('ends_at', '<=', added)
    .select([
      ...CREDITS.map((name) => sql<number>`coalesce(sum(${sql.ref(name)}), 0)::int`.as(name)),
      sql<number>`coalesce(sum(brought_cents), 0)::float8`.as('broughtCents'),
      sql<number>`coalesce(sum(closet_cents), 0)::float8`.as('closetCents'),
    ])
}

/** Losses of spent credits in lost disputes and in refunds made at the provider. */
function losses(db: DbOrTx, since: Date) {
  return (
    db
      .selectFrom('disputes as d')
      // Order by order: the planner would read all orders for those of the disputes.
      .leftJoinLateral(
        (read) =>
          read
            .selectFrom('checkout_orders')
            .select('product_type')
            .whereRef('id', '=', 'd.order_id')
            .offset(sql.lit(0))
            .as('o'),
        (join) => join.onTrue(),
      )
      .where('d.status', '=', sql.lit('lost' as const))
      .where('d.closed_at', '>=', since)
      .where(sql<boolean>`coalesce(o.product_type not in ('deposit', 'deposit_top_up'), true)`)
      .select(sql<number>`coalesce(sum(d.loss_cents), 0)::float8`.as('cents'))
  )
}

function sumOf(parts: readonly Moved[], lostCents: number): Moved {
  const sums = recordBy(
    MOVED,
    (name) => name,
    (name) => parts.reduce((total, part) => total + part[name], 0),
  )
  return { ...sums, broughtCents: sums.broughtCents - lostCents }
}

const CREDITS = ['sold', 'given', 'spent', 'expired', 'revoked'] as const
const MOVED = [...CREDITS, 'broughtCents', 'closetCents'] as const satisfies (keyof Moved)[]

/** Unspent credits that expire in a month, and what was paid for them in cents, before fees. */
export type OwedCredits = {
  /** '2026-11'; null for those that never expire. */
  readonly month: string | null
  readonly credits: number
  readonly paidCents: number
}

/** The credits owed by month of expiry, earliest first; those that never expire are last. */
export async function owedCredits(
  db: DbOrTx,
  _admin: Admin,
  { now, timeZone }: Omit<FigureTime, 'today'>,
): Promise<OwedCredits[]> {
  const expires = sql<boolean>`expires_at < never()`
  const { last } = await db
    .selectFrom(creditsOwed(db, now).as('owed'))
    .select(sql<Date | null>`max(expires_at) filter (where ${expires})`.as('last'))
    .executeTakeFirstOrThrow()
  const months = localMonths(timeZone, monthIn(timeZone, now), monthIn(timeZone, last ?? now))
  return await db
    .selectFrom(creditsOwed(db, now).as('owed'))
    .select([
      sql<
        string | null
      >`case when ${expires} then ${periodOf(sql`expires_at - interval '1 second'`, months)} end`.as(
        'month',
      ),
      sql<number>`sum(credits)::float8`.as('credits'),
      sql<number>`(sum(millicents) / 1000)::float8`.as('paidCents'),
    ])
    .groupBy('month')
    .having(sql<boolean>`sum(credits) <> 0`)
    .orderBy('month')
    .execute()
}
