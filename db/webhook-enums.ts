// The closed lists of values in the tables of webhooks.

export const disabledReasons = ['by_owner', 'failing', 'gone', 'too_many_waiting'] as const
export const outgoingEventTypes = [
  'rental.requested',
  'rental.accepted',
  'rental.declined',
  'rental.expired',
  'rental.cancelled',
  'rental.delivered',
  'rental.delivery_denied',
  'rental.delivery_failed',
  'rental.extended',
  'rental.dates_proposed',
  'rental.dates_changed',
  'rental.dates_unchanged',
  'rental.late',
  'rental.lost',
  'rental.no_show',
  'rental.at_risk',
  'rental.no_longer_at_risk',
  'rental.sent_back',
  'rental.returned',
  'rental.completed',
  'rental.claim_reduced',
  'rental.step_undone',
  'listing.approved',
  'listing.denied',
  'earning.recorded',
  'transfer.made',
  'review.received',
  'webhook.test',
] as const
export const webhookProblems = [
  'status',
  'redirect',
  'timeout',
  'unknown_host',
  'private_address',
  'unreachable',
  'certificate',
  'no_answer',
  'secret',
] as const

export type DisabledReason = (typeof disabledReasons)[number]
export type OutgoingEventType = (typeof outgoingEventTypes)[number]
export type WebhookProblem = (typeof webhookProblems)[number]
