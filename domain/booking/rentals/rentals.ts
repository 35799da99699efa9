import { sql } from 'kysely'
import { type Db, inTransactionOrRollback, type Tx, violatedConstraint } from '#db/connection.ts'
import type { ChosenHandover } from '#db/enums.ts'
import type { ItemId, RentalId } from '#db/ids.ts'
import type { Delivery } from '#domain/accounts/people/people.ts'
import { rentableOn } from '#domain/booking/calendar/calendar.ts'
import {
  acceptedAtOnce,
  announceRequest,
  isAcceptedAtOnce,
} from '#domain/booking/rentals/changes/accept-automatically.ts'
import { type LiveRental, liveRentalQuery } from '#domain/booking/rentals/records/live-rental.ts'
import { type LockedItem, lockItem } from '#domain/booking/rentals/records/rental-locks.ts'
import { answerTime } from '#domain/booking/rentals/stage/answer-time.ts'
import {
  chooseHandover,
  type HandoverProblem,
  handoverOffer,
} from '#domain/booking/rentals/stage/chosen-handover.ts'
import {
  type DatesProblem,
  quote,
  type RentalDates,
  readDates,
} from '#domain/booking/rentals/stage/quote.ts'
import {
  acceptOffer,
  heldForOthersUntil,
  offerFreedPeriod,
} from '#domain/booking/waitlist/waitlist.ts'
import { eitherBlocked } from '#domain/care/blocks/blocks.ts'
import { updateAvailable } from '#domain/catalogue/items/items.ts'
import { placeOfRenter, readReach } from '#domain/catalogue/reach/reach.ts'
import {
  lockingWallet,
  rentalKey,
  type SpendProblem,
  spend,
} from '#domain/money/credits/credits.ts'
import { type LiveDeposit, lockDeposit } from '#domain/money/deposits/deposits.ts'
import { rateFor } from '#domain/money/payouts/payouts.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { recordingAction } from '#domain/shared/audit.ts'
import { newId } from '#domain/shared/ids.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { type NotYetTrusted, rentalsNeeded } from '#domain/site/settings/settings.ts'

export { cancelRental, readRefundAhead } from '#domain/booking/rentals/changes/cancel-rental.ts'
export { passesFilter } from '#domain/booking/rentals/lists/panel-tabs.ts'
export { rentalsAbout } from '#domain/booking/rentals/lists/rental-search.ts'
export { removeRenterCalendarOf } from '#domain/booking/rentals/lists/renter-calendar.ts'
export { markRatingReminded } from '#domain/booking/rentals/notices/rating-reminders.ts'
export {
  FREE_INSTEAD,
  replacementLinks,
} from '#domain/booking/rentals/notices/replacement-links.ts'
export { transferLiveRentals } from '#domain/booking/rentals/records/change-owner.ts'
export {
  earnUnlessUndecided,
  giveCreditsBack,
} from '#domain/booking/rentals/records/give-credits-back.ts'
export {
  type LockedRental,
  lockRental,
  moverOf,
} from '#domain/booking/rentals/records/rental-locks.ts'
export { swapGoodwill } from '#domain/booking/rentals/records/swap-goodwill.ts'
export { isAtStage } from '#domain/booking/rentals/stage/stage-sql.ts'
export { removeDeliveryDetailsOf } from './delivery-details.ts'

export type RentRequest = {
  readonly itemId: ItemId
  /** As submitted: 'YYYY-MM-DD', validated here. */
  readonly start: unknown
  readonly end: unknown
  /** Single-use key of the form: it rents once, however often the form is posted. */
  readonly requestKey: string
  /** The base address of links in its emails. */
  readonly origin: string
  /**
   * Defaults to the details in the profile. Invalid details are refused last, when nothing else is
   * wrong.
   */
  readonly delivery?: Delivery | 'invalid' | undefined
  /** The price per day that the shopper was shown, in credits; a higher one is refused. */
  readonly shownCreditsPerDay?: number | undefined
  /** How the renter gets it. Needed where it is known not to be delivered. */
  readonly handover?: ChosenHandover | null | undefined
}

