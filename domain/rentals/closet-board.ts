import { sql } from 'kysely'
import type { Read } from '#db/connection.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { addDays, type CalendarDate } from '#domain/shared/calendar-date.ts'
import {
  DUE,
  LISTED_COLUMNS,
  LIVE,
  type ListedRental,
  type ListedRow,
  OUT,
  shapeListed,
} from './panel-list.ts'
import { PANEL_TABLES } from './rental-panel.ts'

// What a closet has to do today and tomorrow.

export const boardTasks = ['deliver', 'collect', 'answer', 'review'] as const
export type BoardTask = (typeof boardTasks)[number]

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
  db: Read,
  owner: ClosetOwner,
  today: CalendarDate,
): Promise<ClosetBoard> {
  const tomorrow = addDays(today, 1)
  const { rows } = await sql<BoardRow>`
    with tasks as (
      select r.id, ${DUE} as due,
        case when r.status = 'pending' then 'answer' when r.status = 'confirmed' then 'deliver'
          when ${OUT} then 'collect' else 'review' end as task,
        (r.status = 'confirmed' and r.start_date = ${tomorrow}::date)
          or (${OUT} and r.end_date = ${tomorrow}::date) as is_tomorrow
      from rentals r
      where r.owner_id = ${owner.id} and ${LIVE} and (r.status = 'pending'
        or (r.status = 'confirmed' and r.start_date <= ${tomorrow}::date)
        or (r.status = 'delivered' and r.return_status = 'returned')
        or (${OUT} and r.end_date <= ${tomorrow}::date))
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
