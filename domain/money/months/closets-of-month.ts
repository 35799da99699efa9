import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { parseId } from '#domain/shared/ids.ts'
import {
  decodeCursor,
  encodeCursor,
  PAGE_SIZE,
  type Page,
  toPage,
} from '#domain/shared/lists/page.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { addToMonth, endOfDay, startOfMonth } from '#domain/shared/time/local-time.ts'
import { type ClosetAmounts, closetAmounts, closetsAfter } from './closet-amounts.ts'

export type ClosetOfMonth = ClosetAmounts & {
  readonly id: PersonId
  readonly fullName: string
  readonly email: string
}

type Wanted = {
  /** '2026-11' */
  readonly month: string
  /** Until the end of this day of it; null for all of it. */
  readonly day: CalendarDate | null
  readonly after: string | null
  readonly timeZone: string
}

/** Of these, a page shows those that have something in the month. */
const MAX_LOOKED_AT = 500

/**
 * The closets that were owed something or had a change in a month, the oldest accounts first. Their
 * amounts add up to the lines of the month, and are as final as these. Where most have nothing, a page
 * can have fewer rows than the next one.
 */
export async function closetsOfMonth(
  db: DbOrTx,
  _admin: Admin,
  { month, day, after, timeZone }: Wanted,
  maxLookedAt: number = MAX_LOOKED_AT,
): Promise<Page<ClosetOfMonth>> {
  const start = parseId<PersonId>(decodeCursor(after, 1)?.[0])
  const { ids } = await db
    .selectNoFrom(closetsAfter(start, maxLookedAt).as('ids'))
    .executeTakeFirstOrThrow()
  const span = {
    startsAt: startOfMonth(timeZone, month),
    endsAt: day ? endOfDay(timeZone, day) : startOfMonth(timeZone, addToMonth(month, 1)),
  }
  const { rows } = await sql<ClosetOfMonth>`
    select p.id, p.full_name as "fullName", p.email, m.*
    from user_profiles p cross join lateral ${closetAmounts(sql.ref('p.id'), span)} m
    where p.id = any(${ids}::uuid[]) and (m.opening, m.rentals, m.kept_deposits, m.corrected, m.paid)
      <> (0, 0, 0, 0, 0)
    order by p.id limit ${sql.lit(PAGE_SIZE + 1)}`.execute(db)
  const page = toPage(rows, ({ id }) => [id])
  const last = ids.length === maxLookedAt ? ids.at(-1) : undefined
  return { ...page, next: page.next ?? (last ? encodeCursor([last]) : null) }
}
