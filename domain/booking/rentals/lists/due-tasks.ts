import { type RawBuilder, sql } from 'kysely'
import type { RentalId } from '#db/ids.ts'
import { isForOthers } from '#domain/booking/rentals/records/own-rental.ts'
import { UNRECORDED_AFTER_DAYS } from '#domain/booking/rentals/stage/deadline-days.ts'
import type { Admin, ClosetOwner } from '#domain/shared/actors.ts'
import { liveStatuses } from '#domain/shared/live-rentals.ts'
import { addDays, type CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { isOwn } from './rental-panel.ts'

// The tasks of live rentals, read in order from indexes on these expressions, so that only the first
// rows of each task are read.

export const rentalTasks = ['deliver', 'collect', 'answer', 'dates', 'review'] as const
export type RentalTask = (typeof rentalTasks)[number]

/** The next task of a live rental `r`. */
const TASK = sql`(case when r.status = 'pending' then 'answer' when r.status = 'confirmed' then 'deliver'
  when r.return_status = 'returned' then 'review' else 'collect' end)`

/** The day on which a live rental is delivered or returned, whichever is next. */
export const DUE = sql`(case when r.status in ('pending', 'confirmed') then r.start_date else r.end_date end)`

/**
 * Other dates to answer come besides the next task: the rental may have to be delivered meanwhile.
 * Few rentals have them, and they have indexes of their own.
 */
const hasTask = (task: RentalTask) =>
  task === 'dates' ? sql`r.proposed_at is not null` : sql`${TASK} = ${sql.lit(task)}`

/** The first live rentals with this task, by the day on which it is due; `when` compares `DUE`. */
export function withTask(
  who: ClosetOwner | Admin,
  task: RentalTask,
  when: RawBuilder<boolean>,
  max: number,
): RawBuilder<{ id: RentalId; task: RentalTask; due: CalendarDate }> {
  return sql`(select r.id, ${sql.lit(task)} as task, ${DUE} as due from rentals r
    where r.status in (${liveStatuses}) and ${isOwn(who)} and ${hasTask(task)} and ${when}
    order by ${DUE}, r.id limit ${sql.lit(max)})`
}

/** The first live rentals with one of these tasks, by the day on which it is due. */
export function firstWithTasks(
  who: ClosetOwner | Admin,
  tasks: readonly RentalTask[],
  when: RawBuilder<boolean>,
  max: number,
): RawBuilder<RentalId> {
  const parts = tasks.map((task) => withTask(who, task, when, max))
  return sql`select t.id from (${sql.join(parts, sql` union all `)}) t
    order by t.due, t.id limit ${sql.lit(max)}`
}

/** Where a page of `toDo` ended. */
export type AfterTask = {
  readonly isAnswered: boolean
  readonly day: CalendarDate
  readonly id: RentalId
}

/** Read once for all tasks, and from an index. */
const HAS_NO_CLOSET = sql`r.owner_id not in (select c.id from user_profiles c
  where c.account_type = 'business' and c.business_status = 'approved' and c.deleted_at is null)`

/**
 * Whether a task of `r` that is due by now is this person's. An admin's are those without a closet,
 * and what a closet has not done for days; requests and reviews end by themselves.
 */
const isTheirs = (
  who: ClosetOwner | Admin,
  task: RentalTask,
  today: CalendarDate,
): RawBuilder<boolean> => {
  if (who.accountType !== 'admin') return sql`true`
  const isUnrecorded =
    task === 'deliver' || task === 'collect'
      ? sql`${DUE} <= ${addDays(today, -UNRECORDED_AFTER_DAYS)}::date`
      : sql`false`
  return sql`(${isUnrecorded} or ${HAS_NO_CLOSET}) and not ${isForOthers(who)}`
}

/**
 * Rentals that need a step by this person today or a delivery tomorrow, as `t`: the first ones of
 * each task. Leaves out an admin's own rentals, whose steps others take.
 */
export function toDo(
  who: ClosetOwner | Admin,
  today: CalendarDate,
  max: number,
  after: AfterTask | null = null,
): RawBuilder<{ id: RentalId; task: RentalTask; due: CalendarDate }> {
  const last: Readonly<Record<RentalTask, RawBuilder<boolean>>> = {
    deliver: sql`${DUE} <= ${addDays(today, 1)}::date`,
    collect: sql`${DUE} <= ${today}::date`,
    answer: sql`true`,
    dates: sql`true`,
    review: sql`true`,
  }
  // Each rental once.
  const isOnce = (task: RentalTask) => (task === 'deliver' ? sql`r.proposed_at is null` : sql`true`)
  const parts = rentalTasks.map((task) =>
    withTask(
      who,
      task,
      sql`${last[task]} and ${isOnce(task)} and ${comesAfter(task, after)}
        and ${isTheirs(who, task, today)}`,
      max,
    ),
  )
  return sql`(${sql.join(parts, sql` union all `)}) t`
}

/** Requests first, then the others by due day. */
export const firstToDo = (...wanted: Parameters<typeof toDo>): RawBuilder<RentalId> =>
  sql`select t.id from ${toDo(...wanted)}
    order by t.task <> 'answer', t.due, t.id limit ${sql.lit(wanted[2])}`

function comesAfter(task: RentalTask, after: AfterTask | null): RawBuilder<boolean> {
  const isAnswered = task !== 'answer'
  if (!after || (isAnswered && !after.isAnswered)) return sql`true`
  if (!isAnswered && after.isAnswered) return sql`false`
  return sql`(${DUE}, r.id) > (${after.day}::date, ${after.id}::uuid)`
}
