import { sql, type Updateable } from 'kysely'
import { type Db, inTransactionOrRollback, type Tx, violatedConstraint } from '#db/connection.ts'
import type { Rentals } from '#db/types.ts'
import { areDaysTaken } from '#domain/booking/calendar/calendar.ts'
import { announce } from '#domain/booking/rentals/notices/announce.ts'
import {
  creditsToGiveBack,
  isReturnRequested,
} from '#domain/booking/rentals/records/give-credits-back.ts'
import { giveFirstWeekBack } from '#domain/booking/rentals/records/no-show-credits.ts'
import { currentMover } from '#domain/booking/rentals/records/own-rental.ts'
import { dropProposal } from '#domain/booking/rentals/records/proposal.ts'
import {
  type LockedRental,
  lockItem,
  lockRental,
} from '#domain/booking/rentals/records/rental-locks.ts'
import { giveSwapGoodwill, swapGoodwillOf } from '#domain/booking/rentals/records/swap-goodwill.ts'
import {
  CORRECTION_HOURS,
  openUndo,
  type UndoName,
} from '#domain/booking/rentals/stage/rental-stage.ts'
import { heldForOthersUntil, offerFreedPeriod } from '#domain/booking/waitlist/waitlist.ts'
import { updateAvailable, writePaused } from '#domain/catalogue/items/items.ts'
import { rentalKey, type SpendProblem, spend } from '#domain/money/credits/credits.ts'
import {
  isDepositUsable,
  type ReduceClaimProblem,
  reduceClaim,
  releaseClaim,
  resolveDeposit,
} from '#domain/money/deposits/deposits.ts'
import { takeBackRental } from '#domain/money/payouts/payouts.ts'
import type { Admin, ClosetOwner, Shopper } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { liveStatuses } from '#domain/shared/live-rentals.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { isOwnDecision, OWN_DECISION, someoneElseMayDecide } from '#domain/shared/own-decision.ts'
import type { StepOn } from './take-step.ts'

// Undoing a step reverses its effects on credits, deposit and item, and sends emails.

export type CorrectionProblem =
  | { readonly reason: 'rental-not-found' }
  /**
   * The next step was taken in the meantime, it is undone already, or the time to undo it is over.
   */
  | { readonly reason: 'undo-too-late' }
  /** An admin rents the item themselves: another admin or the closet has to undo the step. */
  | { readonly reason: 'own-rental' }
  /** Someone else has rented the item since, or it is no longer listed. */
  | { readonly reason: 'item-not-free' }
  /** The deposit that secured it was refunded, or is disputed; or its renter has appealed. */
  | ReduceClaimProblem
  /** It has a return request that was neither refused nor withdrawn. */
  | { readonly reason: 'return-requested' }
  /** The return restored the credits of an accepted return request. */
  | { readonly reason: 'credits-restored' }
  | SpendProblem

type Reversal = {
  readonly changes: (rental: LockedRental) => Updateable<Rentals>
  /** Further effects, before the rental is written; a problem rolls everything back. */
  readonly before?: (
    tx: Tx,
    rental: LockedRental,
    now: Date,
  ) => Promise<Outcome<null, CorrectionProblem>>
}

const NOT_DELIVERED = { handover_asked_at: null, handover_denied_at: null } as const

/**
 * Delivering or failing to deliver implies accepting, so the rental goes back to awaiting delivery.
 */
const acceptedAgain = (rental: LockedRental) =>
  ({
    status: 'confirmed',
    delivery_status: 'pending',
    confirmed_at: rental.confirmed_at ?? rental.delivered_at ?? rental.cancelled_at,
    // Nobody took an automatic acceptance, so no closet can undo it.
    confirmed_by: rental.confirmed_at
      ? rental.confirmed_by
      : (rental.delivered_by ?? rental.cancelled_by),
    ...NOT_DELIVERED,
  }) as const

const NOT_REVIEWED = {
  status: 'delivered',
  condition_status: 'pending_review',
  condition_notes: null,
  condition_reviewed_at: null,
  condition_reviewed_by: null,
  deposit_kept_amount: 0,
} as const

