import type { Tx } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import type { RentalEvent } from '#db/jobs.ts'
import type { Mover } from '#domain/booking/rentals/stage/rental-stage.ts'
import {
  type EventData,
  hasEndpoint,
  recordEvent,
  type SubscribedType,
} from '#domain/outbound/webhooks/webhooks.ts'

/** The webhook type of each event; null for reminders, and for events that another one covers. */
const EVENT_TYPES = {
  request: 'rental.requested',
  accept: 'rental.accepted',
  cancel: 'rental.cancelled',
  'expire-request': 'rental.expired',
  deliver: 'rental.delivered',
  'fail-delivery': 'rental.delivery_failed',
  'ask-about-delivery': null,
  'confirm-delivery': 'rental.delivered',
  'deny-delivery': 'rental.delivery_denied',
  'cancel-undelivered': 'rental.cancelled',
  extend: 'rental.extended',
  'remind-of-return': null,
  'remind-of-overdue': null,
  'mark-late': 'rental.late',
  'send-back': 'rental.sent_back',
  'at-risk': 'rental.at_risk',
  'delay-next': null,
  'risk-over': 'rental.no_longer_at_risk',
  'previous-late': 'rental.cancelled',
  swap: 'rental.cancelled',
  'record-return': 'rental.returned',
  'approve-condition': 'rental.completed',
  'keep-deposit': 'rental.completed',
  'reduce-withheld': 'rental.claim_reduced',
  'undo-accept': 'rental.step_undone',
  'undo-deliver': 'rental.step_undone',
  'undo-late': 'rental.step_undone',
  'undo-send-back': 'rental.step_undone',
  'undo-return': 'rental.step_undone',
  reopen: 'rental.step_undone',
  'undo-review': 'rental.step_undone',
} as const satisfies Record<RentalEvent, SubscribedType | null>

/** Part of `announce`: records the event for the webhooks of the rental's closet. */
export async function recordRentalEvent(
  tx: Tx,
  what: { readonly rentalId: RentalId; readonly event: RentalEvent; readonly by: Mover },
  now: Date,
): Promise<void> {
  const named = EVENT_TYPES[what.event]
  if (!named) return
  // Most closets have no endpoint, so this is all that runs.
  const rental = await rentalFacts(tx, what.rentalId)
  if (!rental) return
  const { owner_id: ownerId, ...data } = rental
  const isDeclined =
    named === 'rental.cancelled' &&
    rental.confirmed_at === null &&
    (what.by === 'owner' || what.by === 'admin')
  const type = isDeclined ? 'rental.declined' : named
  await recordEvent(tx, { type, ownerId }, (): EventData => data, now)
}

/**
 * The facts of a rental under their public names, the same as in the HTTP API. Nothing about the
 * renter: stored and sent events would outlive a deleted account. Undefined unless the closet has
 * an endpoint.
 */
async function rentalFacts(tx: Tx, rentalId: RentalId) {
  return await tx
    .selectFrom('rentals as r')
    .innerJoin('clothing_items as i', 'i.id', 'r.item_id')
    .select(['r.id', 'r.owner_id', 'r.item_id', 'i.title', 'r.start_date', 'r.end_date'])
    .select(['r.total_days', 'r.total_credits', 'r.status', 'r.delivery_status'])
    .select(['r.return_status', 'r.condition_status', 'r.cancellation'])
    .select(['r.deposit_amount', 'r.deposit_kept_amount'])
    .select(['r.created_at as requested_at', 'r.confirmed_at', 'r.delivered_at'])
    .select(['r.sent_back_at', 'r.returned_at', 'r.condition_reviewed_at as reviewed_at'])
    .select('r.cancelled_at')
    .where('r.id', '=', rentalId)
    .where(hasEndpoint('r.owner_id'))
    .executeTakeFirst()
}
