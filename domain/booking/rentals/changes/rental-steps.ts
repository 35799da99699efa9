import type { Db, Tx } from '#db/connection.ts'
import { enqueue } from '#db/jobs.ts'
import { freeItem, undoRental } from '#domain/booking/rentals/records/end-rental.ts'
import { giveCreditsBack } from '#domain/booking/rentals/records/give-credits-back.ts'
import {
  type HandoverProblem,
  type HandoverWords,
  writeHandover,
} from '#domain/booking/rentals/records/handovers.ts'
import { hadCase, keepFirstWeek } from '#domain/booking/rentals/records/no-show-credits.ts'
import type { LockedRental } from '#domain/booking/rentals/records/rental-locks.ts'
import { checkNotOut, type StillOut } from '#domain/booking/rentals/records/still-out.ts'
import { type HandoverWay, handoverColumns } from '#domain/booking/rentals/stage/handover-method.ts'
import { offerFreedPeriod } from '#domain/booking/waitlist/waitlist.ts'
import { updateAvailable, writePaused } from '#domain/catalogue/items/items.ts'
import type { Admin, ClosetOwner } from '#domain/shared/actors.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { queueAcceptanceMessage } from './accept-automatically.ts'
import { reopenLost } from './corrections.ts'
import { clearRisk } from './late-returns.ts'
import { type Step, type StepOn, type StepProblem, takeStep } from './take-step.ts'

// The owner's steps (spec 5.3). Admins can take all of them.

export type HandoverStepProblem = StepProblem | HandoverProblem
export type DeliverProblem = HandoverStepProblem | StillOut

/**
 * The owner accepts the request. The renter gets the `message` that was written beside it; without
 * one, what the closet has saved for acceptances.
 */
export async function acceptRental(
  db: Db,
  who: ClosetOwner | Admin,
  on: StepOn & { readonly message?: string | null },
  now: Date,
): Promise<Outcome<null, StepProblem>> {
  const changes = { status: 'confirmed', confirmed_at: now, confirmed_by: who.id } as const
  const written = typeof on.message === 'string' ? { by: who.id, body: on.message } : null
  const after = (tx: Tx) => queueAcceptanceMessage(tx, on.rentalId, written)
  return await takeStep(db, who, on, { move: 'accept', changes, after }, now)
}

/** The item is delivered, also directly from pending. Records a note and images, if given. */
export async function deliverRental(
  db: Db,
  who: ClosetOwner | Admin,
  on: StepOn & HandoverWords & { readonly way?: HandoverWay | null },
  now: Date,
): Promise<Outcome<null, DeliverProblem>> {
  return await takeStep<HandoverProblem | StillOut>(
    db,
    who,
    on,
    {
      move: 'deliver',
      changes: {
        status: 'delivered',
        delivery_status: 'delivered',
        delivered_at: now,
        delivered_by: who.id,
        ...(on.way && handoverColumns(on.way)),
      },
      before: async (tx, rental) => {
        const free = await checkNotOut(tx, rental)
        return free.ok ? await writeHandover(tx, who, rental.id, 'delivery', on, now) : free
      },
    },
    now,
  )
}

/** It could not be delivered: the rental is cancelled, and everything is refunded to the renter. */
export async function failDelivery(
  db: Db,
  who: ClosetOwner | Admin,
  on: StepOn & HandoverWords,
  now: Date,
): Promise<Outcome<null, HandoverStepProblem>> {
  return await takeStep<HandoverProblem>(
    db,
    who,
    on,
    {
      move: 'fail-delivery',
      changes: {
        status: 'cancelled',
        cancellation: 'delivery_failed',
        delivery_status: 'failed',
        cancelled_at: now,
        cancelled_by: who.id,
      },
      before: (tx, rental) => writeHandover(tx, who, rental.id, 'failed_delivery', on, now),
      after: (tx, rental) => undoRental(tx, rental, now),
    },
    now,
  )
}

export type NoShowProblem =
  | DeliverProblem
  | { readonly reason: 'not-begun'; readonly firstDay: CalendarDate }
  /** It was delivered once, with a case about it, so its renter could not contest this one. */
  | { readonly reason: 'had-case' }

