import type { BadgeKind } from '#app/ui/badge.tsx'
import type { DisabledReason, WebhookProblem } from '#db/webhook-enums.ts'
import type { DeliveryState } from '#domain/outbound/webhooks/delivery-log.ts'
import type { AddProblem, Endpoint } from '#domain/outbound/webhooks/endpoints.ts'
import { MAX_TRIES, RETRY_DAYS } from '#domain/outbound/webhooks/retry-schedule.ts'
import { MAX_ENDPOINTS, MAX_WAITING } from '#domain/outbound/webhooks/webhook-limits.ts'
import { inWords } from '#domain/shared/figures.ts'

export const ADD_SENTENCES = {
  'url-invalid': 'Please enter a full URL, such as https://example.com/webhooks.',
  'url-too-long': 'This URL is too long.',
  'url-not-https': 'The URL must start with https://.',
  'url-with-password': 'The URL cannot contain a user name or password.',
  'url-port-not-allowed': 'Only the ports 443 and 8443 can be used.',
  'url-host-not-public': 'Please use a host name that is public on the Internet.',
  'url-known': 'This URL is already one of your endpoints.',
  'too-many-endpoints': `You can have up to ${MAX_ENDPOINTS} endpoints. Delete one first.`,
  'not-a-closet': 'Your closet is blocked, so you cannot add endpoints.',
  'events-missing': 'Please choose at least one event.',
} as const satisfies Record<AddProblem['reason'], string>

export const DISABLED_SENTENCES = {
  by_owner: 'You disabled it.',
  failing: `It did not accept any events for ${inWords(RETRY_DAYS, 'day')}, so it was disabled after ${MAX_TRIES} attempts.`,
  gone: 'It returned HTTP 410 (Gone), so it was disabled.',
  too_many_waiting: `${MAX_WAITING.toLocaleString('en-US')} events were waiting for it, so it was disabled.`,
} as const satisfies Record<DisabledReason, string>

export const WHILE_DISABLED = 'Events that happen until you enable it are not recorded or sent.'

export const PROBLEM_WORDS = {
  status: 'Not accepted',
  redirect: 'Redirects are not followed',
  timeout: 'No response within 10 seconds',
  unknown_host: 'Host not found',
  private_address: 'Host is not public',
  unreachable: 'No connection',
  certificate: 'The certificate is not valid',
  no_answer: 'The response could not be read',
  secret: 'The secret cannot be read: rotate it',
} as const satisfies Record<WebhookProblem, string>

const STATE_WORDS = {
  waiting: ['Waiting', 'info'],
  delivered: ['Delivered', 'success'],
  failed: ['Failed', 'danger'],
} as const satisfies Record<DeliveryState, readonly [label: string, kind: BadgeKind]>

/** The state of a delivery. */
export function deliveryState({
  state,
  tries,
}: {
  readonly state: DeliveryState
  readonly tries: number
}): readonly [label: string, kind: BadgeKind] {
  return state === 'waiting' && tries > 0 ? ['Retrying', 'info'] : STATE_WORDS[state]
}

/** The state of an endpoint. */
export function endpointState(
  endpoint: Pick<Endpoint, 'disabledAt' | 'failingSince'>,
): readonly [label: string, kind: BadgeKind] {
  if (endpoint.disabledAt) return ['Disabled', 'plain']
  return endpoint.failingSince ? ['Failing', 'danger'] : ['Enabled', 'success']
}
