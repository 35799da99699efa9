import { sql } from 'kysely'
import { type Db, inTransactionOrRollback, type Tx, violatedConstraint } from '#db/connection.ts'
import type { ChosenHandover } from '#db/enums.ts'
import type { BoardId, FreshId, ItemId, RentalId } from '#db/ids.ts'
import { areDaysTaken } from '#domain/booking/calendar/calendar.ts'
import { announce } from '#domain/booking/rentals/notices/announce.ts'
import { freeItem } from '#domain/booking/rentals/records/end-rental.ts'
import { dropProposal } from '#domain/booking/rentals/records/proposal.ts'
import {
  type LockedItem,
  type LockedRental,
  lockItem,
  lockRental,
  moverOf,
} from '#domain/booking/rentals/records/rental-locks.ts'
import { readRenterPlace } from '#domain/booking/rentals/records/renter-place.ts'
import {
  isSwapChoice,
  type Replaceable,
  readReplaceable,
} from '#domain/booking/rentals/records/replacements.ts'
import { giveSwapGoodwill } from '#domain/booking/rentals/records/swap-goodwill.ts'
import { answerTime } from '#domain/booking/rentals/stage/answer-time.ts'
import {
  comesBy,
  type HandoverProblem,
  handoverOffer,
} from '#domain/booking/rentals/stage/chosen-handover.ts'
import { quote } from '#domain/booking/rentals/stage/quote.ts'
import { isIn, stageOf } from '#domain/booking/rentals/stage/rental-stage.ts'
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
import { lockDeposit } from '#domain/money/deposits/deposits.ts'
import { rateFor } from '#domain/money/payouts/payouts.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { newId } from '#domain/shared/ids.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { acceptedAtOnce, announceRequest, isAcceptedAtOnce } from './accept-automatically.ts'

export type Swap = {
  readonly rentalId: RentalId
  readonly itemId: ItemId
  /** Single-use key of the form: it swaps once, however often the form is posted. */
  readonly requestKey: FreshId
  readonly origin: string
}

export type SwapProblem =
  | { readonly reason: 'rental-not-found' }
  /** It can go ahead, it has been replaced already, or its days are over. */
  | { readonly reason: 'not-let-down' }
  /** Another size, too expensive, paused, the renter's own, not free, or needing more rentals. */
  | { readonly reason: 'dates-taken' }
  /** The deposit of the canceled rental was refunded, or no longer secures a new one. */
  | { readonly reason: 'deposit-missing' }
  /** The key of the form belongs to a rental of somebody else. */
  | { readonly reason: 'request-used' }
  | SpendProblem
  /** It cannot come to the renter. */
  | HandoverProblem

export type Swapped = { readonly rentalId: RentalId }