/**
 * The renter did not come for an accepted rental, from its first day: it ends, its first week stays
 * paid and is earned, and the rest is refunded. The renter can contest it with `requestReturn`.
 */
export async function markNoShow(
  db: Db,
  who: ClosetOwner | Admin,
  on: StepOn & HandoverWords & { readonly today: CalendarDate },
  now: Date,
): Promise<Outcome<null, NoShowProblem>> {
  return await takeStep<Exclude<NoShowProblem, StepProblem>>(
    db,
    who,
    on,
    {
      move: 'mark-no-show',
      changes: {
        status: 'cancelled',
        cancellation: 'no_show',
        delivery_status: 'failed',
        cancelled_at: now,
        cancelled_by: who.id,
      },
      findProblem: (stage, { start_date: firstDay }) =>
        stage === 'confirmed' && on.today < firstDay ? { reason: 'not-begun', firstDay } : null,
      before: async (tx, rental) => {
        const free = await checkNotOut(tx, rental)
        if (!free.ok) return free
        if (await hadCase(tx, rental.id)) return refused({ reason: 'had-case' })
        return await writeHandover(tx, who, rental.id, 'failed_delivery', on, now)
      },
      after: async (tx, rental) => {
        await keepFirstWeek(tx, rental, now)
        await freeItem(tx, rental, now)
      },
    },
    now,
  )
}

export type MarkLateProblem =
  | StepProblem
  | { readonly reason: 'not-late-yet'; readonly lastDay: CalendarDate }
  /** The renter has sent it back, and that day counts as its return. */
  | { readonly reason: 'sent-back' }

/**
 * Marks an item that was not returned as late, once it is overdue. It can still be returned.
 */
export async function markLate(
  db: Db,
  who: ClosetOwner | Admin,
  on: StepOn & { readonly today: CalendarDate },
  now: Date,
): Promise<Outcome<null, MarkLateProblem>> {
  return await takeStep<Exclude<MarkLateProblem, StepProblem>>(
    db,
    who,
    on,
    {
      move: 'mark-late',
      changes: { return_status: 'late', late_at: now, late_by: who.id },
      findProblem: (stage, rental) => {
        if (stage === 'sent-back') return { reason: 'sent-back' }
        return stage === 'out' ? { reason: 'not-late-yet', lastDay: rental.end_date } : null
      },
    },
    now,
  )
}

/**
 * The item is back with its owner, who now reviews it. Records a note and images, if given.
 * Restores the credits of an accepted return request. A lost item that turns up is shown in the shop
 * again, and reviewed as long as what was withheld for it can be corrected (spec 5.12).
 */
export async function recordReturn(
  db: Db,
  who: ClosetOwner | Admin,
  on: StepOn & HandoverWords,
  now: Date,
): Promise<Outcome<null, HandoverStepProblem>> {
  return await takeStep<HandoverProblem>(db, who, on, returnStep(who, on, now), now)
}

export function returnStep(
  who: ClosetOwner | Admin,
  on: StepOn & HandoverWords,
  now: Date,
): Step<HandoverProblem> {
  return {
    move: 'record-return',
    changes: {
      return_status: 'returned',
      returned_at: now,
      returned_by: who.id,
      returned_on: on.today ?? null,
    },
    before: async (tx, rental) => {
      const written = await writeHandover(tx, who, rental.id, 'return', on, now)
      if (!written.ok || !isLost(rental)) return written
      return done(await reopenLost(tx, rental, now))
    },
    eventAt: (stage) => (stage === 'lost' ? 'turn-up' : null),
    after: async (tx, rental) => {
      if (isLost(rental)) {
        // Its rental may be live again.
        await updateAvailable(tx, rental.item_id)
        await writePaused(tx, who, { itemId: rental.item_id, paused: false }, now)
      }
      await clearRisk(tx, rental.id, { now, origin: on.origin })
      const { id: rentalId } = rental
      if (await giveCreditsBack(tx, rental, now))
        await enqueue(tx, 'tell-about-return-request', { rentalId, event: 'restored' })
      // A late item is not free for others until it is back.
      await offerFreedPeriod(tx, rental.item_id, now)
    },
  }
}

const isLost = ({ status, return_status }: LockedRental) =>
  status === 'completed' && return_status === 'late'
