import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ItemId } from '#db/ids.ts'
import { rentableOn } from '#domain/booking/calendar/calendar.ts'
import {
  type DatesProblem,
  type RentalDates,
  readDates,
} from '#domain/booking/rentals/stage/quote.ts'
import { heldForOthersUntil } from '#domain/booking/waitlist/waitlist.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'

type Wanted = {
  readonly itemId: ItemId
  /** As submitted: 'YYYY-MM-DD', validated here. */
  readonly start: unknown
  readonly end: unknown
}

type Taken = { readonly reason: 'dates-taken'; readonly heldUntil?: Date }

/**
 * Whether the shopper could rent the item on these dates now, as far as its calendar is concerned.
 * For steps before renting, such as paying the deposit: nothing is locked, and renting checks again.
 */
export async function readFreeDates(
  db: DbOrTx,
  shopper: Shopper,
  wanted: Wanted,
  today: CalendarDate,
): Promise<RentalDates | DatesProblem | Taken> {
  const dates = readDates(wanted, today)
  if ('reason' in dates) return dates
  const free = await db
    .selectFrom('clothing_items as i')
    .select(sql.lit(1).as('one'))
    .where('i.id', '=', wanted.itemId)
    .where(rentableOn('i', dates, today, shopper.id))
    .executeTakeFirst()
  if (free) return dates
  const heldUntil = await heldForOthersUntil(db, wanted.itemId, shopper.id, dates)
  return { reason: 'dates-taken', ...(heldUntil && { heldUntil }) }
}
