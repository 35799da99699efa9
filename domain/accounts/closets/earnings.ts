import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ItemId } from '#db/ids.ts'
import type { ClosetOwner, PaidOwner } from '#domain/shared/actors.ts'
import { creditsPerWeek } from '#domain/shared/credits.ts'
import { MAX_NEWEST } from '#domain/shared/lists/show-counted.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { localMonths, periodOf } from '#domain/shared/time/local-periods.ts'
import { addToMonth, eachMonth, monthIn, startOfMonth } from '#domain/shared/time/local-time.ts'
import type { EarningMonths } from './earning-months.ts'
import { MAX_SUMMED } from './figure-days.ts'

// What a closet has earned: the sum of its rows in `earnings`, in the month in which each was
// recorded. Every screen and file of a closet's earnings reads these rows. What rentals will earn
// once they are completed is expected, not earned (expected-earnings.ts).

/** Cents by kind; less than 0 after corrections. `cents` is all of them. */
type EarnedSums = {
  /** Completed rentals, less those whose completion was undone. */
  readonly rentals: number
  /** For completed rentals, less what was taken back. */
  readonly rentalCents: number
  /** Of deposits kept for damage. */
  readonly damageCents: number
  readonly correctionCents: number
  readonly cents: number
}

export type MonthEarnings = EarnedSums & {
  /** 'YYYY-MM'. */
  readonly month: string
  /** The credits of these rentals that the closet keeps. */
  readonly credits: number
}

const PAGE = 50

/** SQL: stands for no item in a join, which compares no nulls. */
const NO_ITEM = sql`'00000000-0000-0000-0000-000000000000'::uuid`

/**
 * The first month ('YYYY-MM') of a period that a page adds up: the months that are complete within
 * the newest `max` earnings. Null for the whole period; when no month is complete, the month after
 * that of the newest earning.
 */
export async function firstSummedMonth(
  db: DbOrTx,
  owner: PaidOwner,
  { since, until, timeZone }: EarningMonths,
  max = MAX_SUMMED,
): Promise<string | null> {
  const tooMany = await db
    .selectFrom('earnings')
    .select('earned_at')
    .where('owner_id', '=', owner.id)
    .where('earned_at', '>=', startOfMonth(timeZone, since))
    .where('earned_at', '<', startOfMonth(timeZone, addToMonth(until, 1)))
    .orderBy('earned_at', 'desc')
    .orderBy('id', 'desc')
    .offset(max)
    .limit(1)
    .executeTakeFirst()
  return tooMany ? addToMonth(monthIn(timeZone, tooMany.earned_at), 1) : null
}

/**
 * SQL: the earnings of a period, with what was rented. Both come from indexes alone; only rentals that were
 * delivered earlier than in the month before are read one by one.
 */
function lines(owner: PaidOwner, { since, until, timeZone }: EarningMonths) {
  const end = startOfMonth(timeZone, addToMonth(until, 1))
  return sql`
    with delivered as materialized (
      select id, item_id, cents_per_credit from rentals
      where owner_id = ${owner.id} and delivered_at < ${end}
        and delivered_at >= ${startOfMonth(timeZone, addToMonth(since, -1))})
    select e.earned_at, e.kind, e.source_key, e.amount_cents, coalesce(d.item_id, r.item_id) as item_id,
      case when e.kind in ('rental', 'taken_back')
        then e.amount_cents / nullif(coalesce(d.cents_per_credit, r.cents_per_credit), 0)
        else 0 end as credits
    from earnings e
    left join delivered d on d.id = e.rental_id
    left join lateral (select item_id, cents_per_credit from rentals
      where id = e.rental_id and d.id is null offset 0) r on true
    where e.owner_id = ${owner.id} and e.earned_at >= ${startOfMonth(timeZone, since)}
      and e.earned_at < ${end}`
}

const centsOf = (kind: RawBuilder<unknown>) =>
  sql<number>`coalesce(sum(amount_cents) filter (where ${kind}), 0)::int`

/** Rows of `earnings` added up, as `EarnedSums`. */
export const earnedSums = [
  sql<number>`(count(*) filter (where kind = 'rental')
    - count(*) filter (where source_key like 'taken-back:%'))::int`.as('rentals'),
  centsOf(sql`kind in ('rental', 'taken_back')`).as('rentalCents'),
  centsOf(sql`kind = 'damage'`).as('damageCents'),
  centsOf(sql`kind = 'correction'`).as('correctionCents'),
  centsOf(sql`true`).as('cents'),
] as const

const SUMS = sql`${sql.join(earnedSums)}, coalesce(sum(credits), 0)::int as credits`

/** SQL: the item with this id as `i`. The lateral join reads only these items, one by one. */
const itemOf = (id: RawBuilder<unknown>) => sql`
  left join lateral (select id, business_id, deleted_at, title, credits_per_day
    from clothing_items where id = ${id} offset 0) i on true`

/** The months of a period with earnings, newest first. */
export async function monthlyEarnings(
  db: DbOrTx,
  owner: PaidOwner,
  period: EarningMonths,
): Promise<MonthEarnings[]> {
  const months = localMonths(period.timeZone, period.since, period.until)
  const { rows } = await sql<MonthEarnings>`
    select ${periodOf(sql`earned_at`, months)} as month, ${SUMS}
    from (${lines(owner, period)}) e group by 1 order by 1 desc`.execute(db)
  return rows
}

