import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { addDays, type CalendarDate } from '#domain/shared/calendar-date.ts'
import { DUE, type ListedRental, needsAction, shapeListed } from './panel-list.ts'
import { panelColumns, panelTables } from './rental-panel.ts'
import { type RentalStage, stageGroups } from './rental-stage.ts'
import { starsOfRequests } from './renter-stars.ts'
import { isAtStage } from './stage-sql.ts'

// A closet's to-do list for today and tomorrow.

export const boardTasks = ['deliver', 'collect', 'answer', 'review'] as const
export type BoardTask = (typeof boardTasks)[number]

/** The stages at which a rental is on the board, by task. */
const TASK_STAGES = {
  deliver: ['confirmed', 'undelivered'],
  collect: stageGroups.notReturned,
  answer: ['requested', 'unanswered'],
  review: ['returned'],
} as const satisfies Record<BoardTask, readonly RentalStage[]>

const isTask = (task: BoardTask, today: CalendarDate) => isAtStage(TASK_STAGES[task], today)

export type BoardGroup = {
  readonly task: BoardTask
  /** The most urgent ones. */
  readonly rentals: readonly ListedRental[]
  readonly total: number
}

export type ClosetBoard = {
  /**
   * Includes what is overdue. Requests and reviews are always due today, whenever the rental
   * starts.
   */
  readonly today: readonly BoardGroup[]
  readonly tomorrow: readonly BoardGroup[]
}

/** Rentals shown of each kind; the others are in the list of rentals. */
const MAX_IN_GROUP = 24

/** Deliveries, returns, requests and reviews; empty groups are left out. */
export async function closetBoard(
  db: DbOrTx,
  owner: ClosetOwner,
  today: CalendarDate,
): Promise<ClosetBoard> {
  const tomorrow = addDays(today, 1)
  // The rank of each rental within its group needs a window function over all of them.
  const ranked = sql<{
    id: RentalId
    task: BoardTask
    is_tomorrow: boolean
    due: CalendarDate
    place: number
    total: number
  }>`(
    select id, due, task, is_tomorrow,
      row_number() over (partition by task, is_tomorrow order by due, id) as place,
      (count(*) over (partition by task, is_tomorrow))::int as total
    from (
      select r.id, ${DUE} as due,
        case ${sql.join(
          boardTasks.map((task) => sql`when ${isTask(task, today)} then ${sql.lit(task)}`),
          sql` `,
        )} end as task,
        (${isTask('deliver', today)} and r.start_date = ${tomorrow}::date)
          or (${isTask('collect', today)} and r.end_date = ${tomorrow}::date) as is_tomorrow
      from rentals r
      where r.owner_id = ${owner.id}
        and ${needsAction(today, { deliver: tomorrow, collect: tomorrow })}
    ) tasks)`.as<'ranked'>(sql.ref('ranked'))
  const rows = await panelTables(db)
    .innerJoin(ranked, 'ranked.id', 'r.id')
    .select(panelColumns)
    .select(['ranked.task', 'ranked.is_tomorrow', 'ranked.total'])
    .where('ranked.place', '<=', sql.lit(MAX_IN_GROUP))
    .orderBy('ranked.due')
    .orderBy('r.id')
    .execute()
  const stars = await starsOfRequests(db, rows)
  const groups = (isTomorrow: boolean): BoardGroup[] =>
    boardTasks.flatMap((task) => {
      const own = rows.filter((row) => row.task === task && row.is_tomorrow === isTomorrow)
      const total = own[0]?.total
      return total
        ? [{ task, total, rentals: own.map((row) => shapeListed(row, owner, today, stars)) }]
        : []
    })
  return { today: groups(false), tomorrow: groups(true) }
}
