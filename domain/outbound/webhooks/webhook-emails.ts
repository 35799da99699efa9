import type { WebhookEndpointId } from '#db/ids.ts'
import type { DisabledReason } from '#db/webhook-enums.ts'
import type { Email } from '#domain/outbound/mail/email.ts'
import { hello } from '#domain/outbound/mail/names.ts'
import { inWords } from '#domain/shared/figures.ts'
import { pages } from '#domain/shared/pages.ts'
import { MAX_TRIES, RETRY_DAYS } from './retry-schedule.ts'
import { EVENT_DAYS, MAX_WAITING } from './webhook-limits.ts'

const REASONS: Readonly<Record<Exclude<DisabledReason, 'by_owner'>, string>> = {
  failing: `It has not accepted an event for ${inWords(RETRY_DAYS, 'day')}: we tried ${MAX_TRIES} times.`,
  gone: 'It returned HTTP 410 (Gone).',
  too_many_waiting: `More than ${MAX_WAITING.toLocaleString('en-US')} events were waiting for it.`,
}

/** To a closet: this endpoint was disabled, so nothing is sent to it any more. */
export function endpointDisabled({
  fullName,
  host,
  endpointId,
  reason,
  origin,
}: {
  readonly fullName: string
  readonly host: string
  readonly endpointId: WebhookEndpointId
  readonly reason: DisabledReason
  readonly origin: string
}): Email {
  return {
    template: 'webhook-disabled',
    subject: `Your webhook to ${host} was disabled`,
    greeting: hello(fullName),
    paragraphs: [
      `We have stopped sending events to your endpoint at ${host}.`,
      ...(reason === 'by_owner' ? [] : [REASONS[reason]]),
      `Once it works again, enable it. You can then send the events that are listed for it again, for ${EVENT_DAYS} days. Events that happen while it is disabled are not recorded.`,
    ],
    button: { text: 'See the deliveries', url: `${origin}${pages.closetWebhook(endpointId)}` },
  }
}
