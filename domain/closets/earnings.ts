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

/** The closet's items by earnings in a year or month, the highest first. */
export async function earningsByItem(
  db: DbOrTx,
  owner: ClosetOwner,
  input: EarningsFilter & { readonly month: string | null; readonly page: number },
): Promise<ItemEarningsPage> {
  const earned = sql`(
    select e.item_id, sum(e.rentals)::int as rentals, sum(e.credits)::int as credits,
      sum(e.cents)::int as cents, sum(e.kept)::int as kept
    from (${entries(owner, input)}) e
    ${input.month ? sql`where e.month = ${input.month}` : sql``}
    group by e.item_id)`
  const listed = sql`clothing_items i left join ${earned} e on e.item_id = i.id
    where i.business_id = ${owner.id} and (i.deleted_at is null or e.item_id is not null)`
  const counted = await sql<{ n: number }>`select count(*)::int as n from ${listed}`.execute(db)
  const pages = Math.max(1, Math.ceil((counted.rows[0]?.n ?? 0) / PAGE))
  const page = Math.min(Math.max(1, input.page), pages)
  const { rows } = await sql<ItemEarnings>`
    select i.id as "itemId", i.title, coalesce(e.rentals, 0) as rentals,
      coalesce(e.credits, 0) as credits, coalesce(e.cents, 0) as cents,
      coalesce(e.kept, 0) as "withheldCents"
    from ${listed}
    order by coalesce(e.credits, 0) desc, coalesce(e.rentals, 0) desc, lower(i.title), i.id
    limit ${sql.lit(PAGE)} offset ${(page - 1) * PAGE}`.execute(db)
  return { rows, page, pages }
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

/** What an accepted return request gives back is not earned. */
const CREDITS_BACK = sql`coalesce((select q.credits_back from return_requests q
  where q.rental_id = rentals.id), 0)`

/** Of a year, or of one of its months, counted from 1. */
function entries(owner: ClosetOwner, { year, timeZone }: EarningsFilter, month?: number) {
  const starts = (ofYear: number, ofMonth: number) =>
    sql`(make_timestamp(${ofYear}, ${ofMonth}, 1, 0, 0, 0) at time zone ${timeZone})`
  const from = starts(year, month ?? 1)
  const to = month === undefined || month === 12 ? starts(year + 1, 1) : starts(year, month + 1)
  return sql`
    select to_char(delivered_at at time zone ${timeZone}, 'YYYY-MM') as month, item_id,
      1 as rentals, total_credits - ${CREDITS_BACK} as credits,
      (total_credits - ${CREDITS_BACK}) * cents_per_credit as cents, 0 as kept
    from rentals
    where owner_id = ${owner.id} and delivered_at is not null
      and delivered_at >= ${from} and delivered_at < ${to}
    union all
    select to_char(condition_reviewed_at at time zone ${timeZone}, 'YYYY-MM'), item_id,
      0, 0, 0, deposit_kept_amount - coalesce((select c.returned_cents from deposit_claims c
        where c.rental_id = rentals.id), 0)
    from rentals
    where owner_id = ${owner.id} and delivered_at is not null and deposit_kept_amount > 0
      and condition_reviewed_at >= ${from} and condition_reviewed_at < ${to}`
}
