import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import { NUMBER_LENGTH } from '#domain/booking/rentals/stage/rental-number.ts'
import { isReviewed, searchReviewed } from '#domain/catalogue/items/items.ts'
import { giftState } from '#domain/money/gifts/gifts.ts'
import { foundRows, MAX_FOUND, MAX_SEARCHED } from './found-rows.ts'
import type { SearchTerms } from './search-terms.ts'

/** A rental, item or gift code that an admin's search found. */
export type FoundRental = Awaited<ReturnType<typeof findRentals>>['rows'][number]
export type FoundItem = Awaited<ReturnType<typeof findItems>>['rows'][number]
export type FoundGift = Awaited<ReturnType<typeof findGifts>>['rows'][number]

const MAX = sql.lit(MAX_FOUND + 1)

/** Rentals by their id or number. */
export async function findRentals(db: Db, { id, rentalNumber }: SearchTerms) {
  if (!id && !rentalNumber) return foundRows([])
  const rows = await db
    .selectFrom('rentals as r')
    .innerJoin('clothing_items as i', 'i.id', 'r.item_id')
    .innerJoin('user_profiles as renter', 'renter.id', 'r.renter_id')
    .innerJoin('user_profiles as owner', 'owner.id', 'r.owner_id')
    .select(['r.id', 'i.title', 'r.start_date as start', 'r.end_date as end'])
    .select(['r.status', 'r.return_status as returnStatus'])
    .select(['renter.full_name as renterName', 'owner.full_name as ownerName'])
    .where(
      id
        ? sql<boolean>`r.id = ${id}`
        : sql<boolean>`right(r.id::text, ${sql.lit(NUMBER_LENGTH)}) = ${rentalNumber}`,
    )
    .limit(MAX)
    .execute()
  return foundRows(rows)
}

/** Items that were not deleted, by title or id, newest first. */
export async function findItems(db: Db, { words, id }: SearchTerms) {
  const limits = { matches: 1000, newest: MAX_SEARCHED }
  const search = await searchReviewed(db, { q: words, status: null }, limits)
  // Found by id first: the order would make PostgreSQL look through all items.
  const found = db
    .selectFrom('clothing_items as i')
    .select(['i.id', 'i.title', 'i.size', 'i.approval_status', 'i.business_id', 'i.created_at'])
    .where('i.deleted_at', 'is', null)
    .where(isReviewed.all)
    .where(sql<boolean>`(${search?.isFound ?? sql`false`} or i.id = ${id}::uuid)`)
    .offset(sql.lit(0))
  const rows = await db
    .selectFrom(found.as('i'))
    .innerJoin('user_profiles as p', 'p.id', 'i.business_id')
    .select(['i.id', 'i.title', 'i.size', 'i.approval_status as approvalStatus'])
    .select('p.full_name as ownerName')
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id', 'desc')
    .limit(MAX)
    .execute()
  return foundRows(rows, search?.isPartial)
}

/** The gift with this code: who bought and who claimed it. The code itself is not shown. */
export async function findGifts(db: Db, { giftCode }: SearchTerms, now: Date) {
  if (!giftCode) return foundRows([])
  const rows = await db
    .selectFrom('gift_codes as g')
    .innerJoin('user_profiles as buyer', 'buyer.id', 'g.buyer_id')
    .leftJoin('user_profiles as claimer', 'claimer.id', 'g.claimed_by')
    .select(['g.id', 'g.credits_amount as credits', 'g.created_at as boughtAt'])
    .select(['g.claimed_at as claimedAt', giftState(now).as('state')])
    .select(['buyer.id as buyerId', 'buyer.full_name as buyerName'])
    .select(['claimer.id as claimerId', 'claimer.full_name as claimerName'])
    .where('g.code', '=', giftCode)
    .execute()
  return foundRows(rows)
}
