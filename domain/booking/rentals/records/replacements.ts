import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ItemId, PersonId, RentalId } from '#db/ids.ts'
import { rentableOn } from '#domain/booking/calendar/calendar.ts'
import {
  isBackNotAsDescribed,
  noShowCase,
} from '#domain/booking/rentals/records/give-credits-back.ts'
import { readRenterPlace } from '#domain/booking/rentals/records/renter-place.ts'
import { swapGoodwill, swapGoodwillLeft } from '#domain/booking/rentals/records/swap-goodwill.ts'
import { isAnswerOver } from '#domain/booking/rentals/stage/answer-time.ts'
import { comesBy, handoverOffer } from '#domain/booking/rentals/stage/chosen-handover.ts'
import { type LetDown, letDownOf, MAX_SWAP_PRICE } from '#domain/booking/rentals/stage/let-down.ts'
import { quote } from '#domain/booking/rentals/stage/quote.ts'
import { eitherBlocked } from '#domain/care/blocks/blocks.ts'
import { itemCards, type ListedItem, toListedItem } from '#domain/catalogue/items/items.ts'
import { listedReaches, milesTo, readReach } from '#domain/catalogue/reach/reach.ts'
import { type CalendarDate, daysBetween } from '#domain/shared/time/calendar-date.ts'
import { rentalsNeeded } from '#domain/site/settings/settings.ts'

/** How many items are offered in place of another. */
const CHOICES = 6

/** A rental whose renter can take another item, with the days that are left. */
export type Replaceable = {
  readonly id: RentalId
  readonly renter_id: PersonId
  readonly item_id: ItemId
  readonly credits_per_day: number
  readonly letDown: LetDown
  readonly start: CalendarDate
  readonly end: CalendarDate
  readonly totalDays: number
  /** Without goodwill for an earlier swap; otherwise each swap would allow a dearer one. */
  readonly paid: number
  /** Credits that a replacement may cost. */
  readonly maxCredits: number
}

/** Null unless this renter was let down and can still take another item. */
export async function readReplaceable(
  read: DbOrTx,
  renter: { readonly id: PersonId },
  rentalId: RentalId,
  now: Date,
  today: CalendarDate,
): Promise<Replaceable | null> {
  const rental = await read
    .selectFrom('rentals as r')
    .select(['r.id', 'r.renter_id', 'r.item_id', 'r.credits_per_day', 'r.total_credits'])
    .select(['r.status', 'r.return_status', 'r.cancellation', 'r.start_date', 'r.end_date'])
    .select(['r.sent_back_at', 'r.at_risk_since', 'r.swapped_for', 'r.answer_by'])
    .select([swapGoodwill.as('goodwill'), isBackNotAsDescribed.as('not_as_described')])
    .select(noShowCase.as('no_show_case'))
    .where('r.id', '=', rentalId)
    .where('r.renter_id', '=', renter.id)
    .executeTakeFirst()
  const letDown = rental && letDownOf(rental, today)
  if (!letDown || isAnswerOver(rental, now)) return null
  const { id, renter_id, item_id, credits_per_day, end_date: end } = rental
  const start = rental.start_date < today ? today : rental.start_date
  const paid = rental.total_credits - rental.goodwill
  const left = await swapGoodwillLeft(read, renter.id, id, now)
  const maxCredits = Math.min(Math.floor(paid * MAX_SWAP_PRICE), paid + left)
  const totalDays = daysBetween(start, end) + 1
  return {
    id,
    renter_id,
    item_id,
    credits_per_day,
    letDown,
    start,
    end,
    totalDays,
    paid,
    maxCredits,
  }
}

/**
 * Items that can replace another: public, of the same size and category (or style, where the
 * category is not known), free on its days, within the price, and such that the renter may rent
 * them. The closest price comes first. Whether they can reach the renter is for the callers, because
 * the database does not know distances.
 */
function choices(db: DbOrTx, rental: Replaceable, today: CalendarDate) {
  const { renter_id: renter } = rental
  const { totalCredits: creditsAtOneADay } = quote(1, rental.totalDays)
  return itemCards(db)
    .innerJoin('clothing_items as old', (join) => join.on('old.id', '=', rental.item_id))
    .innerJoin('user_profiles as lister', 'lister.id', 'i.business_id')
    .whereRef('i.size_group', '=', 'old.size_group')
    .where(
      sql<boolean>`(i.category = old.category
        or (old.category is null and i.style_group = old.style_group))`,
    )
    .whereRef('i.id', '<>', 'old.id')
    .where('i.is_public', '=', sql.lit(true))
    .where(sql<boolean>`lister_is_in_good_standing(lister)`)
    .where('i.business_id', '<>', renter)
    .where((where) => where.not(eitherBlocked(sql`${renter}::uuid`, sql`i.business_id`)))
    .where(sql<boolean>`${creditsAtOneADay}::integer * i.credits_per_day <= ${rental.maxCredits}`)
    .where(rentableOn('i', rental, today, renter))
    .where(sql<boolean>`${rentalsNeeded(renter)} is null`)
    .orderBy(sql`abs(i.credits_per_day - ${rental.credits_per_day}::integer)`)
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id')
}

export type SwapChoice = ListedItem & {
  /** How far it is from the renter; null where that is not known. */
  readonly miles: number | null
}

/**
 * What this renter can take in place of the rental: at most six items that come to them by delivery
 * or by mail, or of which nobody knows. Null unless they were let down.
 */
export async function findReplacements(
  read: DbOrTx,
  renter: { readonly id: PersonId },
  rentalId: RentalId,
  now: Date,
  today: CalendarDate,
) {
  const rental = await readReplaceable(read, renter, rentalId, now, today)
  return rental && { rental, choices: await swapChoices(read, rental, today) }
}

async function swapChoices(
  db: DbOrTx,
  rental: Replaceable,
  today: CalendarDate,
): Promise<readonly SwapChoice[]> {
  const here = await readRenterPlace(db, rental.id)
  const reaching = (await listedReaches(db)).filter(({ is }) => comesBy(handoverOffer(is, here)).ok)
  const words = reaching.map(({ word }) => word)
  const rows = await choices(db, rental, today)
    .select('i.reach')
    .where('i.reach', 'in', words)
    .limit(CHOICES)
    .execute()
  return rows.map((row) => ({
    ...toListedItem(row),
    miles: here && milesTo(readReach(row.reach), here.point),
  }))
}

/** Whether this item could be chosen, apart from whom it can reach. */
export async function isSwapChoice(
  db: DbOrTx,
  rental: Replaceable,
  today: CalendarDate,
  itemId: ItemId,
): Promise<boolean> {
  const row = await choices(db, rental, today).where('i.id', '=', itemId).executeTakeFirst()
  return row !== undefined
}
