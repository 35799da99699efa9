import { data, href, useNavigation } from 'react-router'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { EndpointList } from '#app/components/webhooks/endpoint-list.tsx'
import { EventChoices } from '#app/components/webhooks/event-choices.tsx'
import { NewSecret } from '#app/components/webhooks/new-secret.tsx'
import { WebhookFrame } from '#app/components/webhooks/webhook-frame.tsx'
import { ADD_SENTENCES } from '#app/components/webhooks/webhook-words.ts'
import { answerProblem, type Problem, problem } from '#app/forms/forms.ts'
import { readForm } from '#app/forms/read-form.ts'
import { appContext, closetOwnerContext } from '#app/request/contexts.ts'
import { countAttempt } from '#app/request/limits.ts'
import { answerTooMany } from '#app/request/too-many.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import { Form } from '#app/ui/form.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { addEndpoint, endpointsOf } from '#domain/outbound/webhooks/endpoints.ts'
import { subscribedTypes } from '#domain/outbound/webhooks/event-types.ts'
import { MAX_ENDPOINTS } from '#domain/outbound/webhooks/webhook-limits.ts'
import type { Route } from './+types/webhooks.ts'

export const meta: Route.MetaFunction = () => pageMeta('Webhooks')

// The response to the form shows a secret.
export const headers: Route.HeadersFunction = ({ actionHeaders }) => {
  const answered = new Headers(actionHeaders)
  answered.set('Cache-Control', 'no-store')
  return answered
}

export async function loader({ context }: Route.LoaderArgs) {
  const { db, clock } = context.get(appContext)
  return { endpoints: await endpointsOf(db, context.get(closetOwnerContext), clock()) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const app = context.get(appContext)
  const owner = context.get(closetOwnerContext)
  const form = await readForm(request)
  const events = form.getAll('event').map(String).slice(0, 100)
  const taken = await countAttempt(app, 'add-webhook', owner.id)
  if (!taken.ok) return answerTooMany(taken.problem, form)
  const input = { url: String(form.get('url') ?? ''), events }
  const added = await addEndpoint(app.db, owner, input, app, app.clock())
  if (added.ok) return data({ ok: true as const, ...added.value })
  const sentence = ADD_SENTENCES[added.problem.reason]
  const field = fieldAtFault(added.problem.reason)
  const answer = problem(field ? '' : sentence, {
    fields: field ? { [field]: sentence } : {},
    form,
  })
  return answerProblem({ ...answer, values: { ...answer.values, events: events.join(' ') } })
}

function fieldAtFault(reason: keyof typeof ADD_SENTENCES): 'url' | 'event' | null {
  if (reason === 'events-missing') return 'event'
  return reason.startsWith('url-') ? 'url' : null
}

export default function Webhooks({ loaderData, actionData }: Route.ComponentProps) {
  const { endpoints } = loaderData
  const added = actionData?.ok ? actionData : null
  const answer = actionData && !actionData.ok ? actionData : undefined
  return (
    <WebhookFrame
      title="Webhooks"
      line="Notify your own systems of requests, returns, earnings and reviews."
      actions={
        <LinkButton to={href('/business/webhooks/guide')} kind="secondary">
          Events and how to verify them
        </LinkButton>
      }
    >
      {added && (
        <NewSecret secret={added.secret}>
          <LinkButton
            to={href('/business/webhooks/:id', { id: added.id })}
            kind="secondary"
            size="small"
          >
            Open the endpoint
          </LinkButton>
        </NewSecret>
      )}
      <div className="mt-8 grid gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <section aria-labelledby="endpoints">
          <h2 id="endpoints" className="text-2xl">
            Your endpoints
          </h2>
          <div className="mt-4">
            {endpoints.length === 0 ? (
              <p className="text-soft">
                None yet. An endpoint is a URL on your server that receives events.
              </p>
            ) : (
              <EndpointList endpoints={endpoints} />
            )}
          </div>
        </section>
        <section aria-labelledby="add">
          <h2 id="add" className="text-2xl">
            Add an endpoint
          </h2>
          {endpoints.length < MAX_ENDPOINTS ? (
            <AddEndpoint key={added?.id ?? ''} answer={answer} />
          ) : (
            <p className="mt-4 text-soft">{ADD_SENTENCES['too-many-endpoints']}</p>
          )}
        </section>
      </div>
    </WebhookFrame>
  )
}

function AddEndpoint({ answer }: { answer: Problem | undefined }) {
  const field = fieldsOf(answer)
  const busy = useNavigation().formMethod === 'POST'
  const chosen = answer?.values.events?.split(' ') ?? subscribedTypes
  return (
    <Form
      method="post"
      answer={answer}
      noValidate
      className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-5"
    >
      <Field
        label="Endpoint URL"
        {...field('url')}
        type="url"
        placeholder="https://example.com/webhooks"
        autoComplete="off"
        spellCheck={false}
        required
        maxLength={500}
      />
      <EventChoices chosen={chosen} error={answer?.fields.event} />
      <p>
        <Button busy={busy} busyText="Adding...">
          Add endpoint
        </Button>
      </p>
    </Form>
  )
}
