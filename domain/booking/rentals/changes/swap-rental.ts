import { sql } from 'kysely'
import { type Db, inTransactionOrRollback, type Tx, violatedConstraint } from '#db/connection.ts'
import type { ChosenHandover } from '#db/enums.ts'
import type { FreshId, ItemId, RentalId } from '#db/ids.ts'
import { announce } from '#domain/booking/rentals/notices/announce.ts'
import { freeItem } from '#domain/booking/rentals/records/end-rental.ts'
import {
  type LockedItem,
  type LockedRental,
  lockItem,
  lockRental,
  moverOf,
} from '#domain/booking/rentals/records/rental-locks.ts'
import { readRenterPlace } from '#domain/booking/rentals/records/renter-place.ts'
import { giveSwapGoodwill, swapGoodwillOf } from '#domain/booking/rentals/records/swap-goodwill.ts'
import { answerTime, isAnswerOver } from '#domain/booking/rentals/stage/answer-time.ts'
import {
  comesBy,
  type HandoverProblem,
  handoverOffer,
} from '#domain/booking/rentals/stage/chosen-handover.ts'
import { quote } from '#domain/booking/rentals/stage/quote.ts'
import { mayMove } from '#domain/booking/rentals/stage/rental-stage.ts'
import { acceptOffer, offerFreedPeriod } from '#domain/booking/waitlist/waitlist.ts'
import { updateAvailable } from '#domain/catalogue/items/items.ts'
import { readReach } from '#domain/catalogue/reach/reach.ts'
import {
  lockWallet,
  rentalKey,
  restore,
  type SpendProblem,
  spend,
} from '#domain/money/credits/credits.ts'
import { rateFor } from '#domain/money/payouts/payouts.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { newId } from '#domain/shared/ids.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { swapChoice } from './swap-choices.ts'

export type Swap = {
  readonly rentalId: RentalId
  readonly itemId: ItemId
  /** Single-use key of the form: it swaps once, however often the form is posted. */
  readonly requestKey: FreshId
  readonly origin: string
}

export type SwapProblem =
  | { readonly reason: 'rental-not-found' }
  /** The item is back, or the rental has ended. */
  | { readonly reason: 'not-at-risk' }
  /** Another size, too expensive, paused, the renter's own, not free, or needing more rentals. */
  | { readonly reason: 'dates-taken' }
  /** The key of the form belongs to a rental of somebody else. */
  | { readonly reason: 'request-used' }
  | SpendProblem
  /** It cannot come to the renter. */
  | HandoverProblem

export type Swapped = { readonly rentalId: RentalId }

/**
 * The renter of a rental at risk takes another item for the same days, on the same deposit. The
 * credits are restored and spent again; if the other item costs more, goodwill pays the difference.
 * That goodwill is never restored, so cancelling does not turn it into credits.
 */
export async function swapRental(
  db: Db,
  shopper: Shopper,
  on: Swap,
  now: Date,
  today: CalendarDate,
  timeZone: string,
): Promise<Outcome<Swapped, SwapProblem>> {
  try {
    return await inTransactionOrRollback(db, async (tx, rollBack) => {
      const item = await lockBothItems(tx, on)
      const rental = await lockRental(tx, on.rentalId)
      if (!rental || moverOf(shopper, rental) !== 'renter')
        return refused({ reason: 'rental-not-found' })
      const earlier = await findSwapped(tx, shopper, on.requestKey)
      if (earlier) return done(earlier)
      const isOver = isAnswerOver(rental, now)
      if (!rental.at_risk_since || isOver || !mayMove('swap', 'renter', rental, today))
        return refused({ reason: 'not-at-risk' })
      const choice = await swapChoice(tx, shopper, rental, today, on.itemId)
      if (!item || !choice) return refused({ reason: 'dates-taken' })
      const here = await readRenterPlace(tx, rental.id)
      const handover = comesBy(handoverOffer(readReach(item.reach), here))
      if (!handover.ok) return handover
      if ((await lockWallet(tx, shopper.id)).frozen) return refused({ reason: 'wallet-frozen' })
      const rentalId: RentalId = newId()
      await restore(
        tx,
        { userId: shopper.id, rentalId: rental.id, fault: 'other', reopened: rental.reopened },
        now,
      )
      const { start_date: start, end_date: end } = rental
      const wanted = { itemId: on.itemId, start, end, turnaroundDays: item.turnaroundDays }
      const accepted = await acceptOffer(tx, shopper.id, wanted, now)
      const taken = { rental, item, handover: handover.value, rentalId, on }
      const paid = await takeItem(tx, taken, now, timeZone)
      if (!paid.ok) return rollBack(paid)
      const changes = {
        status: 'cancelled',
        cancellation: 'swapped',
        cancelled_at: now,
        cancelled_by: shopper.id,
        swapped_for: rentalId,
      } as const
      await tx.updateTable('rentals').set(changes).where('id', '=', rental.id).execute()
      await updateAvailable(tx, on.itemId)
      if (accepted) await offerFreedPeriod(tx, on.itemId, now)
      await freeItem(tx, rental, now)
      await record(tx, shopper, rental, { rentalId, handover: handover.value, on, changes }, now)
      return done({ rentalId })
    })
  } catch (error) {
    const problem = REFUSED_BY[violatedConstraint(error) ?? '']
    if (problem) return refused(problem)
    throw error
  }
}

