import type { RouterContextProvider } from 'react-router'
import { attempt } from '#app/http/attempt.ts'
import { adminContext, appContext } from '#app/http/contexts.ts'
import { dismissEvent, retryEvent } from '#domain/checkout/given-up-events.ts'
import { backSaying, failure, success } from './list-answers.ts'

/** Tries given-up news of the payment provider once more, or takes it off the list. */
export async function answerNews(
  context: Readonly<RouterContextProvider>,
  request: Request,
  form: FormData,
) {
  const { db, clock } = context.get(appContext)
  const admin = context.get(adminContext)
  const retries = form.get('intent') === 'retry-news'
  const act = retries ? retryEvent : dismissEvent
  const done = await attempt(context, request, () =>
    act(db, admin, String(form.get('event')), clock()),
  )
  if (done.failed)
    return backSaying(request, failure('This could not be changed. Please try again.'))
  if (!done.value.ok) return backSaying(request, failure('This has already been handled.'))
  return backSaying(
    request,
    success(retries ? 'Trying again. If it fails, it will reappear in this list.' : 'Dismissed.'),
  )
}
