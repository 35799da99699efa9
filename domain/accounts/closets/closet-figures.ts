import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ItemId } from '#db/ids.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { liveStatuses } from '#domain/shared/live-rentals.ts'
import {
  addDays,
  type CalendarDate,
  calendarDateIn,
  daysBetween,
} from '#domain/shared/time/calendar-date.ts'
import { localDays, periodOf } from '#domain/shared/time/local-periods.ts'
import { startOfDay } from '#domain/shared/time/local-time.ts'
import { IDLE_DAYS, MAX_MEASURED, MAX_SHOWN_IN_CHARTS, USE_DAYS } from './figure-days.ts'

// How the items of a closet are used, from their deliveries and returns.

/** Rows on a page of items. */
const PAGE = 25
/** Items delivered more than this many days before the period do not count as out in it. */
const MAX_DAYS_OUT = 180

export type ItemUse = {
  readonly id: ItemId
  readonly title: string
  /** Days of the period on which it was with a renter. */
  readonly daysOut: number
  /** Days of the period since it was added, today included. */
  readonly daysListed: number
}

export type IdleItem = {
  readonly id: ItemId
  readonly title: string
  readonly addedOn: CalendarDate
  /** Its last day out; null if it was never out. */
  readonly lastOutOn: CalendarDate | null
  /** The first day of its next rental, requested or accepted; null without one. */
  readonly bookedFrom: CalendarDate | null
}

export type ClosetFigures = {
  /** One page, the most used first. */
  readonly items: readonly ItemUse[]
  /** Starts at 1. */
  readonly page: number
  readonly pages: number
  /** The most used ones, on every page. */
  readonly top: readonly ItemUse[]
  /** Of all items together. */
  readonly daysOut: number
  readonly daysListed: number
  /** The first items that were offered and not out in the last 60 days, booked ahead or not. */
  readonly idle: readonly IdleItem[]
  readonly idleTotal: number
  /** Whether there are older items, which are not measured. */
  readonly hasMore: boolean
}

type FigureOptions = {
  readonly today: CalendarDate
  readonly timeZone: string
  readonly page: number
  readonly max?: number
}

/** Use of the newest `max` approved items of a closet in the last 90 days, and the idle ones. */
export async function closetFigures(
  db: DbOrTx,
  owner: ClosetOwner,
  { today, timeZone, page: wanted, max = MAX_MEASURED }: FigureOptions,
): Promise<ClosetFigures> {
  const rows = await usedItems(db, owner, { today, timeZone, max })
  const items = rows.toSorted((a, b) => b.daysOut * a.daysListed - a.daysOut * b.daysListed)
  const pages = Math.max(1, Math.ceil(items.length / PAGE))
  const page = Math.min(Math.max(1, wanted), pages)
  const idleSince = addDays(today, -IDLE_DAYS)
  const idle = rows
    .filter((row) => row.isIdleNow && row.addedOn <= idleSince)
    .filter(({ outUntil }) => outUntil === null || outUntil < idleSince)
  return {
    items: items.slice((page - 1) * PAGE, page * PAGE).map(toItemUse),
    page,
    pages,
    top: items.slice(0, MAX_SHOWN_IN_CHARTS).map(toItemUse),
    daysOut: rows.reduce((sum, row) => sum + row.daysOut, 0),
    daysListed: rows.reduce((sum, row) => sum + row.daysListed, 0),
    idle: await idleItems(db, idle.slice(0, MAX_SHOWN_IN_CHARTS), timeZone),
    idleTotal: idle.length,
    hasMore: rows.some(({ hasMore }) => hasMore),
  }
}

