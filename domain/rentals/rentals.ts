import { sql } from 'kysely'
import {
  type Db,
  inTransaction,
  inTransactionOrBack,
  type Tx,
  violatedConstraint,
} from '#db/connection.ts'
import { enqueue } from '#db/jobs.ts'
import { lockWallet, type SpendProblem, spend } from '#domain/credits/credits.ts'
import { type LiveDeposit, lockDeposit } from '#domain/deposits/deposits.ts'
import type { Person, Shopper } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import type { CalendarDate } from '#domain/shared/calendar-date.ts'
import { newId } from '#domain/shared/ids.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { undoRental } from './end-rental.ts'
import { type DatesProblem, quote, type RentalDates, readDates } from './quote.ts'
import { type LockedItem, lockItem, lockRental, moverOf } from './rental-locks.ts'
import { mayMove } from './rental-status.ts'

export type RentRequest = {
  readonly itemId: string
  /** As posted: 'YYYY-MM-DD', checked here. */
  readonly start: unknown
  readonly end: unknown
  /** One-use key of the form: the same key rents once, however often it is posted. */
  readonly requestKey: string
  /** Where the links of the mails about it lead. */
  readonly origin: string
}

export type RentProblem =
  | { readonly reason: 'item-not-found' }
  | { readonly reason: 'deposit-missing' }
  | { readonly reason: 'deposit-barred'; readonly why: NonNullable<LiveDeposit['barred']> }
  | DatesProblem
  | { readonly reason: 'own-item' }
  | { readonly reason: 'item-paused' }
  | { readonly reason: 'dates-taken' }
  | { readonly reason: 'request-used' }
  | SpendProblem

export type Rented = { readonly rentalId: string; readonly totalCredits: number }

/**
 * Rents an item for whole weeks of credits (shopper §5, §9). One transaction that holds the item,
 * then the wallet, then the deposit, checks everything behind those locks in the specification's
 * order, and then rents, spends and takes the item off the public lists. Two people can never hold
 * one item on the same day: the database refuses it whatever this code does.
 */
export async function rent(
  db: Db,
  shopper: Shopper,
  request: RentRequest,
  now: Date,
  today: CalendarDate,
): Promise<Outcome<Rented, RentProblem>> {
  try {
    return await inTransactionOrBack<Outcome<Rented, RentProblem>>(db, async (tx, back) => {
      const item = await lockItem(tx, request.itemId)
      const earlier = await findByRequestKey(tx, shopper, request.requestKey)
      if (earlier) return done(earlier)
      if (!item?.rentable) return refused({ reason: 'item-not-found' })
      const wallet = await lockWallet(tx, shopper.id)
      const deposit = await lockDeposit(tx, shopper.id)
      if (!deposit) return refused({ reason: 'deposit-missing' })
      if (deposit.barred) return refused({ reason: 'deposit-barred', why: deposit.barred })
      const dates = readDates(request, today)
      if ('reason' in dates) return refused(dates)
      if (item.ownerId === shopper.id) return refused({ reason: 'own-item' })
      if (item.paused) return refused({ reason: 'item-paused' })
      if (!item.available || (await hasBlockedDay(tx, request.itemId, dates)))
        return refused({ reason: 'dates-taken' })
      if (wallet.frozen) return refused({ reason: 'wallet-frozen' })
      const rented = await insertRental(tx, shopper, request, item, dates, deposit, now)
      const spent = await spend(
        tx,
        { userId: shopper.id, rentalId: rented.rentalId, amount: rented.totalCredits },
        now,
      )
      if (!spent.ok) return back(refused(spent.problem))
      await tx
        .updateTable('clothing_items')
        .set({ available: false })
        .where('id', '=', request.itemId)
        .execute()
      const { rentalId } = rented
      await enqueue(tx, 'tell-about-rental', { rentalId, news: 'rented', origin: request.origin })
      return done(rented)
    })
  } catch (error) {
    const problem = REFUSED_BY[violatedConstraint(error) ?? '']
    if (problem) return refused(problem)
    throw error
  }
}

/** What the database's own guards mean to the shopper who ran into them. */
const REFUSED_BY: Readonly<Record<string, RentProblem>> = {
  rentals_never_overlap: { reason: 'dates-taken' },
  item_has_one_live_rental: { reason: 'dates-taken' },
  nobody_rents_their_own_item: { reason: 'own-item' },
  request_rents_once: { reason: 'request-used' },
}

async function findByRequestKey(
  tx: Tx,
  shopper: Shopper,
  requestKey: string,
): Promise<Rented | null> {
  const row = await tx
    .selectFrom('rentals')
    .select(['id', 'total_credits'])
    .where('request_key', '=', requestKey)
    .where('renter_id', '=', shopper.id)
    .executeTakeFirst()
  return row ? { rentalId: row.id, totalCredits: row.total_credits } : null
}

async function hasBlockedDay(tx: Tx, itemId: string, dates: RentalDates): Promise<boolean> {
  const row = await tx
    .selectFrom('rental_availability')
    .select(sql.lit(1).as('one'))
    .where('item_id', '=', itemId)
    .where('blocked_date', '>=', dates.start)
    .where('blocked_date', '<=', dates.end)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

async function insertRental(
  tx: Tx,
  shopper: Shopper,
  request: RentRequest,
  item: LockedItem,
  dates: RentalDates,
  deposit: LiveDeposit,
  now: Date,
): Promise<Rented> {
  const rentalId = newId()
  const { totalCredits, totalDays } = quote(item.creditsPerDay, dates.totalDays)
  await tx
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
      deposit_amount: deposit.amountCents,
      created_at: now,
      renter_phone: sql`(select phone from user_profiles where id = ${shopper.id})`,
      delivery_address: sql`(select delivery_address from user_profiles where id = ${shopper.id})`,
    })
    .execute()
  return { rentalId, totalCredits }
}

export type CancelProblem =
  | { readonly reason: 'rental-not-found' }
  | { readonly reason: 'too-late' }

/**
 * Cancels a rental that has not been delivered: the shopper's credits return to their lots and the
 * item is free again. Renter, owner and admins may; for anybody else there is no such rental.
 */
export async function cancelRental(
  db: Db,
  person: Person,
  what: { readonly rentalId: string; readonly origin: string },
  now: Date,
): Promise<Outcome<null, CancelProblem>> {
  const { rentalId, origin } = what
  return await inTransaction<Outcome<null, CancelProblem>>(db, async (tx) => {
    const rental = await lockRental(tx, rentalId)
    const mover = rental && moverOf(person, rental)
    if (!rental || !mover) return refused({ reason: 'rental-not-found' })
    if (rental.status === 'cancelled') return done(null)
    if (!mayMove('cancel', mover, rental)) return refused({ reason: 'too-late' })
    await tx
      .updateTable('rentals')
      .set({
        status: 'cancelled',
        cancellation: mover === 'renter' ? 'by_shopper' : 'by_owner',
        cancelled_at: now,
        cancelled_by: person.id,
      })
      .where('id', '=', rentalId)
      .execute()
    await undoRental(tx, rental, mover === 'renter' ? 'shopper' : 'other', now)
    if (mover !== 'renter') {
      const { status: before } = rental
      const states = { before: { status: before }, after: { status: 'cancelled' } }
      const act = { action: 'cancel', noun: 'rental', nounId: rentalId, ...states }
      await recordAction(tx, person, act, now)
    }
    await enqueue(tx, 'tell-about-rental', { rentalId, news: 'cancelled', origin })
    return done(null)
  })
}
