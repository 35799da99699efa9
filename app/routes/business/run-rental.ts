import { data, redirect } from 'react-router'
import { stepWords } from '#app/components/closet/rental-stage.ts'
import { MOST_HANDOVER_PHOTOS } from '#app/components/closet/rental-steps.tsx'
import type { HistoryLine } from '#app/components/closet/run-rental.tsx'
import { attempt } from '#app/http/attempt.ts'
import { appContext, todayIn } from '#app/http/contexts.ts'
import { flash } from '#app/http/flash.ts'
import { readFormWithPhotos } from '#app/http/form-with-photos.ts'
import { answerProblem, problem } from '#app/http/forms.ts'
import { imageSentences } from '#app/http/image-sentences.ts'
import { showInstant } from '#app/http/show-instant.ts'
import { handoversOf } from '#domain/rentals/handovers.ts'
import { type PanelFilter, panelFilters } from '#domain/rentals/panel-filters.ts'
import { countNeedingAction, findRunRental, panelRentals } from '#domain/rentals/rental-panel.ts'
import type { Admin, ClosetOwner } from '#domain/shared/actors.ts'
import { parseId } from '#domain/shared/ids.ts'
import { isStep, type StepAnswer, takePostedStep } from './posted-steps.ts'

// What the closet's and the admin's pages about rentals share; each names who runs them and where.

type Context = Parameters<typeof readFormWithPhotos>[0]

const NO_PHOTOS: readonly string[] = []

/** The list, as the address asks for it. */
export async function loadPanel(context: Context, request: Request, who: ClosetOwner | Admin) {
  const { db } = context.get(appContext)
  const today = todayIn(context)
  const query = new URL(request.url).searchParams
  const filter: PanelFilter =
    panelFilters.find((known) => known === query.get('filter')) ?? 'action'
  const q = query.get('q')?.trim() ?? ''
  const after = query.get('after')
  const [rentals, needing] = await Promise.all([
    panelRentals(db, who, { filter, q, after }, today),
    countNeedingAction(db, who, today),
  ])
  return { rentals, needing, filter, q, isFirst: after === null, today }
}

/** One rental with its history; 404 where this person runs no such rental. */
export async function loadRunRental(
  context: Context,
  request: Request,
  who: ClosetOwner | Admin,
  id: string | undefined,
) {
  const { db, timeZone } = context.get(appContext)
  const rentalId = parseId(id)
  const rental = rentalId && (await findRunRental(db, who, rentalId))
  if (!rental) throw data(null, { status: 404 })
  const handovers = await handoversOf(db, [rental.id])
  const lines = [
    ...rental.steps.map(({ what, at, by }) => ({
      at,
      line: { what: stepWords[what], by: by ?? 'Hemline', note: '', photos: NO_PHOTOS },
    })),
    ...handovers.map(({ step, note, imageIds, writtenBy, writtenAt }) => ({
      at: writtenAt,
      line: {
        what: step === 'delivery' ? 'Noted at delivery' : 'Noted at return',
        by: writtenBy,
        note,
        photos: imageIds.map((imageId) => `/images/${imageId}`),
      },
    })),
  ]
  const history: HistoryLine[] = lines
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ at, line }) => ({ ...line, at: showInstant(at, timeZone) }))
  const cancelling = new URL(request.url).searchParams.has('cancel')
  return { rental, history, today: todayIn(context), cancelling }
}

/** Takes the posted step, and says what came of it on the same rental's page. */
export async function actOnRental(
  context: Context,
  request: Request,
  who: ClosetOwner | Admin,
  { id, base }: { readonly id: string | undefined; readonly base: string },
) {
  const { db, clock, originOf } = context.get(appContext)
  const rentalId = parseId(id)
  if (!rentalId || !(await findRunRental(db, who, rentalId))) throw data(null, { status: 404 })
  const uses = { photos: 'handover' } as const
  const posted = await readFormWithPhotos(context, request, who, uses, MOST_HANDOVER_PHOTOS)
  if (!posted) return answerProblem(problem(imageSentences['too-large']), 413)
  const { form, problems } = posted
  form.set('photos', form.getAll('photos').join(','))
  const intent = form.get('intent')
  if (!isStep(intent)) throw data(null, { status: 400 })
  if (Object.keys(problems).length > 0)
    return answerProblem(problem('', { fields: problems, form }))
  const on = { rentalId, origin: originOf(request) }
  const tried = await attempt(context, request, () =>
    takePostedStep(db, who, on, intent, form, clock()),
  )
  if (tried.failed) return answerProblem(problem(FAILED[intent], { form }), 500)
  return answerStep(tried.value, form, FAILED[intent], `${base}/${rentalId}`)
}

/** What could not be done, in the words of business §8. */
const FAILED = {
  accept: 'Failed to accept rental',
  cancel: 'Failed to cancel rental',
  deliver: 'Failed to update delivery status',
  fail: 'Failed to update delivery status',
  late: 'Failed to update return status',
  return: 'Failed to update return status',
  approve: 'Failed to approve condition',
  keep: 'Failed to process deposit',
} as const

function answerStep(answer: StepAnswer, form: FormData, failed: string, back: string) {
  if (answer.kind === 'not-found') throw data(null, { status: 404 })
  if (answer.kind === 'correct')
    return answerProblem(problem(answer.problem ?? '', { fields: answer.fields, form }))
  // Whoever came too late sees the rental as it is now, and is told who was faster.
  const toast =
    answer.kind === 'done'
      ? ({ type: 'success', text: answer.sentence } as const)
      : ({ type: 'error', text: `${failed}: ${answer.sentence}` } as const)
  return redirect(back, { headers: { 'Set-Cookie': flash(toast) } })
}
