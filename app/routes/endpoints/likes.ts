import { data, redirect } from 'react-router'
import * as z from 'zod'
import { answerProblem, checkForm, type FormAnswer, problem } from '#app/forms/forms.ts'
import { readForm } from '#app/forms/read-form.ts'
import { appContext, viewerIn } from '#app/request/contexts.ts'
import { flash } from '#app/request/flash.ts'
import { askToSignIn, setLike } from '#app/request/likes/pending-like.ts'
import { SIGN_IN_TO_LIKE } from '#app/request/likes/sign-in-to-like.ts'
import { safeReturnTo } from '#app/request/return-to.ts'
import { showToast } from '#app/ui/toast-list.ts'
import type { ItemId } from '#db/ids.ts'
import { parseId } from '#domain/shared/ids.ts'
import type { Route } from './+types/likes.ts'

const form = z.object({
  item: z.string().transform((text) => parseId<ItemId>(text)),
  // The new state, not a toggle: repeating the request changes nothing.
  liked: z.enum(['yes', 'no']),
  return_to: z.string().optional(),
})

/**
 * Likes or unlikes an item: answers a script, or redirects a plain form back to its page. A visitor
 * is redirected to sign-in, after which the item is liked.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const posted = checkForm(form, await readForm(request))
  if (!posted.ok) return answerProblem(posted.problem)
  const { item, liked, return_to } = posted.value
  const { person } = viewerIn(context)
  // A browser that submits a form accepts HTML; a script accepts anything.
  const isForm = request.headers.get('Accept')?.includes('text/html') ?? false
  if (!person && isForm) return askToSignIn(safeReturnTo(return_to), liked === 'yes' ? item : null)
  const sentence = person
    ? await setLike(context.get(appContext), person, item, liked === 'yes')
    : SIGN_IN_TO_LIKE
  if (isForm) {
    const headers = sentence
      ? { 'Set-Cookie': flash({ type: 'error', text: sentence }) }
      : undefined
    return redirect(safeReturnTo(return_to), { headers })
  }
  const answer: FormAnswer = sentence ? problem(sentence) : { ok: true }
  return data(answer, { status: sentence ? 403 : 200 })
}

/** A failure reverts the button without a message (spec 3.5); only a lost session has one. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    const answer = await serverAction()
    if (!answer.ok && answer.problem === SIGN_IN_TO_LIKE)
      showToast({ type: 'error', text: SIGN_IN_TO_LIKE })
    return answer
  } catch {
    return { ok: false }
  }
}
