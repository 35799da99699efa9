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

/** SQL: whether item `i` is like `old` and could take its place for the price. */
function isAlike({ renter_id: renter, totalDays, maxCredits }: Replaceable) {
  const { totalCredits: creditsAtOneADay } = quote(1, totalDays)
  return sql<boolean>`(i.size_group = old.size_group
    and (i.category = old.category
      or (old.category is null and i.style_group = old.style_group))
    and i.id <> old.id
    and i.is_public
    and i.business_id <> ${renter}
    and ${creditsAtOneADay}::integer * i.credits_per_day <= ${maxCredits})`
}

/** SQL: whether item `i` of `lister` is free on the days, and the renter may rent it. */
function mayRent(rental: Replaceable, today: CalendarDate) {
  const { renter_id: renter } = rental
  return sql<boolean>`(lister_is_in_good_standing(lister)
    and not ${eitherBlocked(sql`${renter}::uuid`, sql`i.business_id`)}
    and ${rentableOn('i', rental, today, renter)}
    and ${rentalsNeeded(renter)} is null)`
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

/** How many items whose price is closest are looked at more closely. */
const MAX_CANDIDATES = 500

/**
 * Items that can replace another: public, of the same size and category (or style, where the
 * category is not known), free on its days, within the price, such that the renter may rent them and
 * that come to them. The closest price comes first.
 */
async function swapChoices(
  db: DbOrTx,
  rental: Replaceable,
  today: CalendarDate,
): Promise<readonly SwapChoice[]> {
  const here = await readRenterPlace(db, rental.id)
  const reaching = (await listedReaches(db)).filter(({ is }) => comesBy(handoverOffer(is, here)).ok)
  const words = reaching.map(({ word }) => word)
  const difference = sql<number>`abs(i.credits_per_day - ${rental.credits_per_day}::integer)`
  const alike = db
    .selectFrom('clothing_items as i')
    .innerJoin('clothing_items as old', (join) => join.on('old.id', '=', rental.item_id))
    .select(['i.id', 'i.created_at', difference.as('difference')])
    .where(isAlike(rental))
    .where('i.reach', 'in', words)
    .orderBy('difference')
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id')
    .limit(MAX_CANDIDATES)
  const best = db
    .selectFrom(alike.as('found'))
    .innerJoinLateral(
      (items) =>
        items
          .selectFrom('clothing_items as i')
          .innerJoin('user_profiles as lister', 'lister.id', 'i.business_id')
          .select('i.id')
          .whereRef('i.id', '=', 'found.id')
          .where(mayRent(rental, today))
          // Reads one after the other, until there are enough.
          .offset(sql.lit(0))
          .as('i'),
      (join) => join.onTrue(),
    )
    .select(['found.id', 'found.difference'])
    .orderBy('found.difference')
    .orderBy('found.created_at', 'desc')
    .orderBy('found.id')
    .limit(CHOICES)
  const rows = await itemCards(db)
    .innerJoin(best.as('best'), 'best.id', 'i.id')
    .select('i.reach')
    .orderBy('best.difference')
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id')
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
  const row = await db
    .selectFrom('clothing_items as i')
    .innerJoin('clothing_items as old', (join) => join.on('old.id', '=', rental.item_id))
    .innerJoin('user_profiles as lister', 'lister.id', 'i.business_id')
    .select('i.id')
    .where('i.id', '=', itemId)
    .where(isAlike(rental))
    .where(mayRent(rental, today))
    .executeTakeFirst()
  return row !== undefined
}
