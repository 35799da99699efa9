import type { Db } from '#db/connection.ts'
import type { ReturnRequestStatus } from '#db/enums.ts'
import type { RentalId } from '#db/ids.ts'
import { currentMover } from '#domain/booking/rentals/records/own-rental.ts'
import { moverOf } from '#domain/booking/rentals/records/rental-locks.ts'
import {
  correctionEnd,
  type OpenUndo,
  openUndo,
} from '#domain/booking/rentals/stage/rental-stage.ts'
import type { Admin, ClosetOwner, Shopper } from '#domain/shared/actors.ts'
import { isForAnotherAdmin } from '#domain/shared/own-decision.ts'
import { renterMarks } from './renter-marks.ts'

/** Facts about a rental besides its stage, for its closet, its renter and admins. */
export async function rentalDetails(
  db: Db,
  who: ClosetOwner | Admin | Shopper,
  rentalId: RentalId,
  now: Date,
) {
  const rental = await db
    .selectFrom('rentals as r')
    .leftJoin('deposit_claims as c', (join) =>
      join
        .onRef('c.rental_id', '=', 'r.id')
        .on('c.released_at', 'is', null)
        .on('c.final_at', 'is', null),
    )
    .leftJoin('deposit_appeals as a', 'a.rental_id', 'r.id')
    .leftJoin('return_requests as q', 'q.rental_id', 'r.id')
    .select(['r.id', 'r.renter_id', 'r.owner_id', 'r.status', 'r.return_status', 'r.cancellation'])
    .select(['r.start_date', 'r.end_date', 'r.answer_by', 'r.handover_denied_at'])
    .select(['r.confirmed_at', 'r.delivered_at', 'r.late_at', 'r.returned_at', 'r.cancelled_at'])
    .select(['r.condition_reviewed_at', 'r.confirmed_by', 'r.delivered_by', 'r.late_by'])
    .select(['r.returned_by', 'r.cancelled_by', 'r.condition_reviewed_by'])
    .select(['r.sent_back_at', 'r.renter_id as sent_back_by', 'c.decided_at', 'a.filed_at'])
    .select(['q.status as request_status', 'q.credits_back'])
    .where('r.id', '=', rentalId)
    .executeTakeFirst()
  const mover = rental ? moverOf(who, rental) : null
  if (!rental || !mover) return null
  const mayReduce = mover === 'admin' && !(await isForAnotherAdmin(db, who.id, [rental.renter_id]))
  const isLost = rental.status === 'completed' && rental.return_status === 'late'
  const reduceUntil =
    mayReduce && rental.decided_at && !rental.filed_at
      ? correctionEnd(rental.decided_at, isLost ? 'lost' : 'completed')
      : null
  const undo = openUndo(who, await currentMover(db, who, rental), rental, now)
  return {
    /** The step that this person can undo now. After an appeal, its decision settles the amount. */
    correction: rental.filed_at ? null : openCorrection(undo, rental),
    /** Until when this admin can reduce the amount withheld; null when it cannot be changed. */
    reduceUntil,
    /** The renter was asked whether it was delivered, and answered no. */
    isDenied: rental.handover_denied_at !== null,
    marks: (await renterMarks(db, [rentalId])).get(rentalId) ?? { late: 0, lost: 0, noShow: 0 },
  }
}

type Requested = {
  readonly request_status: ReturnRequestStatus | null
  readonly credits_back: number | null
}

/** Steps that a case relies on cannot be undone: delivery, no-show, and return once restored. */
function openCorrection(undo: OpenUndo | null, rental: Requested): OpenUndo | null {
  const { request_status: status } = rental
  const isRequested = status === 'open' || status === 'contested' || status === 'accepted'
  const relied = undo?.name === 'undo-deliver' || undo?.name === 'reopen'
  if (relied && isRequested) return null
  return undo?.name === 'undo-return' && (rental.credits_back ?? 0) > 0 ? null : undo
}
