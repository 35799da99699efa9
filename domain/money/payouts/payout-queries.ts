import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { EarningId } from '#db/ids.ts'
import { earnedSums } from '#domain/accounts/closets/closets.ts'
import type { EarningFilter } from '#domain/money/payouts/earned/earning-filters.ts'
import { centsOwedTo, centsPayableTo } from '#domain/money/payouts/earned/owed.ts'
import { rateFor } from '#domain/money/payouts/earned/rate-when-rented.ts'
import type { PaidOwner } from '#domain/shared/actors.ts'
import { newestPage } from '#domain/shared/lists/newest-page.ts'
import { decodeNewestFirst } from '#domain/shared/lists/page.ts'
import { type CalendarDate, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { startOfMonth } from '#domain/shared/time/local-time.ts'
import type { OwnPayout } from './own-payouts.ts'

// A closet's view of its payouts.

/** The figures at the top of a closet's payouts. */
export async function payoutSummary(
  db: DbOrTx,
  owner: PaidOwner,
  { now, timeZone }: { readonly now: Date; readonly timeZone: string },
) {
  // The calendar year, in the time zone of the shop.
  const year = yearOf(calendarDateIn(timeZone, now))
  const [{ owedCents, firstAt, ...found }, account] = await Promise.all([
    db
      .selectNoFrom([
        centsOwedTo(owner.id).as('owedCents'),
        // Less than 0 after corrections.
        centsPayableTo(owner.id, now).as('readyCents'),
        rateFor(owner.id, now).as('centsPerCredit'),
        sql<number>`(select coalesce(sum(amount_cents), 0)::int from transfers
          where owner_id = ${owner.id} and status = 'pending')`.as('underWayCents'),
        sql<number>`(select coalesce(sum(amount_cents), 0)::int from transfers
          where owner_id = ${owner.id} and status = 'made' and finished_at >= ${startOfMonth(timeZone, `${year}-01`)})`.as(
          'paidThisYearCents',
        ),
        sql<Date | null>`(select min(earned_at) from earnings where owner_id = ${owner.id})`.as(
          'firstAt',
        ),
        // Nothing has been sent since.
        sql<boolean>`coalesce((select status = 'failed' from transfers where owner_id = ${owner.id}
          order by requested_at desc, id desc limit 1), false)`.as('lastFailed'),
      ])
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('payout_accounts')
      .select('state')
      .where('owner_id', '=', owner.id)
      .executeTakeFirst(),
  ])
  const pendingCents = owedCents - found.readyCents
  const firstYear = firstAt && yearOf(calendarDateIn(timeZone, firstAt))
  return { ...found, firstYear, pendingCents, year, state: account?.state ?? null }
}

function yearOf(day: CalendarDate): number {
  return Number(day.slice(0, 4))
}

export type EarningRow = Awaited<
  ReturnType<ReturnType<typeof newestEarnings>['executeTakeFirstOrThrow']>
>

type Wanted = { readonly filter: EarningFilter; readonly after: string | null }

/** A closet's earnings, newest first. */
export async function earningsPage(db: DbOrTx, owner: PaidOwner, { filter, after }: Wanted) {
  let found = newestEarnings(db, owner)
  if (filter === 'unpaid') found = found.where('e.transfer_id', 'is', null)
  return await newestPage(found, {
    by: ['e.earned_at', 'e.id'],
    keysOf: (row) => [row.earnedAt, row.id],
    from: decodeNewestFirst<EarningId>(after),
  })
}

/** The earnings that a statement of a payout lists; its sums are of all of them. */
const MAX_STATEMENT_LINES = 1000

/** What a payout pays: its first earnings, the oldest first, and all of them added up. */
export async function earningsOfPayout(
  db: DbOrTx,
  { id, ownerId }: Pick<OwnPayout, 'id' | 'ownerId'>,
) {
  const [lines, sums] = await Promise.all([
    newestEarnings(db, { id: ownerId })
      .where('e.transfer_id', '=', id)
      .orderBy('e.earned_at')
      .orderBy('e.id')
      .limit(MAX_STATEMENT_LINES)
      .execute(),
    db
      .selectFrom('earnings')
      .select([...earnedSums, sql<number>`count(*)::int`.as('count')])
      .where('owner_id', '=', ownerId)
      .where('transfer_id', '=', id)
      .executeTakeFirstOrThrow(),
  ])
  return { lines, sums }
}

const ROWS_PER_BATCH = 1000

/** Which earnings belong to a year: those earned in it, or those paid in it. */
export const yearsBy = ['earned', 'paid'] as const

type YearOfEarnings = {
  readonly year: number
  readonly by: (typeof yearsBy)[number]
  readonly timeZone: string
}

/** All earnings of a calendar year in a time zone, newest first, in batches for an export. */
export async function* earningsOfYear(
  db: DbOrTx,
  owner: PaidOwner,
  { year, by, timeZone }: YearOfEarnings,
): AsyncGenerator<readonly EarningRow[]> {
  const [from, to] = [
    startOfMonth(timeZone, `${year}-01`),
    startOfMonth(timeZone, `${year + 1}-01`),
  ]
  let after: { readonly position: string; readonly id: EarningId } | undefined
  let length: number
  do {
    let wanted = newestEarnings(db, owner)
      .orderBy('e.earned_at', 'desc')
      .orderBy('e.id', 'desc')
      // As text, to keep the microseconds.
      .select(sql<string>`e.earned_at::text`.as('position'))
      .where(
        by === 'earned'
          ? sql<boolean>`e.earned_at >= ${from} and e.earned_at < ${to}`
          : sql<boolean>`e.transfer_id in (select id from transfers where owner_id = ${owner.id}
              and status = 'made' and finished_at >= ${from} and finished_at < ${to})`,
      )
      .limit(ROWS_PER_BATCH)
    if (after)
      wanted = wanted.where(
        sql<boolean>`(e.earned_at, e.id) < (${after.position}::timestamptz, ${after.id})`,
      )
    const rows: (EarningRow & { readonly position: string })[] = await wanted.execute()
    yield rows
    after = rows.at(-1)
    length = rows.length
  } while (length === ROWS_PER_BATCH)
}

function newestEarnings(db: DbOrTx, owner: Pick<PaidOwner, 'id'>) {
  return (
    db
      .selectFrom('earnings as e')
      .leftJoin('rentals as r', 'r.id', 'e.rental_id')
      .leftJoin('clothing_items as i', 'i.id', 'r.item_id')
      .leftJoin('transfers as t', 't.id', 'e.transfer_id')
      .select(['e.id', 'e.kind', 'e.amount_cents as cents', 'e.note', 'i.title'])
      .select(['e.earned_at as earnedAt', 'e.payable_at as payableAt', 'e.rental_id as rentalId'])
      .select('r.cents_per_credit as centsPerCredit')
      // The credits that it is for, negative when taken back; null for other kinds.
      .select(
        sql<number | null>`case when e.kind in ('rental', 'taken_back')
        then e.amount_cents / nullif(r.cents_per_credit, 0) end`.as('credits'),
      )
      // Taken back because a return request restored the credits.
      .select(sql<boolean>`e.source_key like 'return-request:%'`.as('isForReturn'))
      // Failed transfers have no earnings.
      .select(['t.status as transfer', 't.finished_at as finishedAt'])
      .where('e.owner_id', '=', owner.id)
  )
}
