import type { Updateable } from 'kysely'
import { type Db, inTransactionOrRollback, type Tx } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import type { RentalEvent } from '#db/jobs.ts'
import type { Rentals } from '#db/types.ts'
import { announce } from '#domain/booking/rentals/notices/announce.ts'
import {
  type Decision,
  lastDecided,
  nameDecision,
} from '#domain/booking/rentals/records/last-decision.ts'
import { currentMover } from '#domain/booking/rentals/records/own-rental.ts'
import { dropProposal } from '#domain/booking/rentals/records/proposal.ts'
import { type LockedRental, lockRental } from '#domain/booking/rentals/records/rental-locks.ts'
import { isAnswerOver } from '#domain/booking/rentals/stage/answer-time.ts'
import {
  type MoveName,
  mayMove,
  mayMoveLater,
  type RentalStage,
  stageOf,
} from '#domain/booking/rentals/stage/rental-stage.ts'
import { offerFreedPeriod } from '#domain/booking/waitlist/waitlist.ts'
import type { Admin, ClosetOwner } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { OWN_DECISION } from '#domain/shared/own-decision.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { hasConsentDue } from '#domain/site/legal/legal.ts'
import { needsConsent } from './consent-to-accept.ts'

/** The rental, and the base address of links in its emails. */
export type StepOn = {
  readonly rentalId: RentalId
  readonly origin: string
  /** Needed for moves that depend on the day. */
  readonly today?: CalendarDate
}

export type StepProblem =
  | { readonly reason: 'rental-not-found' }
  /** An admin rents the item themselves: another admin or the closet takes the steps. */
  | { readonly reason: 'own-rental' }
  /** The step before it is missing: an item that was not delivered cannot be returned. */
  | { readonly reason: 'not-yet' }
  /** The closet has to agree to the terms in force before it accepts a request. */
  | { readonly reason: 'consent-due' }
  /** The time to answer the request is over: it is about to be canceled. */
  | { readonly reason: 'answer-over' }
  /** Someone else was first, or a different decision was made before. */
  | { readonly reason: 'already-decided'; readonly decided: Decision }

export type Step<Problem extends { readonly reason: string }> = {
  readonly move: Exclude<MoveName, 'cancel'> & Decision['what']
  /** The columns of the rental that the step writes. */
  readonly changes: Updateable<Rentals>
  /**
   * Further effects, before the rental is written; a problem rolls everything back. Returns columns
   * to write besides `changes`, if any.
   */
  readonly before?: (
    tx: Tx,
    rental: LockedRental,
  ) => Promise<Outcome<Updateable<Rentals> | null, Problem>>
  /** The problem at a stage where the move is not open; null for the general one. */
  readonly findProblem?: (stage: RentalStage, rental: LockedRental) => Problem | null
  /** Further effects, once the rental is written. */
  readonly after?: (tx: Tx, rental: LockedRental) => Promise<void>
  /** What the emails are about, if it is not the move. */
  readonly eventAt?: (stage: RentalStage) => RentalEvent | null
}

/**
 * The one way for a closet or an admin to take a step: under the global locks, by the table of
 * moves, with a line in the audit log and emails to both sides. Repeating one's own step changes
 * nothing and is not a problem; if two people decide at once, one succeeds and the other learns
 * what was decided.
 */
export async function takeStep<Problem extends { readonly reason: string } = never>(
  db: Db,
  who: ClosetOwner | Admin,
  on: StepOn,
  step: Step<Problem>,
  now: Date,
): Promise<Outcome<null, StepProblem | Problem>> {
  return await inTransactionOrRollback(db, (tx, rollBack) =>
    takeStepIn(tx, rollBack, who, on, step, now),
  )
}

type RollBack<Problem extends { readonly reason: string }> = (
  result: Outcome<null, Problem>,
) => never

/** Part of `takeStep`, and of commands that take several steps in one transaction. */
export async function takeStepIn<Problem extends { readonly reason: string } = never>(
  tx: Tx,
  rollBack: RollBack<StepProblem | Problem>,
  who: ClosetOwner | Admin,
  on: StepOn,
  step: Step<Problem>,
  now: Date,
): Promise<Outcome<null, StepProblem | Problem>> {
  const rental = await lockRental(tx, on.rentalId)
  const mover = rental && (await currentMover(tx, who, rental))
  if (mover === 'renter' && who.accountType === 'admin') return refused({ reason: 'own-rental' })
  if (!rental || !mover || mover === 'renter') return refused({ reason: 'rental-not-found' })
  const today = on.today ?? rental.start_date
  const stage = stageOf(rental, today)
  if (!mayMove(step.move, mover, rental, today)) {
    const problem = step.findProblem?.(stage, rental)
    return problem ? refused(problem) : await answerTooLate(tx, who, rental, stage, step)
  }
  if (isAnswerOver(rental, now)) return refused({ reason: 'answer-over' })
  const asksConsent = mover === 'owner' && needsConsent(step.move, stage)
  if (asksConsent && (await hasConsentDue(tx, who, now))) return refused({ reason: 'consent-due' })
  const prepared = (await step.before?.(tx, rental)) ?? done(null)
  if (!prepared.ok) return rollBack(prepared)
  const changes = { ...step.changes, ...prepared.value }
  const isFreed = await dropProposal(tx, rental, now)
  await tx.updateTable('rentals').set(changes).where('id', '=', rental.id).execute()
  await step.after?.(tx, rental)
  if (isFreed) await offerFreedPeriod(tx, rental.item_id, now)
  await recordAction(tx, who, auditLine(who, rental, { move: step.move, changes }), now)
  await announce(tx, on, step.eventAt?.(stage) ?? step.move, mover, now)
  return done(null)
}

/** The parts of a step that the audit log records. */
type Written = Pick<Step<never>, 'move' | 'changes'>

async function answerTooLate(
  tx: Tx,
  who: ClosetOwner | Admin,
  rental: LockedRental,
  stage: RentalStage,
  step: Written,
): Promise<Outcome<null, StepProblem>> {
  const decided = lastDecided(rental)
  if (!decided || mayMoveLater(step.move, stage)) return refused({ reason: 'not-yet' })
  const isTheSame =
    decided.what === step.move &&
    decided.byId === who.id &&
    (step.move !== 'keep-deposit' || decided.withheldCents === step.changes.deposit_kept_amount)
  if (isTheSame) return done(null)
  return refused({ reason: 'already-decided', decided: await nameDecision(tx, decided) })
}

function auditLine(who: ClosetOwner | Admin, rental: LockedRental, step: Written) {
  const before = Object.fromEntries(
    Object.entries(rental).filter(([column]) => column in step.changes),
  )
  return {
    action: step.move,
    noun: 'rental',
    nounId: rental.id,
    before,
    after: { ...step.changes, ...(who.id === rental.renter_id && { [OWN_DECISION]: true }) },
  }
}
