import type { Unexpected } from '#app/forms/answered.ts'
import { attempt } from '#app/request/attempt.ts'
import { adminIn, type Context } from '#app/request/contexts.ts'
import { failure, redirectBackWithToast, success } from '#app/request/flash.ts'
import {
  dismissEvent,
  type FailedEventProblem,
  retryEvent,
} from '#domain/money/events/failed-events.ts'

export async function answerFailedEvent(context: Context, request: Request, form: FormData) {
  const { db, clock, admin } = adminIn(context)
  const retries = form.get('intent') === 'retry-event'
  const act = retries ? retryEvent : dismissEvent
  const id = String(form.get('event'))
  const done = await attempt(context, request, () => act(db, admin, id, clock()))
  if (!done.ok) return redirectBackWithToast(request, failure(SENTENCES[done.problem.reason]))
  return redirectBackWithToast(
    request,
    success(
      retries
        ? `Trying ${id} again. If it fails, it will reappear in this list.`
        : `${id} is dismissed.`,
    ),
  )
}

const SENTENCES = {
  'event-not-found': 'This has already been handled.',
  unexpected: 'This could not be changed. Please try again.',
} satisfies Record<(FailedEventProblem | Unexpected)['reason'], string>
