import { data, redirect } from 'react-router'
import * as z from 'zod'
import { appContext, viewerIn } from '#app/http/contexts.ts'
import { flash } from '#app/http/flash.ts'
import { answerProblem, checkForm, type FormAnswer, problem } from '#app/http/forms.ts'
import { safeReturnTo } from '#app/http/return-to.ts'
import { showToast } from '#app/ui/toast-list.ts'
import { like, unlike } from '#domain/likes/likes.ts'
import { asShopper } from '#domain/shared/actors.ts'
import { parseId } from '#domain/shared/ids.ts'
import type { Route } from './+types/likes.ts'

const SIGN_IN = 'Please sign in to like items.'

const form = z.object({
  item: z.string().transform(parseId),
  // What it shall be, not a toggle: asking twice changes nothing.
  liked: z.enum(['yes', 'no']),
  return_to: z.string().optional(),
})

/** A heart was pressed: answers a script, or sends a plain form back to its page. */
export async function action({ request, context }: Route.ActionArgs) {
  const posted = checkForm(form, await request.formData())
  if (!posted.ok) return answerProblem(posted.problem)
  const { item, liked, return_to } = posted.value
  const sentence = await setLike(context, item, liked === 'yes')
  // A browser that submits a form wants a page; a script takes whatever comes.
  if (request.headers.get('Accept')?.includes('text/html')) {
    const headers = sentence
      ? { 'Set-Cookie': flash({ type: 'error', text: sentence }) }
      : undefined
    return redirect(safeReturnTo(return_to), { headers })
  }
  const answer: FormAnswer = sentence ? problem(sentence) : { ok: true }
  return data(answer, { status: sentence ? 403 : 200 })
}

/** The sentence that refuses, or null when it is done. */
async function setLike(
  context: Route.ActionArgs['context'],
  itemId: string | null,
  liked: boolean,
): Promise<string | null> {
  const { db, clock } = context.get(appContext)
  const { person } = viewerIn(context)
  if (!person) return SIGN_IN
  const shopper = asShopper(person)
  if (!shopper) return 'Admins cannot like items.'
  if (!itemId) return 'Item not found'
  if (!liked) {
    await unlike(db, shopper, itemId)
    return null
  }
  const outcome = await like(db, shopper, itemId, clock())
  return outcome.ok ? null : 'Item not found'
}

/** A failure reverts the heart without a word (shopper §8); only a lost session is told. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    const answer = await serverAction()
    if (!answer.ok && answer.problem === SIGN_IN) showToast({ type: 'error', text: SIGN_IN })
    return answer
  } catch {
    return { ok: false }
  }
}
