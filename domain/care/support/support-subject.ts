import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import { liveRentalStatuses } from '#db/enums.ts'
import type { ItemId, PersonId, RentalId } from '#db/ids.ts'
import type { Person } from '#domain/shared/actors.ts'
import { addDays, type CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { URGENT_DAYS } from './support-limits.ts'

/** What somebody writes about: a rental of theirs, or an item that they can see. */
export type About = { readonly rentalId: RentalId } | { readonly itemId: ItemId }

export type SupportSubject = {
  readonly rentalId: RentalId | null
  readonly itemId: ItemId | null
  /** The title of the item. */
  readonly title: string
  /** The other side of the rental, or the lister of the item. */
  readonly otherId: PersonId
  /** Which side of the rental the person is on; null for an item. */
  readonly side: 'renter' | 'owner' | null
  readonly isUrgent: boolean
}

/** What a request would be about; null for what the person cannot see. */
export async function findSubject(
  db: DbOrTx,
  person: Person,
  about: About,
  today: CalendarDate,
): Promise<SupportSubject | null> {
  return 'rentalId' in about
    ? await findRental(db, person, about.rentalId, today)
    : await findItem(db, person, about.itemId)
}

async function findRental(
  db: DbOrTx,
  person: Person,
  rentalId: RentalId,
  today: CalendarDate,
): Promise<SupportSubject | null> {
  const row = await db
    .selectFrom('rentals as r')
    .innerJoin('clothing_items as i', 'i.id', 'r.item_id')
    .select(['i.title', 'r.renter_id', 'r.owner_id', 'r.status', 'r.start_date'])
    .select('r.return_status')
    .where('r.id', '=', rentalId)
    .where((where) =>
      where.or([where('r.renter_id', '=', person.id), where('r.owner_id', '=', person.id)]),
    )
    .executeTakeFirst()
  if (!row) return null
  const isRenter = row.renter_id === person.id
  const isLive = liveRentalStatuses.some((live) => live === row.status)
  return {
    rentalId,
    itemId: null,
    title: row.title,
    otherId: isRenter ? row.owner_id : row.renter_id,
    side: isRenter ? 'renter' : 'owner',
    isUrgent:
      isLive && row.return_status !== 'returned' && row.start_date <= addDays(today, URGENT_DAYS),
  }
}

async function findItem(
  db: DbOrTx,
  person: Person,
  itemId: ItemId,
): Promise<SupportSubject | null> {
  const item = await db
    .selectFrom('clothing_items as i')
    .select(['i.title', 'i.business_id'])
    .where('i.id', '=', itemId)
    .where((where) =>
      where.or([
        where.and([
          where('i.approval_status', '=', 'approved'),
          where('i.deleted_at', 'is', null),
          where('i.lister_in_good_standing', '=', true),
        ]),
        where('i.business_id', '=', person.id),
        sql<boolean>`exists (select from rentals r
          where r.item_id = i.id and r.renter_id = ${person.id})`,
      ]),
    )
    .executeTakeFirst()
  if (!item) return null
  const { title, business_id: otherId } = item
  return { rentalId: null, itemId, title, otherId, side: null, isUrgent: false }
}