/** What a violated constraint means for the renter. */
const REFUSED_BY: Readonly<Record<string, SwapProblem>> = {
  rentals_never_overlap: { reason: 'dates-taken' },
  item_has_one_live_rental: { reason: 'dates-taken' },
  booked_periods_never_overlap: { reason: 'dates-taken' },
  request_rents_once: { reason: 'request-used' },
  chosen_handover_is_offered: { reason: 'handover-not-offered' },
}

/** Locks both in the order of their ids; returns the item to swap to. */
async function lockBothItems(tx: Tx, on: Swap): Promise<LockedItem | null> {
  const old = await tx
    .selectFrom('rentals')
    .select('item_id')
    .where('id', '=', on.rentalId)
    .executeTakeFirst()
  const ids = [on.itemId, ...(old ? [old.item_id] : [])].toSorted()
  let wanted: LockedItem | null = null
  for (const id of ids) {
    const locked = await lockItem(tx, id)
    if (id === on.itemId) wanted = locked
  }
  return wanted
}

async function findSwapped(tx: Tx, shopper: Shopper, requestKey: string): Promise<Swapped | null> {
  const row = await tx
    .selectFrom('rentals')
    .select('id')
    .where('request_key', '=', requestKey)
    .where('renter_id', '=', shopper.id)
    .executeTakeFirst()
  return row ? { rentalId: row.id } : null
}

type Taken = {
  readonly rental: LockedRental
  readonly item: LockedItem
  readonly handover: ChosenHandover | null
  readonly rentalId: RentalId
  readonly on: Swap
}

/** Writes the new rental and pays for it. */
async function takeItem(
  tx: Tx,
  { rental, item, handover, rentalId, on }: Taken,
  now: Date,
  timeZone: string,
): Promise<Outcome<null, SpendProblem>> {
  const { totalCredits } = quote(item.creditsPerDay, rental.total_days)
  const ofOld = (column: 'renter_phone' | 'delivery_address' | 'delivery_notes') =>
    sql<string | null>`(select ${sql.ref(column)} from rentals where id = ${rental.id})`
  await tx
    .insertInto('rentals')
    .values({
      id: rentalId,
      request_key: on.requestKey,
      renter_id: rental.renter_id,
      owner_id: item.ownerId,
      item_id: on.itemId,
      deposit_id: rental.deposit_id,
      start_date: rental.start_date,
      end_date: rental.end_date,
      total_days: rental.total_days,
      credits_per_day: item.creditsPerDay,
      total_credits: totalCredits,
      cents_per_credit: rateOfSwap(rental, item, now),
      deposit_amount: rental.deposit_amount,
      created_at: now,
      answer_by: answerTime({ start: rental.start_date, requestedAt: now }, timeZone),
      exclusive: !item.advanceBooking,
      turnaround_days: item.turnaroundDays,
      fit_returns: item.fitReturns,
      renter_phone: ofOld('renter_phone'),
      delivery_address: ofOld('delivery_address'),
      delivery_notes: ofOld('delivery_notes'),
      handover,
    })
    .execute()
  const userId = rental.renter_id
  // Goodwill that paid for a rental is not restored, so another swap grants it again.
  const amount = totalCredits - rental.total_credits + (await swapGoodwillOf(tx, rental.id))
  await giveSwapGoodwill(tx, { userId, rentalId, amount }, now)
  return await spend(
    tx,
    { userId, rentalId, amount: totalCredits, key: rentalKey({ rentalId }) },
    now,
  )
}

/** The replaced rental's rate, or the current one if that was an admin's item; 0 for an admin. */
function rateOfSwap(rental: LockedRental, item: LockedItem, now: Date) {
  const today = rateFor(item.ownerId, now)
  if (rental.cents_per_credit === 0) return today
  return sql<number>`case when exists (select from user_profiles
    where id = ${item.ownerId} and account_type = 'admin')
    then 0 else ${rental.cents_per_credit}::smallint end`
}

async function record(
  tx: Tx,
  shopper: Shopper,
  rental: LockedRental,
  {
    rentalId,
    handover,
    on,
    changes,
  }: Pick<Taken, 'rentalId' | 'handover' | 'on'> & {
    readonly changes: object
  },
  now: Date,
): Promise<void> {
  const before = { status: rental.status }
  const old = { action: 'swap', noun: 'rental', nounId: rental.id, before, after: changes }
  await recordAction(tx, shopper, old, now)
  const after = {
    start: rental.start_date,
    end: rental.end_date,
    ...(handover && { handover }),
  }
  const act = { action: 'request', noun: 'rental', nounId: rentalId, after }
  await recordAction(tx, shopper, act, now)
  await announce(tx, on, 'swap', 'renter', now)
  await announce(tx, { rentalId, origin: on.origin }, 'request', 'renter', now)
}
