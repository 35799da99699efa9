import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import { announce } from '#domain/booking/rentals/notices/announce.ts'
import { currentMover } from '#domain/booking/rentals/records/own-rental.ts'
import { dropProposal } from '#domain/booking/rentals/records/proposal.ts'
import {
  type LockedRental,
  lockRental,
  moverOf,
} from '#domain/booking/rentals/records/rental-locks.ts'
import { quote } from '#domain/booking/rentals/stage/quote.ts'
import type { Mover } from '#domain/booking/rentals/stage/rental-stage.ts'
import { offerFreedPeriod } from '#domain/booking/waitlist/waitlist.ts'
import type { Admin, ClosetOwner, Person, Shopper } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { totalDaysOf } from '#domain/shared/time/calendar-date.ts'
import { moveRental, record } from './change-dates.ts'

export type ProposalOn = {
  readonly rentalId: RentalId
  /** The base address of links in its emails. */
  readonly origin: string
}

export type AnswerProblem =
  | { readonly reason: 'rental-not-found' }
  | { readonly reason: 'own-rental' }
  /** It was answered, withdrawn or replaced, or the rental was delivered or ended. */
  | { readonly reason: 'nothing-proposed' }
  | { readonly reason: 'answer-over' }

type AnswerOn = ProposalOn & {
  /** The key of the proposal that was read: nobody accepts other dates than they have seen. */
  readonly proposal: string
}

/** The closet accepts the proposed dates: the rental moves to them. */
export async function acceptDates(
  db: Db,
  who: ClosetOwner | Admin,
  on: AnswerOn,
  now: Date,
): Promise<Outcome<null, AnswerProblem>> {
  return await answer(db, who, on, now, async (tx, rental, mover) => {
    const { proposed_start_date: start, proposed_end_date: end, proposal_key: requestKey } = rental
    if (!start || !end || !requestKey) throw new Error(`rental ${rental.id} has no proposed dates`)
    const totalDays = totalDaysOf(start, end)
    const moved = { start, end, ...quote(rental.credits_per_day, totalDays) }
    await moveRental(tx, rental, moved, { requestKey }, now)
    await record(tx, who, 'change-dates', rental, moved, now)
    await announce(tx, on, 'change-dates', mover, now)
  })
}

/** The closet keeps the dates of the rental. */
export async function keepDates(
  db: Db,
  who: ClosetOwner | Admin,
  on: AnswerOn,
  now: Date,
): Promise<Outcome<null, AnswerProblem>> {
  return await answer(db, who, on, now, (tx, rental, mover) =>
    endProposal(tx, who, rental, mover, on, now),
  )
}

async function answer(
  db: Db,
  who: ClosetOwner | Admin,
  on: AnswerOn,
  now: Date,
  act: (tx: Tx, rental: LockedRental, mover: 'owner' | 'admin') => Promise<void>,
): Promise<Outcome<null, AnswerProblem>> {
  return await inTransaction(db, async (tx) => {
    const rental = await lockRental(tx, on.rentalId)
    const mover = rental && (await currentMover(tx, who, rental))
    if (mover === 'renter' && who.accountType === 'admin') return refused({ reason: 'own-rental' })
    if (!rental || (mover !== 'owner' && mover !== 'admin'))
      return refused({ reason: 'rental-not-found' })
    if (!rental.proposal_answer_by || rental.proposal_key !== on.proposal)
      return refused({ reason: 'nothing-proposed' })
    if (rental.proposal_answer_by <= now) return refused({ reason: 'answer-over' })
    await act(tx, rental, mover)
    return done(null)
  })
}

/** The renter no longer wants other dates. Repeating it changes nothing. */
export async function withdrawDates(
  db: Db,
  shopper: Shopper,
  on: ProposalOn,
  now: Date,
): Promise<Outcome<null, { readonly reason: 'rental-not-found' }>> {
  return await inTransaction(db, async (tx) => {
    const rental = await lockRental(tx, on.rentalId)
    if (!rental || moverOf(shopper, rental) !== 'renter')
      return refused({ reason: 'rental-not-found' })
    if (rental.proposal_key) await endProposal(tx, shopper, rental, 'renter', on, now)
    return done(null)
  })
}

/** The rental keeps its dates. */
async function endProposal(
  tx: Tx,
  who: Person | null,
  rental: LockedRental,
  mover: Mover,
  on: ProposalOn,
  now: Date,
): Promise<void> {
  await dropProposal(tx, rental, now)
  const { proposed_start_date, proposed_end_date } = rental
  const before = { proposed_start_date, proposed_end_date }
  const act = { action: 'keep-dates', noun: 'rental', nounId: rental.id, before }
  await recordAction(tx, who, act, now)
  await announce(tx, on, 'keep-dates', mover, now)
  await offerFreedPeriod(tx, rental.item_id, now)
}

const BATCH_SIZE = 200

/**
 * Ends proposals that nobody answered in time: the rentals keep their dates. Each in its own
 * transaction. Returns how many.
 */
export async function expireProposals(
  db: Db,
  { now, origin }: { readonly now: Date; readonly origin: string },
  max = BATCH_SIZE,
): Promise<number> {
  const due = await db
    .selectFrom('rentals')
    .select('id')
    .where('proposal_answer_by', '<=', now)
    .orderBy('proposal_answer_by')
    .orderBy('id')
    .limit(max)
    .execute()
  let ended = 0
  for (const { id } of due)
    ended += await inTransaction(db, async (tx) => {
      const rental = await lockRental(tx, id)
      if (!rental?.proposal_answer_by || rental.proposal_answer_by > now) return 0
      await endProposal(tx, null, rental, 'system', { rentalId: id, origin }, now)
      return 1
    })
  return ended
}

/** How many proposals should have been ended before `before`, which a job does every minute. */
export async function countUnendedProposals(db: Db, before: Date): Promise<number> {
  const { count } = await db
    .selectFrom('rentals')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('proposal_answer_by', '<', before)
    .executeTakeFirstOrThrow()
  return count
}