export type RentProblem =
  | { readonly reason: 'item-not-found' }
  | { readonly reason: 'deposit-missing' }
  | {
      readonly reason: 'deposit-barred'
      readonly why: NonNullable<LiveDeposit['barred']>
      /** The top-up needed, in cents; 0 when a top-up is not possible. */
      readonly topUpCents: number
    }
  | DatesProblem
  | { readonly reason: 'own-item' }
  | { readonly reason: 'item-paused' }
  /** One of them has blocked the other. */
  | { readonly reason: 'not-available' }
  | {
      readonly reason: 'dates-taken'
      /** Until when the dates are held for somebody else on the waitlist, if they are. */
      readonly heldUntil?: Date
    }
  /** The shopper has booked these days themselves, or an item that takes one rental at a time. */
  | { readonly reason: 'already-requested'; readonly rental: LiveRental }
  | NotYetTrusted
  | { readonly reason: 'request-used' }
  /** The price has gone up since the shopper saw it. */
  | { readonly reason: 'price-changed'; readonly creditsPerDay: number }
  | SpendProblem
  | { readonly reason: 'delivery-invalid' }
  | HandoverProblem

export type Rented = { readonly rentalId: RentalId; readonly totalCredits: number }

/**
 * Rents an item for whole weeks of credits (spec 4.3). One database transaction locks the item,
 * then the wallet, then the deposit, makes all checks under those locks in the specification's
 * order, and then rents, spends and makes the item unavailable. Two people can never have one item
 * on the same day: a database constraint prevents it even if this code is wrong.
 */
export async function requestRental(
  db: Db,
  shopper: Shopper,
  request: RentRequest,
  now: Date,
  today: CalendarDate,
  timeZone: string,
): Promise<Outcome<Rented, RentProblem>> {
  try {
    return await inTransactionOrRollback(db, async (tx, rollBack) => {
      const item = await lockItem(tx, request.itemId)
      const dates = readDates(request, today)
      const locked = await lockForRental(tx, shopper, request, dates, today)
      const { earlier, blocked, free, wallet } = locked
      if (earlier) return done(earlier)
      if (!item?.rentable) return refused({ reason: 'item-not-found' })
      const deposit = await lockDeposit(tx, shopper.id)
      if (!deposit) return refused({ reason: 'deposit-missing' })
      const { barred: why, topUpCents } = deposit
      if (why) return refused({ reason: 'deposit-barred', why, topUpCents })
      if ('reason' in dates) return refused(dates)
      if (item.ownerId === shopper.id) return refused({ reason: 'own-item' })
      if (item.paused) return refused({ reason: 'item-paused' })
      if (blocked) return refused({ reason: 'not-available' })
      if (!free) return refused(await bookingProblem(tx, shopper, request.itemId, dates))
      const needed = item.hasReplacementValue
        ? await readRequiredRentals(tx, shopper, request.itemId)
        : null
      if (needed !== null) return refused({ reason: 'not-yet-trusted', rentals: needed })
      if (wallet.frozen) return refused({ reason: 'wallet-frozen' })
      const { creditsPerDay, turnaroundDays } = item
      if (creditsPerDay > (request.shownCreditsPerDay ?? creditsPerDay))
        return refused({ reason: 'price-changed', creditsPerDay })
      const handover = handoverFor(request, item, locked.profile)
      const wanted = { ...dates, itemId: request.itemId, turnaroundDays }
      const accepted = free.hasOffer && (await acceptOffer(tx, shopper.id, wanted, now))
      const chosen = handover.ok ? handover.value : null
      const parties = { ownerId: item.ownerId, renterId: shopper.id }
      const isAccepted = await isAcceptedAtOnce(
        tx,
        { ...parties, accepts: item.accepts, handover: chosen },
        now,
      )
      const rented = await insertRental(
        tx,
        shopper,
        { ...request, handover: chosen, isAccepted },
        item,
        dates,
        deposit,
        now,
        timeZone,
      )
      const spent = await spend(
        tx,
        {
          userId: shopper.id,
          rentalId: rented.rentalId,
          amount: rented.totalCredits,
          key: rentalKey(rented),
        },
        now,
      )
      if (!spent.ok) return rollBack(refused(spent.problem))
      if (request.delivery === 'invalid') return rollBack(refused({ reason: 'delivery-invalid' }))
      if (!handover.ok) return rollBack(handover)
      await updateAvailable(tx, request.itemId)
      await announceRequest(tx, { ...rented, origin: request.origin }, isAccepted, now)
      if (accepted) await offerFreedPeriod(tx, request.itemId, now)
      return done(rented)
    })
  } catch (error) {
    const problem = REFUSED_BY[violatedConstraint(error) ?? '']
    if (problem) return refused(problem)
    throw error
  }
}

