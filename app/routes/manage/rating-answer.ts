import { data } from 'react-router'
import * as z from 'zod'
import { type LengthSchema, lengthsIn, takeMeantLengths } from '#app/components/fit/length-form.ts'
import { rateSentence, replySentence } from '#app/components/ratings/rating-sentences.ts'
import { answerProblem, checkForm, problem } from '#app/forms/forms.ts'
import { answerRefusal } from '#app/request/answer-refusal.ts'
import { answerSwitchedUnit } from '#app/request/choices/length-unit.ts'
import { appContext, type Context } from '#app/request/contexts.ts'
import { redirectWithSuccess, redirectWithToast, success } from '#app/request/flash.ts'
import { orNotFound } from '#app/responses/not-found.ts'
import { ratedFits, usualSizes } from '#db/enums.ts'
import type { RatingId, RentalId } from '#db/ids.ts'
import { bodyRanges } from '#domain/accounts/sizes/lengths.ts'
import { rate } from '#domain/care/ratings/ratings.ts'
import { replyToRating } from '#domain/care/ratings/reply.ts'
import type { Admin, ClosetOwner, Shopper } from '#domain/shared/actors.ts'
import { parseId } from '#domain/shared/ids.ts'
import { idsIn } from './report-answer.ts'

type On = { readonly rentalId: RentalId; readonly returnTo: string }

/** Some fields of a review; the command checks the others. */
function wornForm(length: LengthSchema) {
  return z.object({
    fit: z.enum(['', ...ratedFits], 'Please choose how it fits.').default(''),
    show_size: z.string().optional(),
    usual_size: z.enum(['', ...usualSizes], 'Please choose a size.').default(''),
    height: z.string().default('').pipe(length('height', bodyRanges.height)),
  })
}

const ranges = { height: bodyRanges.height }

/** One side's review of a rental; a refused form is shown again with its input. */
export async function answerRating(
  context: Context,
  who: Shopper | ClosetOwner | Admin,
  { rentalId, returnTo }: On,
  form: FormData,
) {
  const { db, clock, timeZone } = context.get(appContext)
  const imageIds = idsIn(form, 'rating_photos')
  form.set('rating_photos', imageIds.join(','))
  const switched = answerSwitchedUnit(context, { form }, ranges)
  if (switched) return switched
  takeMeantLengths(form, ranges)
  const worn = checkForm(wornForm(lengthsIn(form)), shownParts(form))
  if (!worn.ok) return answerProblem({ ...worn.problem, values: problem('', { form }).values })
  const { fit, usual_size, height } = worn.value
  const input = {
    rentalId,
    stars: starsIn(form),
    words: String(form.get('words') ?? ''),
    fit: fit || null,
    usualSize: usual_size || null,
    heightCm: height,
    imageIds,
  }
  const outcome = await rate(db, who, input, clock())
  if (outcome.ok)
    return redirectWithToast(
      `${returnTo}#reviews`,
      success(
        outcome.value.isPublished
          ? 'Thank you. Both reviews are published now.'
          : 'Thank you. Your review has been saved.',
      ),
    )
  const { problem: refusal } = outcome
  if (refusal.reason === 'rental-not-found') throw data(null, { status: 404 })
  return answerRefusal(rateSentence(refusal, timeZone), returnTo, form)
}

/** Size and height are filled in from the private size profile: without the choice to show them, they stay private. */
function shownParts(form: FormData): FormData {
  const shown = new FormData()
  for (const [name, value] of form)
    if (form.get('show_size') === 'yes' || !['usual_size', 'height'].includes(name))
      shown.append(name, value)
  return shown
}

function starsIn(form: FormData): number | null {
  const given = form.get('stars')
  return typeof given === 'string' && /^\d$/.test(given) ? Number(given) : null
}

export async function answerReply(
  context: Context,
  who: Shopper | ClosetOwner | Admin,
  { returnTo }: On,
  form: FormData,
) {
  const { db, clock, timeZone } = context.get(appContext)
  const ratingId = orNotFound(parseId<RatingId>(form.get('rating')))
  const words = String(form.get('reply') ?? '')
  const outcome = await replyToRating(db, who, { ratingId, words }, clock())
  if (outcome.ok)
    return redirectWithSuccess(`${returnTo}#reviews`, 'Your reply has been published.')
  const { problem: refusal } = outcome
  if (refusal.reason === 'rating-not-found') throw data(null, { status: 404 })
  return answerRefusal(replySentence(refusal, timeZone), returnTo, form)
}
