import { sql } from 'kysely'
import { type Db, inTransactionOrRollback, type Tx, violatedConstraint } from '#db/connection.ts'
import type { ItemId, RentalId } from '#db/ids.ts'
import { areDaysTaken, takeHeldDates } from '#domain/booking/calendar/calendar.ts'
import {
  acceptedAtOnce,
  announceRequest,
  isAcceptedAtOnce,
} from '#domain/booking/rentals/changes/accept-automatically.ts'
import { boardOf } from '#domain/booking/rentals/records/board-of.ts'
import { type LockedItem, lockItems } from '#domain/booking/rentals/records/rental-locks.ts'
import { answerTime } from '#domain/booking/rentals/stage/answer-time.ts'
import { quote, type RentalDates } from '#domain/booking/rentals/stage/quote.ts'
import { acceptOffer, offerFreedPeriod } from '#domain/booking/waitlist/waitlist.ts'
import { updateAvailable } from '#domain/catalogue/items/items.ts'
import { rentalKey, spend, whyNotSpend } from '#domain/money/credits/credits.ts'
import type { LiveDeposit } from '#domain/money/deposits/deposits.ts'
import { rateFor } from '#domain/money/payouts/payouts.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { recordingAction } from '#domain/shared/audit.ts'
import { newId } from '#domain/shared/ids.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import {
  type CheckedRequest,
  checkRequest,
  type Rented,
  type RentProblem,
  type RentRequest,
} from './check-request.ts'

/** The piece that something stands against; null when it is all of them together. */
export type PieceRefused = {
  readonly ok: false
  readonly problem: RentProblem
  readonly itemId: ItemId | null
}

export type CheckedPiece = {
  readonly request: RentRequest
  readonly checked: CheckedRequest | { readonly earlier: Rented }
}

/** In the order asked. */
type RentedPieces = {
  readonly ok: true
  readonly value: readonly { readonly itemId: ItemId; readonly rental: Rented }[]
}

const isFirst = (one: { readonly id: string }, other: { readonly id: string }) =>
  one.id < other.id ? -1 : 1

/**
 * `checkRequest` for several pieces of different items, whose items are locked first, in the order
 * of their ids. Stops at the first problem. Returns the pieces in the order asked.
 */
export async function checkPieces(
  tx: Tx,
  shopper: Shopper,
  requests: readonly RentRequest[],
  today: CalendarDate,
  covered: 'owned' | 'bought',
): Promise<{ readonly ok: true; readonly value: readonly CheckedPiece[] } | PieceRefused> {
  if (requests.length > 1)
    await lockItems(
      tx,
      requests.map(({ itemId }) => itemId),
    )
  const pieces: CheckedPiece[] = []
  const byItem = requests.map((request) => ({ request, id: request.itemId })).toSorted(isFirst)
  for (const { request } of byItem) {
    const checked = await checkRequest(tx, shopper, request, today, covered)
    if (!checked.ok) return { ...checked, itemId: request.itemId }
    pieces[requests.indexOf(request)] = { request, checked: checked.value }
  }
  return done(pieces)
}

/**
 * Rents pieces of different items in one transaction, all or none (spec 4.3, 4.12). It locks the
 * items, then the wallet, then the deposit, makes all checks of all pieces under those locks, and
 * then rents, spends and makes the items unavailable. Returns the rentals in the order asked.
 */
export async function rentPieces(
  db: Db,
  shopper: Shopper,
  requests: readonly RentRequest[],
  now: Date,
  today: CalendarDate,
  timeZone: string,
): Promise<RentedPieces | PieceRefused> {
  return await inTransactionOrRollback<RentedPieces | PieceRefused>(db, async (tx, rollBack) => {
    const pieces = await checkPieces(tx, shopper, requests, today, 'owned')
    if (!pieces.ok) return pieces
    const unpaid = await whyNotPaid(tx, shopper, pieces.value, now)
    if (unpaid) return { ...refused(unpaid), itemId: null }
    const rentals: RentedPieces['value'][number][] = []
    const freed: ItemId[] = []
    for (const { request, checked } of byCloset(pieces.value)) {
      const { itemId } = request
      const place = requests.indexOf(request)
      if ('earlier' in checked) {
        rentals[place] = { itemId, rental: checked.earlier }
        continue
      }
      const rented = await rentPiece(tx, shopper, request, checked, now, timeZone)
      if (!rented.ok) return rollBack({ ...rented, itemId })
      rentals[place] = { itemId, rental: rented.value.rental }
      if (rented.value.frees) freed.push(itemId)
    }
    for (const itemId of freed.toSorted()) await offerFreedPeriod(tx, itemId, now)
    return done(rentals)
  })
}

/**
 * Events of closets lock each closet at the end of the transaction, in the order in which they were
 * recorded: in one order of closets, two bags cannot wait for each other.
 */
function byCloset(pieces: readonly CheckedPiece[]): readonly CheckedPiece[] {
  const ownerOf = ({ checked }: CheckedPiece) => ('earlier' in checked ? '' : checked.item.ownerId)
  return pieces
    .map((piece) => ({ piece, id: `${ownerOf(piece)} ${piece.request.itemId}` }))
    .toSorted(isFirst)
    .map(({ piece }) => piece)
}

/** What the shopper lacks for several pieces together: a single one is checked as it is paid. */
async function whyNotPaid(
  tx: Tx,
  shopper: Shopper,
  pieces: readonly CheckedPiece[],
  now: Date,
): Promise<RentProblem | null> {
  return pieces.length > 1 ? await whyNotSpend(tx, shopper.id, totalOf(pieces), now) : null
}

/** The credits of all pieces that are not rented yet. */
export function totalOf(pieces: readonly CheckedPiece[]): number {
  return pieces.reduce((sum, { checked }) => {
    if ('earlier' in checked) return sum
    return sum + quote(checked.item.creditsPerDay, checked.dates.totalDays).totalCredits
  }, 0)
}

type RentedPiece = {
  readonly rental: Rented
  /** Days that the shopper had kept from others may be free now. */
  readonly frees: boolean
}

/** Part of renting: after a refusal, the caller rolls back what this has written. */
async function rentPiece(
  tx: Tx,
  shopper: Shopper,
  request: RentRequest,
  { item, dates, deposit, handover, free }: CheckedRequest,
  now: Date,
  timeZone: string,
): Promise<Outcome<RentedPiece, RentProblem>> {
  if (!deposit) return refused({ reason: 'deposit-missing' })
  try {
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
    const rental = await insertRental(
      tx,
      shopper,
      { ...request, handover: chosen, isAccepted },
      item,
      dates,
      deposit,
      now,
      timeZone,
    )
    const { rentalId, totalCredits: amount } = rental
    const spending = { userId: shopper.id, rentalId, amount, key: rentalKey(rental) }
    const spent = await spend(tx, spending, now)
    if (!spent.ok) return spent
    if (request.delivery === 'invalid') return refused({ reason: 'delivery-invalid' })
    if (!handover.ok) return handover
    await updateAvailable(tx, request.itemId)
    await announceRequest(tx, { ...rental, origin: request.origin }, isAccepted, now)
    return done({ rental, frees: accepted || held })
  } catch (error) {
    const problem = refusedBy(error)
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

function refusedBy(error: unknown): RentProblem | undefined {
  if (areDaysTaken(error)) return { reason: 'dates-taken' }
  return REFUSED_BY[violatedConstraint(error) ?? '']
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
      board_id: boardOf(shopper.id, request.boardId ?? null),
      ...acceptedAtOnce(request.isAccepted, now),
    })
    .execute()
  return { rentalId, totalCredits }
}
