import { type RawBuilder, sql } from 'kysely'
import type { RentalId } from '#db/ids.ts'
import { hasCloset, isForOthers } from '#domain/booking/rentals/records/own-rental.ts'
import {
  DUE_WITHIN_DAYS,
  LATE_AFTER_DAYS,
  UNRECORDED_AFTER_DAYS,
} from '#domain/booking/rentals/stage/deadline-days.ts'
import { isAtStage } from '#domain/booking/rentals/stage/stage-sql.ts'
import type { Admin, ClosetOwner } from '#domain/shared/actors.ts'
import { parseId } from '#domain/shared/ids.ts'
import {
  decodeCursor,
  decodeNewestFirst,
  newestFirstKeys,
  PAGE_SIZE,
} from '#domain/shared/lists/page.ts'
import { addDays, type CalendarDate, parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { type AfterTask, DUE, firstToDo, firstWithTasks, type RentalTask } from './due-tasks.ts'
import type { PanelFilter } from './panel-filters.ts'
import type { PanelRow } from './rental-panel.ts'

// The tabs of the list of rentals: which rentals each has, and in which order.

/** Live, in the form that the partial indexes use. */
const isLive = (today: CalendarDate, condition: RawBuilder<boolean>): RawBuilder<boolean> =>
  sql`(${isAtStage('live', today)} and ${condition})`

/** A request, other dates to answer, a return to review, or a delivery or return due by these days. */
export const needsAction = (
  today: CalendarDate,
  by: { readonly deliver: CalendarDate; readonly collect: CalendarDate },
): RawBuilder<boolean> =>
  isLive(
    today,
    sql<boolean>`(${isAtStage(['requested', 'returned'], today)}
    or r.proposed_at is not null
    or (${isAtStage(['confirmed', 'undelivered'], today)} and r.start_date <= ${by.deliver}::date)
    or (${isAtStage('notReturned', today)} and r.end_date <= ${by.collect}::date))`,
  )

const IS_ANSWERED = sql`(r.status <> 'pending')`

const CONDITIONS: Readonly<Record<PanelFilter, (today: CalendarDate) => RawBuilder<boolean>>> = {
  action: (today) => needsAction(today, { deliver: addDays(today, 1), collect: today }),
  upcoming: (today) => isAtStage('beforeDelivery', today),
  out: (today) => isLive(today, isAtStage('notReturned', today)),
  due: (today) =>
    isLive(
      today,
      sql<boolean>`${isAtStage(['out'], today)}
        and r.end_date <= ${addDays(today, DUE_WITHIN_DAYS)}::date`,
    ),
  late: (today) => isLive(today, isAtStage('pastDue', today)),
  done: (today) => isAtStage('over', today),
  all: () => sql`true`,
}

/**
 * Whether the rental `r` is in this tab. Only some tasks of closets need an admin, and none of an
 * admin's own rentals.
 */
export function passesFilter(
  who: ClosetOwner | Admin,
  filter: PanelFilter,
  today: CalendarDate,
): RawBuilder<boolean> {
  const condition = CONDITIONS[filter](today)
  return filter === 'action' && who.accountType === 'admin'
    ? sql`(${condition} and ${needsAdmin(today)} and not ${isForOthers(who)})`
    : condition
}

/** Of the rentals that need action: see `isTheirs` in `due-tasks.ts`. */
function needsAdmin(today: CalendarDate): RawBuilder<boolean> {
  const last = addDays(today, -UNRECORDED_AFTER_DAYS)
  return sql`(not ${hasCloset}
    or (${isAtStage(['confirmed', 'undelivered'], today)} and r.start_date <= ${last}::date)
    or (${isAtStage('notReturned', today)} and r.end_date <= ${last}::date))`
}

type Order = {
  readonly by: RawBuilder<unknown>
  /** Null for the first page. */
  readonly startingAfter: (after: string | null) => RawBuilder<boolean> | null
  readonly keysOf: (row: PanelRow) => readonly string[]
}

const byStart: Order = {
  by: sql`r.start_date, r.id`,
  startingAfter: (after) => startingAfterDay(sql`r.start_date`, after),
  keysOf: (row) => [row.start_date, row.id],
}

const byEnd: Order = {
  by: sql`r.end_date, r.id`,
  startingAfter: (after) => startingAfterDay(sql`r.end_date`, after),
  keysOf: (row) => [row.end_date, row.id],
}

/** Requests first, then the others by due day. */
const byDue: Order = {
  by: sql`${IS_ANSWERED}, ${DUE}, r.id`,
  startingAfter: (after) => {
    const from = afterTask(after)
    return from
      ? sql<boolean>`(${IS_ANSWERED}, ${DUE}, r.id) > (${from.isAnswered}::boolean, ${from.day}::date, ${from.id}::uuid)`
      : null
  },
  keysOf: (row) => [String(row.status !== 'pending'), dueDay(row), row.id],
}

const newestFirst: Order = {
  by: sql`r.created_at desc, r.id desc`,
  startingAfter: (after) => {
    const from = decodeNewestFirst(after)
    return from
      ? sql<boolean>`(r.created_at, r.id) < (${from.at}::timestamptz, ${from.id}::uuid)`
      : null
  },
  keysOf: newestFirstKeys,
}

export const ORDERS: Readonly<Record<PanelFilter, Order>> = {
  action: byDue,
  upcoming: byStart,
  out: byEnd,
  due: byEnd,
  late: byEnd,
  done: newestFirst,
  all: newestFirst,
}

type TabOfTasks = {
  /** The next tasks of the tab's rentals; few other rentals have them. */
  readonly tasks: readonly RentalTask[]
  readonly when: (today: CalendarDate) => RawBuilder<boolean>
}

/** With conditions on the due day, so that the other rentals with a task are not read. */
const TASKS: Partial<Readonly<Record<PanelFilter, TabOfTasks>>> = {
  upcoming: { tasks: ['answer', 'deliver'], when: () => sql`true` },
  out: { tasks: ['collect'], when: () => sql`true` },
  due: {
    tasks: ['collect'],
    when: (today) =>
      sql`${DUE} between ${addDays(today, 1 - LATE_AFTER_DAYS)}::date
        and ${addDays(today, DUE_WITHIN_DAYS)}::date and ${CONDITIONS.due(today)}`,
  },
  late: {
    tasks: ['collect'],
    when: (today) => sql`${DUE} <= ${today}::date and ${CONDITIONS.late(today)}`,
  },
}

/** The ids of a page of a tab that is read by tasks; null for the others. */
export function firstOfTab(
  who: ClosetOwner | Admin,
  filter: PanelFilter,
  after: string | null,
  today: CalendarDate,
) {
  if (filter === 'action') return firstToDo(who, today, PAGE_SIZE + 1, afterTask(after))
  const tab = TASKS[filter]
  if (!tab) return null
  const place = startingAfterDay(DUE, after) ?? sql`true`
  const when = sql<boolean>`${tab.when(today)} and ${place}`
  return firstWithTasks(who, tab.tasks, when, PAGE_SIZE + 1)
}

function startingAfterDay(column: RawBuilder<unknown>, after: string | null) {
  const [day, id] = decodeCursor(after, 2) ?? []
  return parseCalendarDate(day) && parseId(id)
    ? sql<boolean>`(${column}, r.id) > (${day}::date, ${id}::uuid)`
    : null
}

function afterTask(after: string | null): AfterTask | null {
  const [answered, written, writtenId] = decodeCursor(after, 3) ?? []
  const day = parseCalendarDate(written)
  const id = parseId<RentalId>(writtenId)
  return (answered === 'true' || answered === 'false') && day && id
    ? { isAnswered: answered === 'true', day, id }
    : null
}

function dueDay(row: PanelRow): CalendarDate {
  return row.status === 'pending' || row.status === 'confirmed' ? row.start_date : row.end_date
}
