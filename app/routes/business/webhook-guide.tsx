import type { ReactNode } from 'react'
import { href } from 'react-router'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { VERIFY_BY_HAND, VERIFY_CODE } from '#app/components/webhooks/verify-code.ts'
import { WebhookFrame } from '#app/components/webhooks/webhook-frame.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { exampleOf } from '#domain/outbound/webhooks/event-examples.ts'
import { eventWords, subscribedTypes } from '#domain/outbound/webhooks/event-types.ts'
import {
  MAX_TRIES,
  RETRY_DAYS,
  retryWaitsInWords,
} from '#domain/outbound/webhooks/retry-schedule.ts'
import { EVENT_DAYS, MAX_EVENTS, OVERLAP_HOURS } from '#domain/outbound/webhooks/webhook-limits.ts'
import { showNumber } from '#domain/shared/credits.ts'
import { inWords } from '#domain/shared/figures.ts'
import type { Route } from './+types/webhook-guide.ts'

export const meta: Route.MetaFunction = () => pageMeta('Webhook events')

export default function WebhookGuide() {
  return (
    <WebhookFrame
      title="Webhook events"
      line="What Hemline sends to your endpoints, and how to verify it."
      actions={
        <LinkButton to={href('/business/webhooks')} kind="secondary">
          Your endpoints
        </LinkButton>
      }
    >
      <Part id="receive" title="Receive an event">
        <p>
          Each event is a POST with a JSON body, signed according to Standard Webhooks. Respond with
          a 2xx status within 10 seconds, and do any slow work afterward. Redirects are not
          followed.
        </p>
        <p>
          Anything else counts as a failure: we try {MAX_TRIES} times within about{' '}
          {inWords(RETRY_DAYS, 'day')}, after {retryWaitsInWords()}. If your endpoint has accepted
          nothing in that time, it is disabled and you get an email. For {EVENT_DAYS} days you can
          resend any event that is listed for your endpoint. We keep your newest{' '}
          {showNumber(MAX_EVENTS)} events, and older ones that are still waiting. Events that happen
          while an endpoint is disabled are not recorded.
        </p>
        <p>
          An event can arrive twice or out of order. Its id, also in the header webhook-id, stays
          the same: ignore ids you have already processed, and rely on the status and times in the
          data.
        </p>
      </Part>
      <Part id="verify" title="How to verify">
        <p>
          Anyone can post to your URL, so check the signature with the secret of the endpoint. The
          signature covers the raw request body. The standardwebhooks package, available for most
          languages, does this for you. The svix package can verify too, but its verify() returns
          nothing: parse the body yourself once it has not thrown an error.
        </p>
        <Code label="With the package">{VERIFY_CODE}</Code>
        <p>Or without a package:</p>
        <Code label="Without a package">{VERIFY_BY_HAND}</Code>
        <p>
          For {OVERLAP_HOURS} hours after you rotate a secret, the header webhook-signature has one
          signature for each of the two, separated by a space.
        </p>
      </Part>
      <Part id="events" title="Events">
        <p>
          The data has ids and states, and nothing that identifies the renter: look that up in your
          closet. All times are UTC, amounts are in cents.
        </p>
        <ul className="border-t border-line">
          {subscribedTypes.map((type) => (
            <li key={type} className="border-b border-line py-3">
              <details>
                <summary className="min-h-11 cursor-pointer">
                  <span className="font-mono text-[0.875rem] text-link break-words">{type}</span>
                  <span className="block text-sm">{eventWords[type]}</span>
                </summary>
                <Code label={`Example of ${type}`}>{exampleOf(type)}</Code>
              </details>
            </li>
          ))}
        </ul>
        <p>“Send test event” sends webhook.test, whose data is the id of the endpoint.</p>
      </Part>
    </WebhookFrame>
  )
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-16 gap-y-5 border-b border-line py-10 last:border-0 lg:grid-cols-[minmax(0,1fr)_minmax(0,3fr)]"
    >
      <h2 id={id} className="text-2xl">
        {title}
      </h2>
      <div className="grid min-w-0 max-w-3xl grid-cols-[minmax(0,1fr)] gap-4 text-soft">
        {children}
      </div>
    </section>
  )
}

function Code({ label, children }: { label: string; children: string }) {
  return (
    <section aria-label={label} className="border border-line bg-sheet">
      <pre className="p-4 text-xs leading-relaxed whitespace-pre-wrap break-words text-ink">
        {children}
      </pre>
    </section>
  )
}
