import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { MAX_COUNTED } from '#domain/shared/lists/page.ts'
import { addDays, type CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { DUE, type RentalTask, rentalTasks, withTask } from './due-tasks.ts'
import { aboutRequests, type ListedRental, shapeListed } from './panel-list.ts'
import { panelRows } from './rental-panel.ts'

// A closet's to-do list for today and tomorrow.

export type BoardGroup = {
  readonly task: RentalTask
  /** The most urgent ones. */
  readonly rentals: readonly ListedRental[]
  /** Counted up to one more than `MAX_COUNTED`. */
  readonly total: number
}

export type ClosetBoard = {
  /**
   * Includes what is overdue. Requests, other dates and reviews are always due today, whenever the
   * rental starts.
   */
  readonly today: readonly BoardGroup[]
  readonly tomorrow: readonly BoardGroup[]
}

/** A closet owner is never an admin, so no rental is left to others. */
const NONE: ReadonlySet<RentalId> = new Set()

/** Rentals shown of each kind; the others are in the list of rentals. */
const MAX_IN_GROUP = 24

/** Deliveries, returns, requests, other dates to answer and reviews; empty groups are left out. */
export async function closetBoard(
  db: DbOrTx,
  owner: ClosetOwner,
  today: CalendarDate,
): Promise<ClosetBoard> {
  const tomorrow = addDays(today, 1)
  const part = (task: RentalTask, when: RawBuilder<boolean>, isTomorrow = false) =>
    sql`(select t.id, t.task, t.due, ${sql.lit(isTomorrow)} as is_tomorrow, (count(*) over ())::int as total
      from ${withTask(owner, task, when, MAX_COUNTED + 1)} t
      order by t.due, t.id limit ${sql.lit(MAX_IN_GROUP)})`
  const parts = [
    part('deliver', sql`${DUE} <= ${today}::date`),
    part('deliver', sql`${DUE} = ${tomorrow}::date`, true),
    part('collect', sql`${DUE} <= ${today}::date`),
    part('collect', sql`${DUE} = ${tomorrow}::date`, true),
    part('answer', sql`true`),
    part('dates', sql`true`),
    part('review', sql`true`),
  ]
  const first = sql<{
    id: RentalId
    task: RentalTask
    is_tomorrow: boolean
    due: CalendarDate
    total: number
  }>`(${sql.join(parts, sql` union all `)})`
  const rows = await panelRows(db)
    .innerJoin(first.as<'first'>(sql.ref('first')), 'first.id', 'r.id')
    .select(['first.task', 'first.is_tomorrow', 'first.total'])
    .orderBy('first.due')
    .orderBy('r.id')
    .execute()
  const requests = await aboutRequests(db, rows)
  const groups = (isTomorrow: boolean): BoardGroup[] =>
    rentalTasks.flatMap((task) => {
      const own = rows.filter((row) => row.task === task && row.is_tomorrow === isTomorrow)
      const total = own[0]?.total
      return total
        ? [
            {
              task,
              total,
              rentals: own.map((row) =>
                shapeListed(row, owner, today, { ...requests, forOthers: NONE }),
              ),
            },
          ]
        : []
    })
  return { today: groups(false), tomorrow: groups(true) }
}