const REVERSALS = {
  'undo-accept': {
    changes: () => ({ status: 'pending', confirmed_at: null, confirmed_by: null }),
  },
  'undo-deliver': {
    changes: (rental) => ({
      ...acceptedAgain(rental),
      delivered_at: null,
      delivered_by: null,
      handover_method: null,
      carrier: null,
      tracking_number: null,
      return_reminded_at: null,
      overdue_reminded_at: null,
    }),
    before: async (tx, rental) =>
      (await isReturnRequested(tx, rental.id))
        ? refused({ reason: 'return-requested' })
        : done(null),
  },
  'undo-late': {
    changes: () => ({ return_status: 'pending', late_at: null, late_by: null }),
  },
  'undo-send-back': {
    changes: () => ({ sent_back_at: null, sent_back_tracking: null }),
  },
  'undo-return': {
    changes: ({ late_at }) => ({
      return_status: late_at ? 'late' : 'pending',
      returned_at: null,
      returned_on: null,
      returned_by: null,
      review_reopened_at: null,
    }),
    before: async (tx, rental) =>
      (await creditsToGiveBack(tx, rental.id)) > 0
        ? refused({ reason: 'credits-restored' })
        : done(null),
  },
  reopen: {
    changes: (rental) => ({
      ...acceptedAgain(rental),
      cancellation: null,
      cancelled_at: null,
      cancelled_by: null,
      reopened: rental.reopened + 1,
    }),
    before: async (tx, rental, now) => {
      // Its renter has taken another item.
      if (rental.swapped_for) return refused({ reason: 'undo-too-late' })
      const taken = await rebookItem(tx, rental)
      if (!taken.ok) return taken
      if (rental.cancellation === 'no_show') {
        if (await isReturnRequested(tx, rental.id)) return refused({ reason: 'return-requested' })
        await giveFirstWeekBack(tx, rental, now)
      }
      const { renter_id: userId, id: rentalId, total_credits } = rental
      const life = { rentalId, reopened: rental.reopened + 1 }
      // Cancelling did not restore a swap's goodwill; without it the renter would pay too much.
      const goodwill = await swapGoodwillOf(tx, rentalId)
      await giveSwapGoodwill(tx, { userId, ...life, amount: goodwill }, now)
      const cost = { userId, rentalId, amount: total_credits, key: rentalKey(life) }
      return await spend(tx, cost, now)
    },
  },
  'undo-review': {
    changes: () => NOT_REVIEWED,
    before: reopenReview,
  },
  /** The item is with its renter again, and late. */
  'undo-lost': { changes: () => NOT_REVIEWED, before: reopenReview },
} as const satisfies Record<UndoName, Reversal>

/** Takes back what a completed rental earned and what was withheld for it; a problem writes nothing. */
async function reopenReview(
  tx: Tx,
  rental: LockedRental,
  now: Date,
): Promise<Outcome<null, CorrectionProblem>> {
  const taken = await rebookItem(tx, rental)
  if (!taken.ok) return taken
  if (rental.deposit_kept_amount > 0) {
    const reduced = await reduceClaim(tx, rental.id, 0, now)
    if (!reduced.ok) return reduced
  }
  await takeBackRental(tx, rental.id, now)
  return taken
}

/**
 * Part of the return of a lost item: reopens its review as long as what was withheld can be corrected
 * and nobody else has rented the item. Returns the columns to write; null when the rental stays
 * completed, with what was withheld.
 */
export async function reopenLost(
  tx: Tx,
  rental: LockedRental,
  now: Date,
): Promise<Updateable<Rentals> | null> {
  const other = await tx
    .selectFrom('rentals')
    .select('id')
    .where('item_id', '=', rental.item_id)
    .where('status', 'in', sql<'pending'>`(${liveStatuses})`)
    .executeTakeFirst()
  if (other) return null
  const reopened = await reopenReview(tx, rental, now)
  return reopened.ok ? NOT_REVIEWED : null
}

/**
 * For a rental that becomes live again: its item must be listed and not rented out, and its deposit
 * still usable. Whether its days are still free is checked by the database.
 */
async function rebookItem(tx: Tx, rental: LockedRental): Promise<Outcome<null, CorrectionProblem>> {
  const item = await lockItem(tx, rental.item_id)
  if (!item?.available || !item.listed) return refused({ reason: 'item-not-free' })
  // With advance booking, the database checks the days.
  if (await heldForOthersUntil(tx, rental.item_id, null))
    return refused({ reason: 'item-not-free' })
  if (!(await isDepositUsable(tx, rental.deposit_id))) return refused({ reason: 'deposit-gone' })
  return done(null)
}

/**
 * Undoes the latest step: the person who took it can within `UNDO_MINUTES`, an admin at any time,
 * as long as what it released is still available. `correction` names the step shown on the screen,
 * so that nobody undoes a step they have not seen when two people undo at once.
 */
export async function correct(
  db: Db,
  who: ClosetOwner | Admin | Shopper,
  on: StepOn & { readonly correction: UndoName },
  now: Date,
): Promise<Outcome<null, CorrectionProblem>> {
  return await undoing(db, (tx, rollBack) => correctIn(tx, rollBack, who, on, now))
}

type RollBack = (result: Outcome<null, CorrectionProblem>) => never

/** Runs the corrections of one command in a transaction. */
export async function undoing(
  db: Db,
  work: (tx: Tx, rollBack: RollBack) => Promise<Outcome<null, CorrectionProblem>>,
): Promise<Outcome<null, CorrectionProblem>> {
  try {
    return await inTransactionOrRollback(db, work)
  } catch (error) {
    // Someone else has rented it for these days since.
    if (areDaysTaken(error) || violatedConstraint(error) === 'item_is_with_one_person')
      return refused({ reason: 'item-not-free' })
    throw error
  }
}

