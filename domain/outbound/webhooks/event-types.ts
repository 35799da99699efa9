import { type OutgoingEventType, outgoingEventTypes } from '#db/webhook-enums.ts'

/** What a closet can subscribe to; the test event goes to the endpoint that it tests. */
export type SubscribedType = Exclude<OutgoingEventType, 'webhook.test'>

export const subscribedTypes: readonly SubscribedType[] = outgoingEventTypes.filter(
  (type): type is SubscribedType => type !== 'webhook.test',
)

/** When each event happens. */
export const eventWords = {
  'rental.requested': 'A shopper asks to rent an item.',
  'rental.accepted': 'The request is accepted.',
  'rental.declined': 'The request is declined.',
  'rental.expired': 'The request was not answered in time.',
  'rental.cancelled': 'A rental is canceled; cancellation says why.',
  'rental.delivered': 'The item is marked as delivered, by you or by the renter.',
  'rental.delivery_denied': 'The renter says that the item was not delivered.',
  'rental.delivery_failed': 'The delivery is marked as failed.',
  'rental.extended': 'The renter keeps the item longer.',
  'rental.dates_proposed':
    'The renter of a confirmed rental asks you for other dates; see proposed_start_date.',
  'rental.dates_changed': 'The rental has other dates.',
  'rental.dates_unchanged':
    'The rental keeps its dates: you answered so, the renter withdrew, or the time to answer is over.',
  'rental.late': 'The rental is marked as late.',
  'rental.no_show':
    'The renter did not come. The first week stays paid, unless they contest it within 48 hours.',
  'rental.at_risk': 'The item is late in the rental before this one.',
  'rental.no_longer_at_risk': 'The item is back in time after all.',
  'rental.lost':
    'The item never came back; deposit_kept_amount is the amount you keep from the deposit.',
  'rental.sent_back': 'The renter has sent the item back.',
  'rental.returned': 'The item is marked as returned.',
  'rental.completed':
    'The returned item is reviewed; deposit_kept_amount is the amount you keep from the deposit.',
  'rental.claim_reduced': 'Hemline has reduced the amount you keep from the deposit.',
  'rental.step_undone': 'The latest step is undone; status is what it was before.',
  'listing.approved': 'A listing is approved and public.',
  'listing.denied': 'A listing is denied, taken down or reviewed again; see approval_status.',
  'earning.recorded': 'An earning is added; it is negative if something is taken back.',
  'transfer.made': 'Earnings are sent to your payout account.',
  'review.received': 'A renter’s review of a rental is published.',
} as const satisfies Record<SubscribedType, string>

export function isSubscribedType(text: string): text is SubscribedType {
  return Object.hasOwn(eventWords, text)
}
