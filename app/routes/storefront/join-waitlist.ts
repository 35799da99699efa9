import { JOINING_FAILED } from '#app/components/rental/waitlist-words.ts'
import { attempt } from '#app/request/attempt.ts'
import { appContext, shopperIn, todayIn, viewerIn } from '#app/request/contexts.ts'
import { redirectWithSuccess } from '#app/request/flash.ts'
import { countAttempt } from '#app/request/limits.ts'
import { tryAgainIn } from '#app/request/too-many.ts'
import { type JoinProblem, joinWaitlist } from '#domain/booking/waitlist/join-waitlist.ts'
import {
  type ActionArgs,
  type Answer,
  alert,
  answerWith,
  askToSignIn,
  pathOfItem,
  rentAnswer,
} from './item-answers.ts'

/** Answers "Join the waitlist" on the page of an item. */
export async function answerJoin(
  { request, context, itemId }: ActionArgs,
  form: FormData,
  backTo: string,
) {
  const { person } = viewerIn(context)
  if (!person)
    return await askToSignIn(request, form, 'Please sign in to join the waitlist.', backTo)
  const shopper = shopperIn(context)
  if (!shopper) return answerWith(form, alert('Error: Admins cannot rent items.'), 403)
  const app = context.get(appContext)
  const { timeZone } = app
  const taken = await countAttempt(app, 'join-waitlist', shopper.id)
  if (!taken.ok) {
    const sentence = `Too many attempts. ${tryAgainIn(taken.problem.retryAfterSeconds)}`
    return answerWith(form, alert(sentence), 429)
  }
  const dates = { start: form.get('start'), end: form.get('end') }
  const joined = await attempt(context, request, () =>
    joinWaitlist(app.db, shopper, { itemId, timeZone, ...dates }, app.clock(), todayIn(context)),
  )
  if (joined.ok) {
    const text = 'You are on the waitlist. We will email you if your dates become available.'
    return await redirectWithSuccess(pathOfItem(itemId), text)
  }
  return joined.problem.reason === 'unexpected'
    ? answerWith(form, alert(JOINING_FAILED), 500)
    : answerWith(form, joinAnswer(joined.problem, timeZone))
}

function joinAnswer(problem: JoinProblem, timeZone: string): Answer {
  switch (problem.reason) {
    case 'free-now':
      return alert('These dates are free. You can rent now.')
    case 'already-waiting':
      return alert('You are already on the waitlist for this item.')
    case 'waitlist-full':
      return alert('The waitlist for this item is full.')
    case 'too-many-entries':
      return alert('You can be on five waitlists at a time.')
    case 'offers-unused':
      return alert('Two offers for this item expired, so you cannot join again.')
    default:
      return rentAnswer(problem, timeZone)
  }
}