/** Part of `correct`, and of commands that undo several steps in one transaction. */
export async function correctIn(
  tx: Tx,
  rollBack: RollBack,
  who: ClosetOwner | Admin | Shopper,
  on: StepOn & { readonly correction: UndoName },
  now: Date,
): Promise<Outcome<null, CorrectionProblem>> {
  const rental = await lockRental(tx, on.rentalId)
  const mover = rental && (await currentMover(tx, who, rental))
  if (!rental || !mover) return refused({ reason: 'rental-not-found' })
  const open = openUndo(who, mover, rental, now)
  const isOwn = mover === 'renter' && who.accountType === 'admin'
  if (open?.name !== on.correction)
    return refused({ reason: isOwn ? 'own-rental' : 'undo-too-late' })
  const { changes, before }: Reversal = REVERSALS[on.correction]
  const prepared = (await before?.(tx, rental, now)) ?? done(null)
  if (!prepared.ok) return rollBack(prepared)
  const changed = {
    ...changes(rental),
    ...(on.correction === 'undo-review' && { review_reopened_at: now }),
  }
  await dropProposal(tx, rental, now)
  await tx.updateTable('rentals').set(changed).where('id', '=', rental.id).execute()
  if (on.correction === 'undo-lost')
    await writePaused(tx, who, { itemId: rental.item_id, paused: false }, now)
  await updateAvailable(tx, rental.item_id)
  await offerFreedPeriod(tx, rental.item_id, now)
  await note(tx, who, { action: on.correction, rental, changed }, now)
  await announce(tx, on, on.correction, mover, now)
  return done(null)
}

async function note(
  tx: Tx,
  who: ClosetOwner | Admin | Shopper,
  act: {
    readonly action: string
    readonly rental: LockedRental
    readonly changed: Updateable<Rentals>
    readonly isOwn?: boolean
  },
  now: Date,
) {
  const { action, rental, changed, isOwn } = act
  const before = Object.fromEntries(Object.entries(rental).filter(([column]) => column in changed))
  const after = { ...changed, ...(isOwn && { [OWN_DECISION]: true }) }
  const line = { action, noun: 'rental', nounId: rental.id, before, after }
  await recordAction(tx, who, line, now)
}

export type ReduceProblem =
  | { readonly reason: 'rental-not-found' }
  /** The amount was withheld from the admin's own deposit, and another admin can decide. */
  | { readonly reason: 'own-decision' }
  | { readonly reason: 'amount-invalid'; readonly maxCents: number }
  | ReduceClaimProblem

/** An admin reduces the amount that the closet withheld, to fewer cents or to 0. */
export async function reduceWithheld(
  db: Db,
  admin: Admin,
  on: StepOn & { readonly cents: number },
  now: Date,
): Promise<Outcome<null, ReduceProblem>> {
  const { cents } = on
  return await inTransactionOrRollback(db, async (tx, rollBack) => {
    const rental = await lockRental(tx, on.rentalId)
    if (rental?.condition_status !== 'deposit_kept') return refused({ reason: 'rental-not-found' })
    const isOwn = isOwnDecision(admin.id, [rental.renter_id])
    if (isOwn && (await someoneElseMayDecide(tx, [rental.renter_id])))
      return refused({ reason: 'own-decision' })
    const maxCents = rental.deposit_kept_amount - 1
    if (!Number.isInteger(cents) || cents < 0 || cents > maxCents)
      return refused({ reason: 'amount-invalid', maxCents })
    if (!(await isDepositUsable(tx, rental.deposit_id))) return refused({ reason: 'deposit-gone' })
    const changed = {
      deposit_kept_amount: cents,
      ...(cents === 0 && { condition_status: 'approved' as const }),
    }
    const reduced = await reduceClaim(tx, rental.id, cents, now)
    if (!reduced.ok) return rollBack(reduced)
    await tx.updateTable('rentals').set(changed).where('id', '=', rental.id).execute()
    // Without this claim the deposit may have no open rental left.
    await resolveDeposit(tx, rental.deposit_id, now)
    await note(tx, admin, { action: 'reduce-withheld', rental, changed, isOwn }, now)
    await announce(tx, on, 'reduce-withheld', 'admin', now)
    return done(null)
  })
}

const BATCH_SIZE = 200

/**
 * Releases amounts withheld two days ago: they can no longer be corrected, so the rest of their
 * deposits can be refunded. Returns how many.
 */
export async function releaseClaims(db: Db, now: Date): Promise<number> {
  const since = new Date(now.getTime() - CORRECTION_HOURS * 3_600_000)
  const due = await db
    .selectFrom('deposit_claims')
    .select('rental_id')
    .where('released_at', 'is', null)
    .where('decided_at', '<=', since)
    // What is kept for a lost item can be corrected until it is final, in case the item turns up.
    .where(
      sql<boolean>`(final_at is not null or not exists (select from rentals r
        where r.id = rental_id and r.return_status = 'late'))`,
    )
    .orderBy('decided_at')
    .limit(BATCH_SIZE)
    .execute()
  for (const { rental_id } of due)
    await inTransactionOrRollback(db, async (tx) => {
      if (await lockRental(tx, rental_id)) await releaseClaim(tx, rental_id, now)
    })
  return due.length
}
