import type { Tx } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import type { RentalEvent } from '#db/jobs.ts'
import type { SubscribedType } from '#domain/webhooks/event-types.ts'
import { type EventData, hasEndpoint, recordEvent } from '#domain/webhooks/webhooks.ts'
import type { Mover } from './rental-stage.ts'

/** What a closet's webhooks call each event; null for reminders, and for what another one says. */
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
  // For most closets this is all that happens.
  const rental = await rentalFacts(tx, what.rentalId)
  if (!rental) return
  const { ownerId, ...data } = rental
  const isDeclined =
    named === 'rental.cancelled' &&
    rental.confirmedAt === null &&
    (what.by === 'owner' || what.by === 'admin')
  const type = isDeclined ? 'rental.declined' : named
  await recordEvent(tx, { type, ownerId }, (): EventData => data, now)
}

/**
 * The facts of a rental by the names that programs know them by; those of the HTTP API are the same.
 * Without contact details and addresses, which a copy elsewhere would outlive. Undefined unless the
 * closet has an endpoint.
 */
async function rentalFacts(tx: Tx, rentalId: RentalId) {
  return await tx
    .selectFrom('rentals as r')
    .innerJoin('clothing_items as i', 'i.id', 'r.item_id')
    .innerJoin('user_profiles as renter', 'renter.id', 'r.renter_id')
    .select(['r.id', 'r.owner_id as ownerId', 'r.item_id as itemId', 'i.title'])
    .select(['renter.full_name as renterName', 'r.start_date as start', 'r.end_date as end'])
    .select(['r.total_days as totalDays', 'r.total_credits as totalCredits', 'r.status'])
    .select(['r.delivery_status as deliveryStatus', 'r.return_status as returnStatus'])
    .select(['r.condition_status as conditionStatus', 'r.cancellation'])
    .select(['r.deposit_amount as depositCents', 'r.deposit_kept_amount as withheldCents'])
    .select(['r.created_at as requestedAt', 'r.confirmed_at as confirmedAt'])
    .select(['r.delivered_at as deliveredAt', 'r.sent_back_at as sentBackAt'])
    .select(['r.returned_at as returnedAt', 'r.condition_reviewed_at as reviewedAt'])
    .select('r.cancelled_at as cancelledAt')
    .where('r.id', '=', rentalId)
    .where(hasEndpoint('r.owner_id'))
    .executeTakeFirst()
}
