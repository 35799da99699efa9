import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ItemId } from '#db/ids.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { MAX_NEWEST } from '#domain/shared/show-counted.ts'
import { MAX_SUMMED } from './figure-days.ts'
import { monthAfter } from './month-after.ts'

// A closet's earnings. Credits, and the cents that they earn once the rental is completed, count in
// the month of the delivery; an amount withheld from a deposit counts in the month of the decision.

/** One item in one month. */
export type EarningsRow = {
  /** 'YYYY-MM'. */
  readonly month: string
  readonly itemId: ItemId
  readonly title: string
  readonly rentals: number
  readonly credits: number
  /** What the credits earn at the rates of their rentals. */
  readonly cents: number
  readonly withheldCents: number
}

export type MonthEarnings = Omit<EarningsRow, 'itemId' | 'title'>

/** The period of the earnings, in the months of `timeZone` (an IANA name). */
export type EarningsFilter = { readonly year: number; readonly timeZone: string }

/** A year from its month `from` on, which is that of `firstSummedMonth`; null for the whole year. */
export type EarningsPeriod = EarningsFilter & { readonly from: string | null }

const PAGE = 50

/**
 * The first month ('YYYY-MM') of a year that a page adds up; null for the whole year. A page adds
 * up the months that are complete within the newest `max` deliveries and the newest `max` decisions
 * about deposits. When no month is, the result is the first month of the next year.
 */
export async function firstSummedMonth(
  db: DbOrTx,
  owner: ClosetOwner,
  { year, timeZone }: EarningsFilter,
  max = MAX_SUMMED,
): Promise<string | null> {
  const monthAfterNewest = async (
    column: 'delivered_at' | 'condition_reviewed_at',
    of: RawBuilder<boolean>,
  ) => {
    const found = await db
      .selectFrom('rentals')
      .select(monthAfter(sql.ref(column), timeZone).as('month'))
      .where('owner_id', '=', owner.id)
      .where(of)
      .where(column, '>=', startOf(year, 1, timeZone))
      .where(column, '<', startOf(year + 1, 1, timeZone))
      .orderBy(column, 'desc')
      .offset(max)
      .limit(1)
      .executeTakeFirst()
    return found?.month ?? ''
  }
  const [delivered, decided] = await Promise.all([
    monthAfterNewest('delivered_at', sql`delivered_at is not null`),
    monthAfterNewest('condition_reviewed_at', sql`deposit_kept_amount > 0`),
  ])
  return (delivered > decided ? delivered : decided) || null
}

/** The months of a period with earnings, newest first. */
export async function monthlyEarnings(
  db: DbOrTx,
  owner: ClosetOwner,
  input: EarningsPeriod,
): Promise<MonthEarnings[]> {
  const { rows } = await sql<MonthEarnings>`
    select month, sum(rentals)::int as rentals, sum(credits)::int as credits,
      sum(cents)::int as cents, sum(kept)::int as "withheldCents"
    from (${entries(owner, input)}) e group by month order by month desc`.execute(db)
  return rows
}

/** An item's earnings in the period; 0 if it was not rented. */
export type ItemEarnings = Omit<EarningsRow, 'month'>

export type ItemEarningsPage = {
  readonly rows: readonly ItemEarnings[]
  /** Starts at 1. */
  readonly page: number
  readonly pages: number
  /** Older items without earnings exist, which are not listed. */
  readonly hasMore: boolean
}

/**
 * The closet's items by earnings in a period, or in a month ('YYYY-MM') of it, the highest first:
 * those that earned something, and the newest `max`.
 */
export async function earningsByItem(
  db: DbOrTx,
  owner: ClosetOwner,
  input: EarningsPeriod & { readonly month: string | null; readonly page: number },
  max = MAX_NEWEST,
): Promise<ItemEarningsPage> {
  const month = input.month === null ? undefined : Number(input.month.slice('YYYY-'.length))
  const size = sql.lit(PAGE)
  type Listed = ItemEarnings & { readonly pages: number; readonly hasMore: boolean }
  const { rows } = await sql<Listed>`
    with earned as (
      select item_id, sum(rentals)::int as rentals, sum(credits)::int as credits,
        sum(cents)::int as cents, sum(kept)::int as kept
      from (${entries(owner, input, month)}) e group by item_id),
    newest as materialized (
      select id, row_number() over (order by created_at desc, id desc) as place
      from clothing_items where business_id = ${owner.id} and deleted_at is null
      order by created_at desc, id desc limit ${max + 1}),
    listed as (
      select i.id as "itemId", i.title, coalesce(e.rentals, 0) as rentals,
        coalesce(e.credits, 0) as credits, coalesce(e.cents, 0) as cents,
        coalesce(e.kept, 0) as "withheldCents",
        (row_number() over (order by coalesce(e.credits, 0) desc, coalesce(e.rentals, 0) desc,
          lower(i.title), i.id) - 1)::int as place,
        ((count(*) over () + ${size} - 1) / ${size})::int as pages
      from (select id from newest where place <= ${max} union select item_id from earned) l
      join clothing_items i on i.id = l.id left join earned e on e.item_id = i.id
      where i.business_id = ${owner.id})
    select "itemId", title, rentals, credits, cents, "withheldCents", pages,
      (select count(*) from newest) > ${max} as "hasMore"
    from listed
    where place / ${size} = least(greatest(1, ${input.page}::int), pages) - 1
    order by place`.execute(db)
  const pages = rows[0]?.pages ?? 1
  const page = Math.min(Math.max(1, input.page), pages)
  const hasMore = rows[0]?.hasMore ?? false
  return { rows: rows.map(({ pages: _, hasMore: __, ...row }) => row), page, pages, hasMore }
}

