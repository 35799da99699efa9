import { data, href } from 'react-router'
import { answerProblem, problem } from '#app/forms/forms.ts'
import { appContext, todayIn } from '#app/request/contexts.ts'
import { redirectWithError, redirectWithToast } from '#app/request/flash.ts'
import type { readFormWithPhotos } from '#app/request/form-with-photos.ts'
import { idsIn } from '#app/routes/manage/report-answer.ts'
import type { RentalId } from '#db/ids.ts'
import { type SendBackProblem, sendBack } from '#domain/booking/rentals/changes/send-back.ts'
import { MAX_TRACKING_CHARACTERS } from '#domain/booking/rentals/stage/handover-limits.ts'
import type { Shopper } from '#domain/shared/actors.ts'

type Context = Parameters<typeof readFormWithPhotos>[0]

/** Marks the item as sent back by the renter; the rental's page shows the outcome. */
export async function answerSentBack(
  context: Context,
  request: Request,
  shopper: Shopper,
  rentalId: RentalId,
  form: FormData,
) {
  const { db, clock, originOf } = context.get(appContext)
  const imageIds = idsIn(form, 'photos')
  const on = { rentalId, origin: originOf(request), today: todayIn(context) }
  const tracking = String(form.get('tracking') ?? '')
  const outcome = await sendBack(db, shopper, { ...on, tracking, imageIds }, clock())
  const backTo = href('/my-rentals/:id', { id: rentalId })
  if (outcome.ok) {
    const undo = { text: 'Undo', to: backTo, fields: { answer: 'undo-send-back' } }
    const text = 'Thank you. We will tell the closet.'
    return redirectWithToast(backTo, { type: 'success', text, link: undo })
  }
  const { reason } = outcome.problem
  if (reason === 'rental-not-found') throw data(null, { status: 404 })
  if (reason === 'tracking-too-long' || reason === 'image-unknown')
    return answerProblem(problem('', { fields: FIELDS[reason], form }))
  return redirectWithError(backTo, SENTENCES[reason])
}

const FIELDS = {
  'tracking-too-long': { tracking: `Please keep it to ${MAX_TRACKING_CHARACTERS} characters.` },
  'image-unknown': { photos: 'Please add your photos again.' },
} as const

const SENTENCES = {
  'not-with-renter': 'This item has not been delivered to you.',
  'already-decided': 'The closet has already marked it as returned.',
} as const satisfies Partial<Record<SendBackProblem['reason'], string>>