async function usedItems(
  db: DbOrTx,
  owner: ClosetOwner,
  { today, timeZone, max }: Required<Omit<FigureOptions, 'page'>>,
) {
  const from = addDays(today, 1 - USE_DAYS)
  const days = localDays(timeZone, addDays(from, -MAX_DAYS_OUT), today)
  const dayOf = (column: string) => sql`${periodOf(sql.ref(column), days)}::date`
  const delivered = dayOf('r.delivered_at')
  const returned = sql`coalesce(r.returned_on, ${dayOf('r.sent_back_at')},
    ${dayOf('r.returned_at')}, ${today}::date)`
  const rows = await db
    .with('i', (read) =>
      read
        .selectFrom('clothing_items')
        .select(['id', 'title', 'created_at'])
        .select('paused')
        .select(sql<number>`row_number() over (order by created_at desc, id desc)`.as('place'))
        .where('business_id', '=', owner.id)
        .where('deleted_at', 'is', null)
        .where('approval_status', '=', sql.lit('approved' as const))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(max + 1),
    )
    .selectFrom('i')
    // Item by item, which bounds the rentals: an item is with one renter at a time.
    .innerJoinLateral(
      (read) =>
        read
          .selectFrom('rentals as r')
          // A day on which one renter returns it and another gets it counts once.
          .select(
            sql<string>`range_agg(daterange(${delivered}, greatest(${delivered}, ${returned}),
              '[]'))`.as('days'),
          )
          .whereRef('r.item_id', '=', 'i.id')
          .where('r.owner_id', '=', owner.id)
          .where('r.delivered_at', 'is not', null)
          .where('r.delivered_at', '>=', startOfDay(timeZone, addDays(from, -MAX_DAYS_OUT)))
          .as('o'),
      (join) => join.onTrue(),
    )
    .where('i.place', '<=', max)
    .select(['i.id', 'i.title', 'i.created_at'])
    .select(sql<boolean>`(select count(*) from i) > ${max}`.as('hasMore'))
    .select(sql<CalendarDate | null>`upper(o.days) - 1`.as('outUntil'))
    .select(
      sql<number>`(select coalesce(sum(upper(d) - lower(d)), 0)::int
        from unnest(o.days * datemultirange(daterange(${from}, ${today}, '[]'))) d)`.as('daysOut'),
    )
    .select(
      // Live rentals always belong to the lister, so only those are read. An item that is not out
      // can be booked: then it is still idle.
      sql<boolean>`(not i.paused and not exists (select from rentals r
        where r.item_id = i.id and r.owner_id = ${owner.id}
          and r.status in (${liveStatuses}) and r.delivered_at is not null))`.as('isIdleNow'),
    )
    .orderBy('i.title')
    .orderBy('i.id')
    .execute()
  return rows.map(({ created_at, ...row }) => {
    const addedOn = calendarDateIn(timeZone, created_at)
    const daysListed = Math.max(1, Math.min(USE_DAYS, daysBetween(addedOn, today) + 1))
    return { ...row, addedOn, daysListed }
  })
}

function toItemUse({ id, title, daysOut, daysListed }: ItemUse): ItemUse {
  return { id, title, daysOut, daysListed }
}

type Idle = Omit<IdleItem, 'lastOutOn' | 'bookedFrom'>

/** Adds the last day on which each item was out, from its newest rentals, and its next rental. */
async function idleItems(db: DbOrTx, items: readonly Idle[], timeZone: string) {
  if (items.length === 0) return []
  const last = await db
    .selectFrom('clothing_items as i')
    .select('i.id')
    .innerJoinLateral(
      (read) =>
        read
          .selectFrom((recent) =>
            recent
              .selectFrom('rentals')
              .select(['returned_on', 'returned_at'])
              .where('item_id', '=', sql.ref<ItemId>('i.id'))
              .where('delivered_at', 'is not', null)
              .orderBy('created_at', 'desc')
              .orderBy('id', 'desc')
              .limit(20)
              .as('r'),
          )
          .select([
            sql<CalendarDate | null>`max(returned_on)`.as('returned_on'),
            sql<Date | null>`max(returned_at) filter (where returned_on is null)`.as('returned_at'),
          ])
          .as('last'),
      (join) => join.onTrue(),
    )
    .select(['last.returned_on', 'last.returned_at'])
    .select(
      sql<CalendarDate | null>`(select min(r.start_date) from rentals r
        where r.item_id = i.id and r.status in (${liveStatuses}) and r.delivered_at is null)`.as(
        'bookedFrom',
      ),
    )
    .where(
      'i.id',
      'in',
      items.map(({ id }) => id),
    )
    .execute()
  const found = new Map(
    last.map(({ id, returned_on: on, returned_at: at, bookedFrom }) => {
      const last = at && calendarDateIn(timeZone, at)
      return [id, { day: last && (on === null || last > on) ? last : on, bookedFrom }]
    }),
  )
  return items.map(({ id, title, addedOn }) => ({
    id,
    title,
    addedOn,
    lastOutOn: found.get(id)?.day ?? null,
    bookedFrom: found.get(id)?.bookedFrom ?? null,
  }))
}
