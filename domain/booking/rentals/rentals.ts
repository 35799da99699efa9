import { sql } from 'kysely'
import { type Db, inTransactionOrRollback, type Tx, violatedConstraint } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import { areDaysTaken, takeHeldDates } from '#domain/booking/calendar/calendar.ts'
import {
  acceptedAtOnce,
  announceRequest,
  isAcceptedAtOnce,
} from '#domain/booking/rentals/changes/accept-automatically.ts'
import type { LockedItem } from '#domain/booking/rentals/records/rental-locks.ts'
import { answerTime } from '#domain/booking/rentals/stage/answer-time.ts'
import { quote, type RentalDates } from '#domain/booking/rentals/stage/quote.ts'
import { acceptOffer, offerFreedPeriod } from '#domain/booking/waitlist/waitlist.ts'
import { updateAvailable } from '#domain/catalogue/items/items.ts'
import { rentalKey, spend } from '#domain/money/credits/credits.ts'
import type { LiveDeposit } from '#domain/money/deposits/deposits.ts'
import { rateFor } from '#domain/money/payouts/payouts.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { recordingAction } from '#domain/shared/audit.ts'
import { newId } from '#domain/shared/ids.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { checkRequest, type Rented, type RentProblem, type RentRequest } from './check-request.ts'

export { cancelRental, readRefundAhead } from '#domain/booking/rentals/changes/cancel-rental.ts'
export { passesFilter } from '#domain/booking/rentals/lists/panel-tabs.ts'
export { rentalsAbout } from '#domain/booking/rentals/lists/rental-search.ts'
export { removeRenterCalendarOf } from '#domain/booking/rentals/lists/renter-calendar.ts'
export { markedRentals } from '#domain/booking/rentals/lists/renter-marks.ts'
export { markRatingReminded } from '#domain/booking/rentals/notices/rating-reminders.ts'
export {
  FREE_INSTEAD,
  replacementLinks,
} from '#domain/booking/rentals/notices/replacement-links.ts'
export { transferLiveRentals } from '#domain/booking/rentals/records/change-owner.ts'
export {
  earnUnlessUndecided,
  giveCreditsBack,
  noShowCase,
} from '#domain/booking/rentals/records/give-credits-back.ts'
export { earnFirstWeek } from '#domain/booking/rentals/records/no-show-credits.ts'
export {
  type LockedRental,
  lockRental,
  moverOf,
} from '#domain/booking/rentals/records/rental-locks.ts'
export { swapGoodwill } from '#domain/booking/rentals/records/swap-goodwill.ts'
export { isAtStage } from '#domain/booking/rentals/stage/stage-sql.ts'
export {
  type CheckedRequest,
  checkRequest,
  type Rented,
  type RentProblem,
  type RentRequest,
} from './check-request.ts'
export { removeDeliveryDetailsOf } from './delivery-details.ts'

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
      const checked = await checkRequest(tx, shopper, request, today, 'owned')
      if (!checked.ok) return checked
      if ('earlier' in checked.value) return done(checked.value.earlier)
      const { item, dates, deposit, handover, free } = checked.value
      if (!deposit) return refused({ reason: 'deposit-missing' })
      const wanted = { ...dates, itemId: request.itemId, turnaroundDays: item.turnaroundDays }
      const accepted = free.hasOffer && (await acceptOffer(tx, shopper.id, wanted, now))
      const held = free.isHeld && (await takeHeldDates(tx, shopper.id, wanted))
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
      if (accepted || held) await offerFreedPeriod(tx, request.itemId, now)
      return done(rented)
    })
  } catch (error) {
    if (areDaysTaken(error)) return refused({ reason: 'dates-taken' })
    const problem = REFUSED_BY[violatedConstraint(error) ?? '']
    if (problem) return refused(problem)
    throw error
  }
}

/** What a violated constraint means for the shopper. */
const REFUSED_BY: Readonly<Record<string, RentProblem>> = {
  nobody_rents_their_own_item: { reason: 'own-item' },
  request_rents_once: { reason: 'request-used' },
  chosen_handover_is_offered: { reason: 'handover-not-offered' },
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
