import { href, useNavigation } from 'react-router'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { DeliveryList } from '#app/components/webhooks/delivery-list.tsx'
import { EventChoices } from '#app/components/webhooks/event-choices.tsx'
import { NewSecret } from '#app/components/webhooks/new-secret.tsx'
import { WebhookFrame } from '#app/components/webhooks/webhook-frame.tsx'
import {
  DISABLED_SENTENCES,
  endpointState,
  WHILE_DISABLED,
} from '#app/components/webhooks/webhook-words.ts'
import { readForm } from '#app/forms/read-form.ts'
import { ownerIn } from '#app/request/contexts.ts'
import { orNotFound } from '#app/responses/not-found.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { Form } from '#app/ui/form.tsx'
import { useFirstInvalid } from '#app/ui/hooks/use-first-invalid.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { QuickForm } from '#app/ui/quick-form.tsx'
import type { WebhookEndpointId } from '#db/ids.ts'
import { deliveriesOf } from '#domain/outbound/webhooks/delivery-log.ts'
import { readEndpoint } from '#domain/outbound/webhooks/endpoints.ts'
import { EVENT_DAYS, MAX_EVENTS, OVERLAP_HOURS } from '#domain/outbound/webhooks/webhook-limits.ts'
import { showNumber } from '#domain/shared/credits.ts'
import { parseId } from '#domain/shared/ids.ts'
import { showInstant } from '#domain/shared/time/show-instant.ts'
import type { Route } from './+types/webhook.ts'
import { answerWebhookForm } from './webhook-actions.ts'

export const meta: Route.MetaFunction = () => pageMeta('Webhook')

// The response to a form can show a secret.
export const headers: Route.HeadersFunction = ({ actionHeaders }) => {
  const answered = new Headers(actionHeaders)
  answered.set('Cache-Control', 'no-store')
  return answered
}

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { db, clock, timeZone, owner } = ownerIn(context)
  const query = new URL(request.url).searchParams
  const now = clock()
  const id = orNotFound(parseId<WebhookEndpointId>(params.id))
  const endpoint = orNotFound(await readEndpoint(db, owner, id, now))
  const after = query.get('after')
  const { rows, next } = await deliveriesOf(db, owner, endpoint.id, after)
  const until = endpoint.previousSecretUntil
  return {
    endpoint,
    overlapUntil: until && showInstant(until, timeZone),
    deliveries: rows.map(({ eventId: _, lastTryAt: __, ...row }) => ({
      ...row,
      at: showInstant(row.at, timeZone),
      nextAt: row.nextAt && showInstant(row.nextAt, timeZone),
      isDue: row.nextAt !== null && row.nextAt <= now,
    })),
    first: after ? href('/business/webhooks/:id', { id: endpoint.id }) : null,
    next,
    asking: changeIn(query.get('change')),
  }
}

function changeIn(change: string | null): 'rotate' | 'delete' | null {
  return change === 'rotate' || change === 'delete' ? change : null
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const endpointId = orNotFound(parseId<WebhookEndpointId>(params.id))
  return await answerWebhookForm({ request, context, endpointId, form: await readForm(request) })
}

