import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ClosetFigureName } from '#db/enums.ts'
import type { PersonId } from '#db/ids.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { parseId } from '#domain/shared/ids.ts'
import { decodeCursor, encodeCursor, PAGE_SIZE, toPage } from '#domain/shared/lists/page.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { addToMonth, endOfDay, startOfMonth } from '#domain/shared/time/local-time.ts'
import { closetAmounts, closetsAfter } from './closet-amounts.ts'

export type ClosetOfMonth = Awaited<ReturnType<typeof closetsOfMonth>>['rows'][number]

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
) {
  const start = parseId<PersonId>(decodeCursor(after, 1)?.[0])
  const { ids } = await db
    .selectNoFrom(closetsAfter(start, maxLookedAt).as('ids'))
    .executeTakeFirstOrThrow()
  const span = {
    startsAt: startOfMonth(timeZone, month),
    endsAt: day ? endOfDay(timeZone, day) : startOfMonth(timeZone, addToMonth(month, 1)),
  }
  const hasSomething = sql<boolean>`(m.opening, m.rentals, m.withheld_deposits, m.corrected, m.paid)
    <> (0, 0, 0, 0, 0)`
  const rows = await db
    .selectFrom('user_profiles as p')
    .crossJoinLateral(closetAmounts(sql.ref('p.id'), span).as('m'))
    .select(['p.id', 'p.full_name as fullName', 'p.email'])
    .select([cents('opening'), cents('rentals'), cents('withheld_deposits')])
    .select([cents('corrected'), cents('paid'), cents('closing')])
    .where(sql<boolean>`p.id = any(${ids}::uuid[])`)
    .where(hasSomething)
    .orderBy('p.id')
    .limit(PAGE_SIZE + 1)
    .execute()
  const page = toPage(rows, ({ id }) => [id])
  const last = ids.length === maxLookedAt ? ids.at(-1) : undefined
  return { ...page, next: page.next ?? (last ? encodeCursor([last]) : null) }
}

const cents = <Name extends ClosetFigureName | 'opening' | 'closing'>(name: Name) =>
  sql<number>`${sql.ref(`m.${name}`)}`.as(name)