/**
 * A renter who was let down takes another item for the days that are left (spec 5.11). A rental that
 * is still live ends with it: its credits are restored and spent again, on the same deposit. If the
 * other item costs more than was paid, goodwill pays the difference, which is never restored, so
 * canceling does not turn it into credits.
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
      const replaced = await readReplaceable(tx, shopper, on.rentalId, now, today)
      if (!replaced) return refused({ reason: 'not-let-down' })
      const isChoice = await isSwapChoice(tx, replaced, today, on.itemId)
      if (!item || !isChoice) return refused({ reason: 'dates-taken' })
      const here = await readRenterPlace(tx, rental.id)
      const handover = comesBy(handoverOffer(readReach(item.reach), here))
      if (!handover.ok) return handover
      if ((await lockWallet(tx, shopper.id)).frozen) return refused({ reason: 'wallet-frozen' })
      const isLive = isIn(stageOf(rental, today), 'beforeDelivery')
      await dropProposal(tx, rental, now)
      const deposit = isLive ? depositOf(rental) : await usableDeposit(tx, shopper)
      if (!deposit) return refused({ reason: 'deposit-missing' })
      const rentalId: RentalId = newId()
      const { id, reopened } = rental
      if (isLive) await restore(tx, { userId: shopper.id, rentalId: id, reopened }, now)
      const { start, end } = replaced
      const wanted = { itemId: on.itemId, start, end, turnaroundDays: item.turnaroundDays }
      const accepted = await acceptOffer(tx, shopper.id, wanted, now)
      const isAccepted = await isAcceptedAtOnce(
        tx,
        {
          ownerId: item.ownerId,
          renterId: shopper.id,
          accepts: item.accepts,
          handover: handover.value,
        },
        now,
      )
      const taken = {
        ...{ rental, replaced, deposit, item, handover: handover.value, rentalId, on },
        isAccepted,
      }
      const paid = await takeItem(tx, taken, now, timeZone)
      if (!paid.ok) return rollBack(paid)
      const ended = {
        status: 'cancelled',
        cancellation: 'swapped',
        cancelled_at: now,
        cancelled_by: shopper.id,
      } as const
      const changes = { ...(isLive && ended), swapped_for: rentalId }
      await tx.updateTable('rentals').set(changes).where('id', '=', rental.id).execute()
      await updateAvailable(tx, on.itemId)
      if (accepted) await offerFreedPeriod(tx, on.itemId, now)
      if (isLive) await freeItem(tx, rental, now)
      await record(tx, shopper, taken, changes, now)
      return done({ rentalId })
    })
  } catch (error) {
    if (areDaysTaken(error)) return refused({ reason: 'dates-taken' })
    const problem = REFUSED_BY[violatedConstraint(error) ?? '']
    if (problem) return refused(problem)
    throw error
  }
}

type SecuredBy = Pick<LockedRental, 'deposit_id' | 'deposit_amount'>

const depositOf = ({ deposit_id, deposit_amount }: LockedRental): SecuredBy => ({
  deposit_id,
  deposit_amount,
})

/** The deposit that secures a new rental of this person; null if none does. */
async function usableDeposit(tx: Tx, shopper: Shopper): Promise<SecuredBy | null> {
  const deposit = await lockDeposit(tx, shopper.id)
  if (!deposit || deposit.barred) return null
  const { id, fullCents, leftCents } = deposit
  return { deposit_id: id, deposit_amount: Math.min(fullCents, leftCents) }
}

/** What a violated constraint means for the renter. */
const REFUSED_BY: Readonly<Record<string, SwapProblem>> = {
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
  readonly replaced: Replaceable
  readonly deposit: SecuredBy
  readonly item: LockedItem
  readonly handover: ChosenHandover | null
  readonly rentalId: RentalId
  readonly on: Swap
  /** Its closet accepts it automatically. */
  readonly isAccepted: boolean
}

/** Writes the new rental and pays for it. */
async function takeItem(
  tx: Tx,
  { rental, replaced, deposit, item, handover, rentalId, on, isAccepted }: Taken,
  now: Date,
  timeZone: string,
): Promise<Outcome<null, SpendProblem>> {
  const { start, end, totalDays } = replaced
  const { totalCredits } = quote(item.creditsPerDay, totalDays)
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
      ...deposit,
      start_date: start,
      end_date: end,
      total_days: totalDays,
      credits_per_day: item.creditsPerDay,
      total_credits: totalCredits,
      cents_per_credit: rateOfSwap(rental, item, now),
      created_at: now,
      answer_by: answerTime({ start, requestedAt: now }, timeZone),
      exclusive: !item.advanceBooking,
      turnaround_days: item.turnaroundDays,
      fit_returns: item.fitReturns,
      renter_phone: ofOld('renter_phone'),
      delivery_address: ofOld('delivery_address'),
      delivery_notes: ofOld('delivery_notes'),
      handover,
      board_id: sql<BoardId | null>`(select board_id from rentals where id = ${rental.id})`,
      ...acceptedAtOnce(isAccepted, now),
    })
    .execute()
  const userId = rental.renter_id
  // Goodwill that paid for a rental is not restored, so another swap grants it again.
  await giveSwapGoodwill(tx, { userId, rentalId, amount: totalCredits - replaced.paid }, now)
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
  { rental, replaced, rentalId, handover, on, isAccepted }: Taken,
  changes: { readonly cancellation?: 'swapped' },
  now: Date,
): Promise<void> {
  const before = { status: rental.status }
  const old = { action: 'swap', noun: 'rental', nounId: rental.id, before, after: changes }
  await recordAction(tx, shopper, old, now)
  const { start, end } = replaced
  const after = { start, end, ...(handover && { handover }) }
  const act = { action: 'request', noun: 'rental', nounId: rentalId, after }
  await recordAction(tx, shopper, act, now)
  // The closet of a rental that was canceled before knows that.
  if (changes.cancellation) await announce(tx, on, 'swap', 'renter', now)
  await announceRequest(tx, { rentalId, origin: on.origin }, isAccepted, now)
}
