import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ItemId } from '#db/ids.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'

// A closet's earnings. Credits, and the cents that they earn once the rental is completed, count in
// the month in which the item was delivered; an amount withheld from a deposit counts in the month of
// that decision.

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

const PAGE = 50

/** The months of a year with earnings, newest first. */
export async function monthlyEarnings(
  db: DbOrTx,
  owner: ClosetOwner,
  input: EarningsFilter,
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
}

/** The closet's items by earnings in a year, or in a month ('YYYY-MM') of it, the highest first. */
export async function earningsByItem(
  db: DbOrTx,
  owner: ClosetOwner,
  input: EarningsFilter & { readonly month: string | null; readonly page: number },
): Promise<ItemEarningsPage> {
  const month = input.month === null ? undefined : Number(input.month.slice('YYYY-'.length))
  const size = sql.lit(PAGE)
  const { rows } = await sql<ItemEarnings & { readonly pages: number }>`
    with earned as (
      select item_id, sum(rentals)::int as rentals, sum(credits)::int as credits,
        sum(cents)::int as cents, sum(kept)::int as kept
      from (${entries(owner, input, month)}) e group by item_id),
    listed as (
      select i.id as "itemId", i.title, coalesce(e.rentals, 0) as rentals,
        coalesce(e.credits, 0) as credits, coalesce(e.cents, 0) as cents,
        coalesce(e.kept, 0) as "withheldCents",
        (row_number() over (order by coalesce(e.credits, 0) desc, coalesce(e.rentals, 0) desc,
          lower(i.title), i.id) - 1)::int as place,
        ((count(*) over () + ${size} - 1) / ${size})::int as pages
      from clothing_items i left join earned e on e.item_id = i.id
      where i.business_id = ${owner.id} and (i.deleted_at is null or e.item_id is not null))
    select "itemId", title, rentals, credits, cents, "withheldCents", pages
    from listed
    where place / ${size} = least(greatest(1, ${input.page}::int), pages) - 1
    order by place`.execute(db)
  const pages = rows[0]?.pages ?? 1
  const page = Math.min(Math.max(1, input.page), pages)
  return { rows: rows.map(({ pages: _, ...row }) => row), page, pages }
}

/** All of a year's earnings, a month at a time, for a file. */
export async function* allEarnings(
  db: DbOrTx,
  owner: ClosetOwner,
  input: EarningsFilter,
): AsyncGenerator<readonly EarningsRow[]> {
  for (let month = 12; month >= 1; month -= 1) {
    const { rows } = await sql<EarningsRow>`
      select e.month, i.id as "itemId", i.title, sum(e.rentals)::int as rentals,
        sum(e.credits)::int as credits, sum(e.cents)::int as cents,
        sum(e.kept)::int as "withheldCents"
      from (${entries(owner, input, month)}) e join clothing_items i on i.id = e.item_id
      group by e.month, i.id, i.title
      order by i.title collate "C", i.id`.execute(db)
    if (rows.length > 0) yield rows
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

/** Of a year, or of one of its months, counted from 1. */
function entries(owner: ClosetOwner, { year, timeZone }: EarningsFilter, month?: number) {
  const starts = (ofYear: number, ofMonth: number) =>
    sql`(make_timestamp(${ofYear}, ${ofMonth}, 1, 0, 0, 0) at time zone ${timeZone})`
  const from = starts(year, month ?? 1)
  const to = month === undefined || month === 12 ? starts(year + 1, 1) : starts(year, month + 1)
  // What an accepted return request gives back is not earned. The joins are to what was given back
  // alone, which is little, and all is read from indexes that have these columns (migration 0155).
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
