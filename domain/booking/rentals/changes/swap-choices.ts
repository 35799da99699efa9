import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ItemId, RentalId } from '#db/ids.ts'
import { rentableOn } from '#domain/booking/calendar/calendar.ts'
import { readRenterPlace } from '#domain/booking/rentals/records/renter-place.ts'
import { swapGoodwill } from '#domain/booking/rentals/records/swap-goodwill.ts'
import { comesBy, handoverOffer } from '#domain/booking/rentals/stage/chosen-handover.ts'
import { quote } from '#domain/booking/rentals/stage/quote.ts'
import { eitherBlocked } from '#domain/care/blocks/blocks.ts'
import { itemCards, type ListedItem, toListedItem } from '#domain/catalogue/items/items.ts'
import { listedReaches, milesTo, readReach } from '#domain/catalogue/reach/reach.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { rentalsNeeded } from '#domain/site/settings/settings.ts'

/** How many items are offered in place of a late one. */
const CHOICES = 6

type Swappable = {
  readonly id: RentalId
  readonly item_id: ItemId
  readonly start_date: CalendarDate
  readonly end_date: CalendarDate
  readonly total_days: number
  readonly credits_per_day: number
}

/**
 * Items that can replace a late one: public, of the same size and category (or style, where the
 * category is not known), free on the same days, for at most one and a half times what the renter
 * paid, and such that the shopper may rent them. The closest price comes first. Whether they can
 * reach the renter is for the callers, because the database does not know distances.
 */
function choices(db: DbOrTx, shopper: Shopper, rental: Swappable, today: CalendarDate) {
  const dates = { start: rental.start_date, end: rental.end_date }
  const { totalCredits: creditsAtOneADay } = quote(1, rental.total_days)
  // Excludes goodwill for an earlier swap; otherwise each swap would allow a more expensive one.
  const paid = sql<number>`(select r.total_credits - ${swapGoodwill} from rentals r
    where r.id = ${rental.id})`
  return itemCards(db)
    .innerJoin('clothing_items as old', (join) => join.on('old.id', '=', rental.item_id))
    .innerJoin('user_profiles as lister', 'lister.id', 'i.business_id')
    .whereRef('i.size_group', '=', 'old.size_group')
    .where(
      sql<boolean>`(i.category = old.category
        or (old.category is null and i.style_group = old.style_group))`,
    )
    .where('i.is_public', '=', sql.lit(true))
    .where(sql<boolean>`lister_is_in_good_standing(lister)`)
    .where('i.business_id', '<>', shopper.id)
    .where((where) => where.not(eitherBlocked(sql`${shopper.id}::uuid`, sql`i.business_id`)))
    .where(sql<boolean>`2 * ${creditsAtOneADay}::integer * i.credits_per_day <= 3 * ${paid}`)
    .where(rentableOn('i', dates, today, shopper.id))
    .where(sql<boolean>`${rentalsNeeded(shopper.id)} is null`)
    .orderBy(sql`abs(i.credits_per_day - ${rental.credits_per_day}::integer)`)
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id')
}

export type SwapChoice = ListedItem & {
  /** How far it is from the renter; null where that is not known. */
  readonly miles: number | null
}

/** At most six choices for a rental at risk. */
export async function swapChoices(
  db: DbOrTx,
  shopper: Shopper,
  rentalId: RentalId,
  today: CalendarDate,
): Promise<readonly SwapChoice[]> {
  const rental = await db
    .selectFrom('rentals')
    .select(['id', 'item_id', 'start_date', 'end_date', 'total_days', 'credits_per_day'])
    .where('id', '=', rentalId)
    .where('renter_id', '=', shopper.id)
    .executeTakeFirst()
  if (!rental) return []
  const here = await readRenterPlace(db, rentalId)
  // What comes to the renter, by delivery or by mail; also where nobody knows.
  const reaching = (await listedReaches(db)).filter(({ is }) => comesBy(handoverOffer(is, here)).ok)
  const words = reaching.map(({ word }) => word)
  const rows = await choices(db, shopper, rental, today)
    .select('i.reach')
    .where(sql<boolean>`i.reach = any(${words}::text[])`)
    .limit(sql.lit(CHOICES))
    .execute()
  return rows.map((row) => ({
    ...toListedItem(row),
    miles: here && milesTo(readReach(row.reach), here.point),
  }))
}

/** Whether this item could be chosen, apart from whom it can reach. */
export async function swapChoice(
  db: DbOrTx,
  shopper: Shopper,
  rental: Swappable,
  today: CalendarDate,
  itemId: ItemId,
): Promise<boolean> {
  const row = await choices(db, shopper, rental, today)
    .where('i.id', '=', itemId)
    .executeTakeFirst()
  return row !== undefined
}