const ROWS_PER_BATCH = 1000

/** All earnings of a year for an export, in batches of rows of one month. */
export async function* allEarnings(
  db: DbOrTx,
  owner: ClosetOwner,
  input: EarningsFilter,
  max = ROWS_PER_BATCH,
): AsyncGenerator<readonly EarningsRow[]> {
  for (let month = 12; month >= 1; month -= 1) {
    let after: EarningsRow | undefined
    let length: number
    do {
      const rest = after
        ? sql`where (i.title collate "C", i.id) > (${after.title}, ${after.itemId})`
        : sql``
      const { rows }: { readonly rows: EarningsRow[] } = await sql<EarningsRow>`
        select e.month, i.id as "itemId", i.title, sum(e.rentals)::int as rentals,
          sum(e.credits)::int as credits, sum(e.cents)::int as cents,
          sum(e.kept)::int as "withheldCents"
        from (${entries(owner, input, month)}) e join clothing_items i on i.id = e.item_id
        ${rest}
        group by e.month, i.id, i.title
        order by i.title collate "C", i.id limit ${sql.lit(max)}`.execute(db)
      if (rows.length > 0) yield rows
      after = rows.at(-1)
      length = rows.length
    } while (length === max)
  }
}

/** The first year in which this closet delivered an item; null before that. */
export async function firstYearOfEarnings(
  db: DbOrTx,
  owner: ClosetOwner,
  timeZone: string,
): Promise<number | null> {
  const first = await db
    .selectFrom('rentals')
    .select(
      sql<number | null>`extract(year from min(delivered_at) at time zone ${timeZone})::int`.as(
        'year',
      ),
    )
    .where('owner_id', '=', owner.id)
    .where('delivered_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return first.year
}

function startOf(year: number, month: number, timeZone: string) {
  return sql<Date>`(make_timestamp(${year}, ${month}, 1, 0, 0, 0) at time zone ${timeZone})`
}

/** SQL: the entries of a year, of a year from one of its months on, or of one month (from 1). */
function entries(
  owner: ClosetOwner,
  { year, timeZone, from: first = null }: EarningsFilter & Partial<EarningsPeriod>,
  month?: number,
) {
  const from =
    month === undefined && first !== null
      ? sql<Date>`(${`${first}-01`}::timestamp at time zone ${timeZone})`
      : startOf(year, month ?? 1, timeZone)
  const to =
    month === undefined || month === 12
      ? startOf(year + 1, 1, timeZone)
      : startOf(year, month + 1, timeZone)
  // Credits that an accepted return request restores are not earned. The joins read only rows with
  // something returned, which are few; indexes cover all columns (migrations 0155, 0167).
  return sql`
    select to_char(r.delivered_at at time zone ${timeZone}, 'YYYY-MM') as month, r.item_id,
      1 as rentals, r.total_credits - coalesce(q.credits_back, 0) as credits,
      (r.total_credits - coalesce(q.credits_back, 0)) * r.cents_per_credit as cents, 0 as kept
    from rentals r left join return_requests q on q.rental_id = r.id and q.credits_back > 0
    where r.owner_id = ${owner.id} and r.delivered_at is not null
      and r.delivered_at >= ${from} and r.delivered_at < ${to}
    union all
    select to_char(r.condition_reviewed_at at time zone ${timeZone}, 'YYYY-MM'), r.item_id,
      0, 0, 0, r.deposit_kept_amount - coalesce(c.returned_cents, 0)
    from rentals r left join deposit_claims c on c.rental_id = r.id
    where r.owner_id = ${owner.id} and r.deposit_kept_amount > 0
      and r.condition_reviewed_at >= ${from} and r.condition_reviewed_at < ${to}`
}
