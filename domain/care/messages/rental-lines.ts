import type { DbOrTx } from '#db/connection.ts'
import type { ConversationId, RentalId } from '#db/ids.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'

export type RentalLineEvent =
  | 'request'
  | 'accept'
  | 'deliver'
  | 'mark-late'
  | 'mark-lost'
  | 'send-back'
  | 'record-return'
  | 'review'
  | 'cancel'

/** A step of a rental shown between messages; read from the rental, never stored. */
export type RentalLine = {
  readonly rentalId: RentalId
  readonly event: RentalLineEvent
  readonly at: Date
  readonly start: CalendarDate
  readonly end: CalendarDate
}

/** More often than anybody rents one item. */
const MAX_RENTALS = 20

/** The steps of the shopper's rentals of the item from `from` until before `to`, oldest first. */
export async function rentalLines(
  db: DbOrTx,
  conversationId: ConversationId,
  { from, to }: { readonly from: Date | null; readonly to: Date | null },
): Promise<RentalLine[]> {
  const rentals = await db
    .selectFrom('conversations as c')
    .innerJoin('rentals as r', (join) =>
      join.onRef('r.item_id', '=', 'c.item_id').onRef('r.renter_id', '=', 'c.shopper_id'),
    )
    .select(['r.id', 'r.start_date', 'r.end_date', 'r.created_at', 'r.confirmed_at'])
    .select(['r.delivered_at', 'r.late_at', 'r.sent_back_at', 'r.returned_at'])
    .select(['r.condition_reviewed_at', 'r.cancelled_at', 'r.status', 'r.return_status'])
    .where('c.id', '=', conversationId)
    .orderBy('r.created_at', 'desc')
    .limit(MAX_RENTALS)
    .execute()
  const steps = rentals.flatMap((rental) => {
    const step = (event: RentalLineEvent, at: Date | null): RentalLine[] =>
      at ? [{ rentalId: rental.id, event, at, start: rental.start_date, end: rental.end_date }] : []
    const isLost = rental.status === 'completed' && rental.return_status === 'late'
    return [
      ...step('request', rental.created_at),
      ...step('accept', rental.confirmed_at),
      ...step('deliver', rental.delivered_at),
      ...step('mark-late', rental.late_at),
      ...step('send-back', rental.sent_back_at),
      ...step('record-return', rental.returned_at),
      ...step(isLost ? 'mark-lost' : 'review', rental.condition_reviewed_at),
      ...step('cancel', rental.cancelled_at),
    ]
  })
  return steps
    .filter(({ at }) => (!from || at >= from) && (!to || at < to))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
}