export default function Webhook({ loaderData, actionData }: Route.ComponentProps) {
  const { endpoint, overlapUntil, deliveries, first, next } = loaderData
  const here = href('/business/webhooks/:id', { id: endpoint.id })
  const [label, kind] = endpointState(endpoint)
  return (
    <WebhookFrame
      title={new URL(endpoint.url).host}
      line={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="break-all">{endpoint.url}</span>
          <Badge kind={kind}>{label}</Badge>
        </span>
      }
      actions={!endpoint.disabledAt && <SendTest />}
    >
      {endpoint.disabledBecause && (
        <Notice className="mt-6 max-w-2xl">
          {DISABLED_SENTENCES[endpoint.disabledBecause]} {WHILE_DISABLED}
        </Notice>
      )}
      {actionData?.secret && (
        <NewSecret secret={actionData.secret}>
          <p className="text-sm text-soft">
            The old secret stays valid for {OVERLAP_HOURS} hours, so you can switch without missing
            events.
          </p>
        </NewSecret>
      )}
      <div className="mt-8 grid gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <section aria-labelledby="deliveries">
          <h2 id="deliveries" className="text-2xl">
            Deliveries
          </h2>
          {deliveries.length === 0 ? (
            <p className="mt-4 text-soft">
              Nothing yet.
              {!endpoint.disabledAt && ' Send a test event, or wait for the next one.'}
            </p>
          ) : (
            <DeliveryList deliveries={deliveries} canSend={!endpoint.disabledAt} />
          )}
          <p className="mt-4 text-sm text-soft">
            Deliveries are kept for {EVENT_DAYS} days, for your newest {showNumber(MAX_EVENTS)}{' '}
            events.
          </p>
          <div className="mt-6">
            <Pagination
              label="Deliveries"
              first={first}
              next={next && `${here}?after=${encodeURIComponent(next)}`}
            />
          </div>
        </section>
        <section aria-labelledby="settings" className="min-w-0">
          <h2 id="settings" className="text-2xl">
            Settings
          </h2>
          <Events chosen={endpoint.events} error={actionData?.eventsError ?? undefined} />
          <div className="mt-8 grid gap-4 border-t border-line pt-6">
            {overlapUntil && (
              <p className="text-sm text-soft">The old secret stays valid until {overlapUntil}.</p>
            )}
            <div className="flex flex-wrap gap-3">
              <QuickForm
                fields={{ intent: endpoint.disabledAt ? 'enable' : 'disable' }}
                kind={endpoint.disabledAt ? 'primary' : 'secondary'}
                size="small"
              >
                {endpoint.disabledAt ? 'Enable' : 'Disable'}
              </QuickForm>
              <LinkButton to={`${here}?change=rotate`} kind="secondary" size="small">
                Rotate secret
              </LinkButton>
              <LinkButton to={`${here}?change=delete`} kind="secondary" size="small">
                Delete
              </LinkButton>
            </div>
          </div>
        </section>
      </div>
      {!actionData?.secret && <Asking asking={loaderData.asking} here={here} />}
    </WebhookFrame>
  )
}

function SendTest() {
  const busy = useNavigation().formData?.get('intent') === 'test'
  return (
    <Form method="post" className="contents">
      <input type="hidden" name="intent" value="test" />
      <Button busy={busy} busyText="Sending...">
        Send test event
      </Button>
    </Form>
  )
}

function Events({ chosen, error }: { chosen: readonly string[]; error: string | undefined }) {
  const form = useFirstInvalid(error)
  return (
    <Form
      // Shows newly saved choices, but keeps unsaved ones when the connection is lost.
      key={chosen.join()}
      method="post"
      ref={form}
      className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-5"
    >
      <input type="hidden" name="intent" value="events" />
      <EventChoices chosen={error ? [] : chosen} error={error} />
      <p>
        <Button kind="secondary" size="small" className="max-md:min-h-11">
          Save events
        </Button>
      </p>
    </Form>
  )
}

function Asking({ asking, here }: { asking: 'rotate' | 'delete' | null; here: string }) {
  if (asking === 'rotate')
    return (
      <ConfirmDialog
        question="Rotate the signing secret?"
        open={asking}
        closeTo={here}
        action={here}
        fields={{ intent: 'rotate' }}
        confirmText="Rotate"
      >
        <p className="text-soft">
          You will see the new secret only once. For {OVERLAP_HOURS} hours, events are signed with
          both secrets.
        </p>
      </ConfirmDialog>
    )
  if (asking === 'delete')
    return (
      <ConfirmDialog
        question="Delete this endpoint?"
        open={asking}
        closeTo={here}
        action={here}
        fields={{ intent: 'delete' }}
        confirmText="Delete"
        danger
      >
        <p className="text-soft">We will stop sending events to it and remove its deliveries.</p>
      </ConfirmDialog>
    )
  return null
}
