import { data, href } from 'react-router'
import { appContext, type Context, closetOwnerContext } from '#app/request/contexts.ts'
import { failure, redirectBackWithToast, redirectWithSuccess, success } from '#app/request/flash.ts'
import { countAttempt } from '#app/request/limits.ts'
import { tryAgainIn } from '#app/request/too-many.ts'
import type { WebhookDeliveryId, WebhookEndpointId } from '#db/ids.ts'
import {
  type ReplayProblem,
  sendAgain,
  sendTestEvent,
} from '#domain/outbound/webhooks/delivery-log.ts'
import {
  changeEvents,
  deleteEndpoint,
  rotateSecret,
  setEnabled,
} from '#domain/outbound/webhooks/endpoints.ts'
import { parseId } from '#domain/shared/ids.ts'

type Posted = {
  readonly request: Request
  readonly context: Context
  readonly endpointId: WebhookEndpointId
  readonly form: FormData
}

const REPLAY_SENTENCES = {
  'delivery-not-found': 'This delivery has been removed.',
  'endpoint-disabled': 'Enable the endpoint first.',
  'still-waiting': 'It is being sent already.',
} as const satisfies Record<Exclude<ReplayProblem['reason'], 'endpoint-not-found'>, string>

export async function answerWebhookForm(posted: Posted) {
  const { request, form } = posted
  switch (form.get('intent')) {
    case 'test':
    case 'send-again':
      return await send(posted)
    case 'rotate':
      return await rotate(posted)
    case 'delete':
      return await remove(posted)
    case 'events':
      return await saveEvents(posted)
    case 'enable':
    case 'disable': {
      const enabled = form.get('intent') === 'enable'
      const { db, clock, owner, endpointId } = who(posted)
      found(await setEnabled(db, owner, { endpointId, enabled }, clock()))
      const text = enabled ? 'Enabled.' : 'Disabled. We no longer send events to it.'
      return redirectBackWithToast(request, success(text))
    }
    default:
      throw data(null, { status: 400 })
  }
}

function who({ context, endpointId }: Posted) {
  return { ...context.get(appContext), owner: context.get(closetOwnerContext), endpointId }
}

/** Somebody else's endpoint, or one that was deleted, has no page. */
function found<Value, Problem extends { readonly reason: string }>(
  outcome:
    | { readonly ok: true; readonly value: Value }
    | { readonly ok: false; readonly problem: Problem },
) {
  if (!outcome.ok && outcome.problem.reason === 'endpoint-not-found')
    throw data(null, { status: 404 })
  return outcome
}

async function send(posted: Posted) {
  const { request, form } = posted
  const { db, clock, owner, endpointId, ...app } = who(posted)
  const failing = (text: string) => redirectBackWithToast(request, failure(text))
  const taken = await countAttempt(app, 'send-webhook', owner.id)
  if (!taken.ok)
    return failing(`Too many events sent by hand. ${tryAgainIn(taken.problem.retryAfterSeconds)}`)
  const isTest = form.get('intent') === 'test'
  const deliveryId = parseId<WebhookDeliveryId>(form.get('delivery'))
  if (!isTest && !deliveryId) return failing(REPLAY_SENTENCES['delivery-not-found'])
  const sent = found(
    deliveryId && !isTest
      ? await sendAgain(db, owner, { endpointId, deliveryId }, clock())
      : await sendTestEvent(db, owner, endpointId, clock()),
  )
  if (!sent.ok && sent.problem.reason !== 'endpoint-not-found')
    return failing(REPLAY_SENTENCES[sent.problem.reason])
  const text = isTest
    ? 'Test event sent. Reload to see the result.'
    : 'Sent again. Reload to see the result.'
  return redirectBackWithToast(request, success(text))
}

async function rotate(posted: Posted) {
  const { db, auth, clock, owner, endpointId } = who(posted)
  const rotated = found(await rotateSecret(db, owner, endpointId, { auth }, clock()))
  return data({ secret: rotated.ok ? rotated.value.secret : '', eventsError: null })
}

async function remove(posted: Posted) {
  const { db, clock, owner, endpointId } = who(posted)
  found(await deleteEndpoint(db, owner, endpointId, clock()))
  return redirectWithSuccess(href('/business/webhooks'), 'Endpoint deleted.')
}

async function saveEvents(posted: Posted) {
  const { request, form } = posted
  const { db, clock, owner, endpointId } = who(posted)
  const events = form.getAll('event').map(String).slice(0, 100)
  const saved = found(await changeEvents(db, owner, { endpointId, events }, clock()))
  if (saved.ok) return redirectBackWithToast(request, success('Events saved.'))
  return data({ secret: null, eventsError: 'Please choose at least one event.' }, { status: 400 })
}
