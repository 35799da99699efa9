import type { Tx } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import type { RentalEvent } from '#db/jobs.ts'
import { rentalFacts } from '#domain/booking/rentals/records/rental-records.ts'
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
  'remind-of-request': null,
  'expire-request': 'rental.expired',
  deliver: 'rental.delivered',
  'fail-delivery': 'rental.delivery_failed',
  'mark-no-show': 'rental.no_show',
  'ask-about-delivery': null,
  'confirm-delivery': 'rental.delivered',
  'deny-delivery': 'rental.delivery_denied',
  'cancel-undelivered': 'rental.cancelled',
  extend: 'rental.extended',
  'propose-dates': 'rental.dates_proposed',
  'change-dates': 'rental.dates_changed',
  'keep-dates': 'rental.dates_unchanged',
  'remind-of-dates': null,
  'remind-of-return': null,
  'remind-of-overdue': null,
  'mark-late': 'rental.late',
  'mark-lost': 'rental.lost',
  'turn-up': 'rental.returned',
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
  'undo-lost': 'rental.step_undone',
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
  // Most closets have no endpoint, so this is all that runs. Nothing about the renter: stored and
  // sent events would outlive a deleted account.
  const rental = await rentalFacts(tx)
    .select('r.owner_id')
    .where('r.id', '=', what.rentalId)
    .where(hasEndpoint('r.owner_id'))
    .executeTakeFirst()
  if (!rental) return
  const { owner_id: ownerId, ...data } = rental
  const isDeclined =
    named === 'rental.cancelled' &&
    rental.confirmed_at === null &&
    (what.by === 'owner' || what.by === 'admin')
  const type = isDeclined ? 'rental.declined' : named
  await recordEvent(tx, { type, ownerId }, (): EventData => data, now)
}
