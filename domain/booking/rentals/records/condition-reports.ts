import { type Db, inTransactionOrRollback } from '#db/connection.ts'
import type { HandoverStep } from '#db/enums.ts'
import type { ImageId, PersonId, RentalId } from '#db/ids.ts'
import { MAX_NOTE_CHARACTERS } from '#domain/booking/rentals/stage/handover-limits.ts'
import type { Mover } from '#domain/booking/rentals/stage/rental-stage.ts'
import {
  mayReport,
  type ReportStep,
  reportSteps,
} from '#domain/booking/rentals/stage/report-times.ts'
import type { Admin, ClosetOwner, Person, Shopper } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { type HandoverProblem, writeHandover } from './handovers.ts'
import { lockRental, moverOf } from './rental-locks.ts'

export type ReportProblem =
  | { readonly reason: 'rental-not-found' }
  /** Reporting on this step is not possible yet, or no longer. */
  | { readonly reason: 'report-closed' }
  /** Each person can report on a step once, unless the step was undone. */
  | { readonly reason: 'already-reported' }
  | { readonly reason: 'report-empty' }
  | { readonly reason: 'note-too-long' }
  | HandoverProblem

export type ConditionReport = {
  readonly rentalId: RentalId
  readonly step: ReportStep
  readonly note: string
  readonly imageIds: readonly ImageId[]
  readonly today: CalendarDate
}

/**
 * One side records the item's condition at the delivery or return, with photos. The other side and
 * admins see it. It cannot be changed afterwards, so that an appeal can rely on it.
 */
export async function addConditionReport(
  db: Db,
  who: Shopper | ClosetOwner | Admin,
  report: ConditionReport,
  now: Date,
): Promise<Outcome<null, ReportProblem>> {
  const { rentalId, step, note, imageIds, today } = report
  return await inTransactionOrRollback(db, async (tx, rollBack) => {
    const rental = await lockRental(tx, rentalId)
    const mover = rental && sideOf(who, rental)
    if (!rental || !mover) return refused({ reason: 'rental-not-found' })
    const reported = await tx
      .selectFrom('rental_handovers')
      .select(['step', 'written_at'])
      .where('rental_id', '=', rentalId)
      .where('step', '=', step)
      .where('written_by', '=', who.id)
      .executeTakeFirst()
    if (reported && counts(reported, rental)) return refused({ reason: 'already-reported' })
    if (!mayReport(step, mover, rental, { now, today })) return refused({ reason: 'report-closed' })
    if (note.trim() === '' && imageIds.length === 0) return refused({ reason: 'report-empty' })
    if ([...note.trim()].length > MAX_NOTE_CHARACTERS) return refused({ reason: 'note-too-long' })
    const written = await writeHandover(tx, who, rentalId, step, { note, imageIds }, now)
    if (!written.ok) return rollBack(written)
    const after = { step, note: note.trim(), photos: imageIds.length }
    const line = { action: 'report-condition', noun: 'rental', nounId: rentalId, after }
    await recordAction(tx, who, line, now)
    return done(null)
  })
}

/** The reports that this person can add now. */
export async function openReports(
  db: Db,
  who: Shopper | ClosetOwner | Admin,
  rentalId: RentalId,
  at: { readonly now: Date; readonly today: CalendarDate },
): Promise<readonly ReportStep[]> {
  const rental = await db
    .selectFrom('rentals')
    .select(['renter_id', 'owner_id', 'status', 'return_status', 'cancellation', 'start_date'])
    .select(['end_date', 'sent_back_at', 'delivered_at'])
    .where('id', '=', rentalId)
    .executeTakeFirst()
  const mover = rental && sideOf(who, rental)
  if (!rental || !mover) return []
  const open = reportSteps.filter((step) => mayReport(step, mover, rental, at))
  if (open.length === 0) return []
  const written = await db
    .selectFrom('rental_handovers')
    .select(['step', 'written_at'])
    .where('rental_id', '=', rentalId)
    .where('written_by', '=', who.id)
    .execute()
  const reported = written.filter((one) => counts(one, rental))
  return open.filter((step) => !reported.some((one) => one.step === step))
}

/** False for a report on a delivery that was undone: its author can report on the next one too. */
function counts(
  report: { readonly step: HandoverStep; readonly written_at: Date },
  { delivered_at: deliveredAt }: { readonly delivered_at: Date | null },
): boolean {
  return report.step !== 'delivery' || (deliveredAt !== null && report.written_at >= deliveredAt)
}

/** The renter or the owner; an admin only for an item that the admin listed. */
function sideOf(
  who: Person,
  rental: { readonly renter_id: PersonId; readonly owner_id: PersonId },
): Mover | null {
  const mover = moverOf(who, rental)
  return mover === 'admin' && who.id !== rental.owner_id ? null : mover
}