/** What a violated constraint means for the shopper. */
const REFUSED_BY: Readonly<Record<string, RentProblem>> = {
  rentals_never_overlap: { reason: 'dates-taken' },
  item_has_one_live_rental: { reason: 'dates-taken' },
  booked_periods_never_overlap: { reason: 'dates-taken' },
  nobody_rents_their_own_item: { reason: 'own-item' },
  request_rents_once: { reason: 'request-used' },
  chosen_handover_is_offered: { reason: 'handover-not-offered' },
}

/** How the item gets to where the request, or else the profile, wants it. */
function handoverFor(
  { delivery, handover }: RentRequest,
  item: LockedItem,
  { zip, address }: LockedForRental['profile'],
) {
  const typed = delivery && delivery !== 'invalid' ? delivery.address : null
  const place = placeOfRenter({ typed, zip, stored: address })
  const offer = handoverOffer(readReach(item.reach), place)
  return chooseHandover(offer, handover ?? null)
}

type LockedForRental = {
  /** The rental already made with the same form. */
  readonly earlier: Rented | null
  /** The shopper or the item's lister has blocked the other. */
  readonly blocked: boolean
  /**
   * Null unless the item's calendar is free for the shopper on these days and the closet's notice
   * period is met.
   */
  readonly free: { readonly hasOffer: boolean } | null
  readonly wallet: { readonly frozen: boolean }
  /** Where the shopper is, as far as their profile says. */
  readonly profile: { readonly zip: string | null; readonly address: string | null }
}

/**
 * Locks the wallet, and reads in the same statement what can be read once the item is locked.
 * Invalid dates are not checked against the calendar, which nobody else can change while the item
 * is locked.
 */
async function lockForRental(
  tx: Tx,
  shopper: Shopper,
  { itemId, requestKey }: RentRequest,
  dates: RentalDates | DatesProblem,
  today: CalendarDate,
): Promise<LockedForRental> {
  const earlier = tx
    .selectFrom('rentals')
    .select(['id', 'total_credits'])
    .where('request_key', '=', requestKey)
    .where('renter_id', '=', shopper.id)
  const lent = tx
    .selectFrom('clothing_items as i')
    .select(
      sql<boolean>`exists (select from waitlist_entries w where w.item_id = i.id
        and w.shopper_id = ${shopper.id} and w.status = 'offered')`.as('hasOffer'),
    )
    .where('i.id', '=', itemId)
  const free = 'reason' in dates ? lent : lent.where(rentableOn('i', dates, today, shopper.id))
  const lister = sql`(select business_id from clothing_items where id = ${itemId})`
  const row = await lockingWallet(tx, shopper.id)
    .selectFrom('wallet')
    .innerJoin('user_profiles as p', (join) => join.on('p.id', '=', shopper.id))
    .leftJoin(earlier.as('e'), (join) => join.onTrue())
    .leftJoin(free.as('f'), (join) => join.onTrue())
    .select(['wallet.frozen', 'e.id', 'e.total_credits as credits', 'f.hasOffer'])
    .select(['p.zip', 'p.delivery_address as address'])
    .select(eitherBlocked(sql`${shopper.id}::uuid`, lister).as('blocked'))
    .executeTakeFirstOrThrow()
  const { id, credits, blocked, hasOffer, frozen, zip, address } = row
  return {
    earlier: id === null || credits === null ? null : { rentalId: id, totalCredits: credits },
    blocked,
    free: hasOffer === null ? null : { hasOffer },
    wallet: { frozen },
    profile: { zip, address },
  }
}

