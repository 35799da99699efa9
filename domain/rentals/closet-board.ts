import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { addDays, type CalendarDate } from '#domain/shared/calendar-date.ts'
import {
  DUE,
  LISTED_COLUMNS,
  type ListedRental,
  type ListedRow,
  needsAction,
  shapeListed,
} from './panel-list.ts'
import { PANEL_TABLES } from './rental-panel.ts'
import { type RentalStage, stageGroups } from './rental-stage.ts'
import { isAtStage } from './stage-sql.ts'

// What a closet has to do today and tomorrow.

export const boardTasks = ['deliver', 'collect', 'answer', 'review'] as const
export type BoardTask = (typeof boardTasks)[number]

/** The stages at which a rental is on the board, by what there is to do. */
const TASK_STAGES = {
  deliver: ['confirmed', 'undelivered'],
  collect: stageGroups.withRenter,
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
  /** With what is overdue; requests and reviews wait today, whenever their rental begins. */
  readonly today: readonly BoardGroup[]
  readonly tomorrow: readonly BoardGroup[]
}

/** So many rentals of each kind are shown; the rest is in the list of rentals. */
const MAX_IN_GROUP = 24

type BoardRow = ListedRow & { task: BoardTask; is_tomorrow: boolean; total: number }

/** What is to deliver, to get back, to answer and to review; empty groups are left out. */
export async function closetBoard(
  db: DbOrTx,
  owner: ClosetOwner,
  today: CalendarDate,
): Promise<ClosetBoard> {
  const tomorrow = addDays(today, 1)
  const { rows } = await sql<BoardRow>`
    with tasks as (
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
    ), ranked as (
      select *, row_number() over (partition by task, is_tomorrow order by due, id) as place,
        (count(*) over (partition by task, is_tomorrow))::int as total
      from tasks
    )
    select ${LISTED_COLUMNS}, ranked.task, ranked.is_tomorrow, ranked.total
    from ${PANEL_TABLES} join ranked on ranked.id = r.id
    where ranked.place <= ${sql.lit(MAX_IN_GROUP)}
    order by ranked.due, r.id`.execute(db)
  const groups = (isTomorrow: boolean): BoardGroup[] =>
    boardTasks.flatMap((task) => {
      const own = rows.filter((row) => row.task === task && row.is_tomorrow === isTomorrow)
      const total = own[0]?.total
      return total
        ? [{ task, total, rentals: own.map((row) => shapeListed(row, owner, today)) }]
        : []
    })
  return { today: groups(false), tomorrow: groups(true) }
}
