import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { DrivingDistance } from '#db/enums.ts'
import type { PersonId } from '#db/ids.ts'
import { nextHolidays, type ShownHoliday } from '#domain/booking/calendar/calendar.ts'
import { type AnswerRecord, answerRecord, answersFrom } from '#domain/catalogue/items/items.ts'
import { type Way, wayColumns, waysOf } from '#domain/catalogue/reach/reach.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'

/** A closet as visitors see it. Never the email address. */
export type PublicCloset = {
  readonly id: PersonId
  readonly fullName: string
  readonly phone: string | null
  readonly instagramHandle: string | null
  readonly city: string | null
  readonly state: string | null
  readonly drivingDistance: DrivingDistance | null
  /** How its pieces get to renters. */
  readonly ways: readonly Way[]
  readonly noticeDays: number
  /** The next days on which it rents out nothing. */
  readonly timeOff: readonly ShownHoliday[]
  /** How it answers requests; null while there were few. */
  readonly answers: AnswerRecord | null
  /** Whether an admin lists the items, for the shop itself. */
  readonly isAdmin: boolean
}

/** The closet, or null for people who list nothing: an admin has a page only with items on it. */
export async function findPublicCloset(
  db: DbOrTx,
  id: PersonId,
  today: CalendarDate,
): Promise<PublicCloset | null> {
  const closet = await db
    .selectFrom('user_profiles as p')
    .select(['p.id', 'p.full_name as fullName', 'p.phone', 'p.instagram_handle as instagramHandle'])
    .select(['p.city', 'p.state', 'p.driving_distance as drivingDistance'])
    .select('p.notice_days as noticeDays')
    .select(wayColumns)
    .select(nextHolidays(sql`p.id`, today).as('timeOff'))
    .select(answerRecord(sql`p.id`, answersFrom(today)).as('answers'))
    .select(sql<boolean>`p.account_type = 'admin'`.as('isAdmin'))
    .where('p.id', '=', id)
    .where(sql<boolean>`lister_is_in_good_standing(p)`)
    .where(
      sql<boolean>`(p.account_type = 'business'
        or exists (select from clothing_items i where i.business_id = p.id and i.is_public))`,
    )
    .executeTakeFirst()
  if (!closet) return null
  const { delivers, offers_pickup, ships, ...others } = closet
  return { ...others, ways: waysOf({ delivers, offers_pickup, ships }) }
}