export type ItemEarnings = Omit<MonthEarnings, 'month'> & {
  /** Null for adjustments that are for no rental. */
  readonly itemId: ItemId | null
  readonly title: string | null
  /** Null for adjustments, and for items that this closet no longer lists. */
  readonly creditsPerWeek: number | null
}

export type ItemEarningsPage = {
  readonly rows: readonly ItemEarnings[]
  /** Starts at 1. */
  readonly page: number
  readonly pages: number
  /** Older items without earnings exist, which are not listed. */
  readonly hasMore: boolean
}

type ItemRow = Omit<ItemEarnings, 'creditsPerWeek'> & { readonly creditsPerDay: number | null }

const priced = <Row extends ItemRow>({ creditsPerDay, ...row }: Row) => ({
  ...row,
  creditsPerWeek: creditsPerDay === null ? null : creditsPerWeek(creditsPerDay),
})

/**
 * The closet's items by what they earned in a period, the highest first: those that earned
 * something, and the newest `max`. What was earned without an item is a row of its own.
 */
export async function earningsByItem(
  db: DbOrTx,
  owner: ClosetOwner,
  { page: wanted, ...period }: EarningMonths & { readonly page: number },
  max = MAX_NEWEST,
): Promise<ItemEarningsPage> {
  const size = sql.lit(PAGE)
  type Listed = ItemRow & { readonly pages: number; readonly hasMore: boolean }
  const { rows } = await sql<Listed>`
    with earned as (
      select item_id, ${SUMS} from (${lines(owner, period)}) e group by item_id),
    newest as materialized (
      select id, row_number() over (order by created_at desc, id desc) as place
      from clothing_items where business_id = ${owner.id} and deleted_at is null
      order by created_at desc, id desc limit ${max + 1}),
    listed as (
      select l.id as "itemId", i.title,
        case when i.business_id = ${owner.id} and i.deleted_at is null then i.credits_per_day end
          as "creditsPerDay",
        coalesce(e.rentals, 0) as rentals, coalesce(e.credits, 0) as credits,
        coalesce(e."rentalCents", 0) as "rentalCents", coalesce(e."damageCents", 0) as "damageCents",
        coalesce(e."correctionCents", 0) as "correctionCents", coalesce(e.cents, 0) as cents,
        (row_number() over (order by coalesce(e.cents, 0) desc, coalesce(e.rentals, 0) desc,
          lower(i.title), l.id) - 1)::int as place,
        ((count(*) over () + ${size} - 1) / ${size})::int as pages
      from (select id from newest where place <= ${max} union select item_id from earned) l
      ${itemOf(sql.ref('l.id'))}
      left join earned e on coalesce(e.item_id, ${NO_ITEM}) = coalesce(l.id, ${NO_ITEM}))
    select "itemId", title, "creditsPerDay", rentals, credits, "rentalCents", "damageCents",
      "correctionCents", cents, pages, (select count(*) from newest) > ${max} as "hasMore"
    from listed
    where place / ${size} = least(greatest(1, ${wanted}::int), pages) - 1
    order by place`.execute(db)
  const pages = rows[0]?.pages ?? 1
  const page = Math.min(Math.max(1, wanted), pages)
  const hasMore = rows[0]?.hasMore ?? false
  return {
    rows: rows.map(({ pages: _, hasMore: __, ...row }) => priced(row)),
    page,
    pages,
    hasMore,
  }
}

/** What an item earned in a month. */
export type EarningsRow = ItemEarnings & Pick<MonthEarnings, 'month'>

const ROWS_PER_BATCH = 1000

/** All earnings of a period for an export, newest month first, in batches of rows of one month. */
export async function* allEarnings(
  db: DbOrTx,
  owner: ClosetOwner,
  period: EarningMonths,
  max = ROWS_PER_BATCH,
): AsyncGenerator<readonly EarningsRow[]> {
  for (const month of eachMonth(period.since, period.until).toReversed()) {
    let after: ItemRow | undefined
    let length: number
    do {
      const rest = after
        ? sql`where (i.title collate "C", i.id) > (${after.title}, ${after.itemId}) or i.id is null`
        : sql``
      const { rows }: { readonly rows: ItemRow[] } = await sql<ItemRow>`
        select e.item_id as "itemId", i.title, i.credits_per_day as "creditsPerDay", e.rentals,
          e."rentalCents", e."damageCents", e."correctionCents", e.cents, e.credits
        from (select item_id, ${SUMS}
          from (${lines(owner, { ...period, since: month, until: month })}) e group by item_id) e
        ${itemOf(sql.ref('e.item_id'))}
        ${rest}
        order by i.title collate "C" nulls last, i.id limit ${sql.lit(max)}`.execute(db)
      if (rows.length > 0) yield rows.map((row) => ({ month, ...priced(row) }))
      after = rows.at(-1)
      length = rows.length
    } while (length === max && after?.itemId !== null)
  }
}

/** The year of a closet's first earning; null before that. */
export async function firstYearOfEarnings(
  db: DbOrTx,
  owner: ClosetOwner,
  timeZone: string,
): Promise<number | null> {
  const first = await db
    .selectFrom('earnings')
    .select('earned_at')
    .where('owner_id', '=', owner.id)
    .orderBy('earned_at')
    .limit(1)
    .executeTakeFirst()
  return first ? Number(calendarDateIn(timeZone, first.earned_at).slice(0, 4)) : null
}