/** The completed rentals that the shopper needs for the item, if they have fewer; else null. */
async function readRequiredRentals(
  tx: Tx,
  shopper: Shopper,
  itemId: ItemId,
): Promise<number | null> {
  const { rentals } = await tx
    .selectFrom('clothing_items as i')
    .select(rentalsNeeded(shopper.id).as('rentals'))
    .where('i.id', '=', itemId)
    .executeTakeFirstOrThrow()
  return rentals
}

async function bookingProblem(
  tx: Tx,
  shopper: Shopper,
  itemId: ItemId,
  dates: RentalDates,
): Promise<RentProblem> {
  const rental = await liveRentalQuery(tx, shopper.id, itemId)
    .where((where) =>
      where.or([
        where('exclusive', '=', true),
        where.and([where('start_date', '<=', dates.end), where('end_date', '>=', dates.start)]),
      ]),
    )
    .executeTakeFirst()
  if (rental) return { reason: 'already-requested', rental }
  const heldUntil = await heldForOthersUntil(tx, itemId, shopper.id, dates)
  return heldUntil ? { reason: 'dates-taken', heldUntil } : { reason: 'dates-taken' }
}

/** Inserts the rental and its line in the audit log, in one statement. */
async function insertRental(
  tx: Tx,
  shopper: Shopper,
  request: RentRequest & { readonly isAccepted: boolean },
  item: LockedItem,
  dates: RentalDates,
  deposit: LiveDeposit,
  now: Date,
  timeZone: string,
): Promise<Rented> {
  const fromProfile = (column: 'phone' | 'delivery_address' | 'delivery_notes') =>
    sql<string | null>`(select ${sql.ref(column)} from user_profiles where id = ${shopper.id})`
  const rentalId: RentalId = newId()
  const delivery = request.delivery === 'invalid' ? undefined : request.delivery
  const { totalCredits, totalDays } = quote(item.creditsPerDay, dates.totalDays)
  const { start, end } = dates
  const handover = request.handover ?? null
  const after = { start, end, credits: totalCredits, ...(handover && { handover }) }
  const act = { action: 'request', noun: 'rental', nounId: rentalId, after }
  await recordingAction(tx, shopper, act, now)
    .insertInto('rentals')
    .values({
      id: rentalId,
      request_key: request.requestKey,
      renter_id: shopper.id,
      owner_id: item.ownerId,
      item_id: request.itemId,
      deposit_id: deposit.id,
      start_date: dates.start,
      end_date: dates.end,
      total_days: totalDays,
      credits_per_day: item.creditsPerDay,
      total_credits: totalCredits,
      cents_per_credit: rateFor(item.ownerId, now),
      deposit_amount: Math.min(deposit.fullCents, deposit.leftCents),
      created_at: now,
      answer_by: answerTime({ start, requestedAt: now }, timeZone),
      exclusive: !item.advanceBooking,
      turnaround_days: item.turnaroundDays,
      fit_returns: item.fitReturns,
      renter_phone: delivery ? delivery.phone : fromProfile('phone'),
      delivery_address: delivery ? delivery.address : fromProfile('delivery_address'),
      delivery_notes: delivery ? delivery.notes : fromProfile('delivery_notes'),
      handover,
      ...acceptedAtOnce(request.isAccepted, now),
    })
    .execute()
  return { rentalId, totalCredits }
}
