import { data, redirect } from 'react-router'
import type { HandoverResult } from '#app/components/closet/handover-card.tsx'
import { closetRentalPaths } from '#app/components/manage/rental-paths.ts'
import { STEP_FAILED } from '#app/components/manage/step-failed.ts'
import { readForm } from '#app/forms/read-form.ts'
import { redirectToConsent } from '#app/request/ask-consent-first.ts'
import { attempt } from '#app/request/attempt.ts'
import { appContext, type Context, todayIn } from '#app/request/contexts.ts'
import { failure, redirectWithToast, success } from '#app/request/flash.ts'
import { orNotFound } from '#app/responses/not-found.ts'
import type { RentalId } from '#db/ids.ts'
import { correct } from '#domain/booking/rentals/changes/corrections.ts'
import { undoGoodReturn } from '#domain/booking/rentals/changes/good-return.ts'
import { MAX_PIECES } from '#domain/booking/rentals/lists/closet-day.ts'
import { findRunRental } from '#domain/booking/rentals/lists/rental-panel.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { counted } from '#domain/shared/figures.ts'
import { parseId } from '#domain/shared/ids.ts'
import { isolated } from '#domain/shared/isolate.ts'
import { done } from '#domain/shared/outcome.ts'
import { answerArrangement } from './arrangement-answer.ts'
import { correctionProblem } from './posted-corrections.ts'
import { type StepAnswer, takeGoodReturn, takePostedStep } from './posted-steps.ts'

const kinds = ['deliver', 'fine'] as const
type Kind = (typeof kinds)[number]

const FAILED = { deliver: STEP_FAILED.deliver, fine: STEP_FAILED['approve-condition'] } as const

/** The pieces of a handover, each by itself: one that is refused does not stop the others. */
export async function takePostedHandover(
  context: Context,
  request: Request,
  who: ClosetOwner,
  path: string,
) {
  const form = await readForm(request)
  const intent = form.get('intent')
  const ids = [...new Set(form.getAll('rental'))].flatMap((id) => parseId<RentalId>(id) ?? [])
  if (ids.length > MAX_PIECES) throw data(null, { status: 400 })
  if (intent === 'undo') return undoHandover(context, request, who, form, path)
  if (intent === 'arrange-delivery' || intent === 'arrange-return') {
    const origin = context.get(appContext).originOf(request)
    return answerArrangement(context, who, { rentalIds: ids, origin, returnTo: path }, form)
  }
  if (intent === 'look') return recordAndLook(context, request, who, ids, path)
  const kind = kinds.find((known) => known === intent)
  if (!kind) throw data(null, { status: 400 })
  if (ids.length === 0) return redirectWithToast(path, failure('Please tick at least one item.'))
  const result = await takeEach(context, request, who, { kind, ids, path })
  const { pieces, renter } = result
  const taken = pieces.filter(({ why }) => why === null)
  const undo = taken.length > 0 ? undoFields(kind, taken) : null
  const all = taken.length === pieces.length
  if (all && undo) {
    const [first] = taken
    const what = taken.length === 1 && first ? first.title : counted(taken.length, 'item')
    const text = kind === 'deliver' ? `Delivered: ${what} to ${renter}.` : `Back and fine: ${what}.`
    const link = { text: 'Undo', to: path, fields: undo }
    return redirectWithToast(path, { ...success(isolated(text)), link })
  }
  return {
    card: String(form.get('card') ?? ''),
    done: taken.map(({ id, title }) => ({ id, title })),
    refused: pieces.flatMap(({ title, why }) => (why === null ? [] : [{ title, why }])),
    undo,
  } satisfies HandoverResult
}

type Taken = { readonly id: RentalId; readonly title: string; readonly why: string | null }

async function takeEach(
  context: Context,
  request: Request,
  who: ClosetOwner,
  { kind, ids, path }: { kind: Kind; ids: readonly RentalId[]; path: string },
) {
  const { db, clock, originOf } = context.get(appContext)
  const today = todayIn(context)
  const pieces: Taken[] = []
  let renter = ''
  for (const rentalId of ids) {
    const rental = orNotFound(await findRunRental(db, who, rentalId, today))
    renter = rental.renter.fullName
    const on = { rentalId, origin: originOf(request), today }
    const answer = await attempt(context, request, async () =>
      done(
        kind === 'deliver'
          ? await takePostedStep(db, who, on, 'deliver', new FormData(), clock())
          : await takeGoodReturn(db, who, on, clock()),
      ),
    )
    const why = answer.ok ? problemIn(answer.value, kind, path) : `${FAILED[kind]}.`
    pieces.push({ id: rentalId, title: rental.title, why })
  }
  return { pieces, renter }
}

/** Why it was not done; null for a step that was taken. */
function problemIn(answer: StepAnswer, kind: Kind, path: string): string | null {
  if (answer.kind === 'done') return null
  if (answer.kind === 'consent-due') throw redirectToConsent(path)
  return answer.kind === 'refused' ? answer.sentence : `${FAILED[kind]}.`
}

function undoFields(kind: Kind, taken: readonly Taken[]) {
  return { intent: 'undo', kind, rentals: taken.map(({ id }) => id).join(',') }
}

async function undoHandover(
  context: Context,
  request: Request,
  who: ClosetOwner,
  form: FormData,
  path: string,
) {
  const { db, clock, originOf } = context.get(appContext)
  const today = todayIn(context)
  const kind = kinds.find((known) => known === form.get('kind'))
  const ids = String(form.get('rentals') ?? '')
    .split(',', MAX_PIECES)
    .flatMap((id) => parseId<RentalId>(id) ?? [])
  if (!kind || ids.length === 0) throw data(null, { status: 400 })
  const refused: string[] = []
  for (const rentalId of ids) {
    const rental = orNotFound(await findRunRental(db, who, rentalId, today))
    const on = { rentalId, origin: originOf(request), today }
    const undone =
      kind === 'deliver'
        ? await correct(db, who, { ...on, correction: 'undo-deliver' }, clock())
        : await undoGoodReturn(db, who, on, clock())
    if (!undone.ok) refused.push(`${rental.title}: ${correctionProblem(undone.problem.reason)}`)
  }
  return redirectWithToast(
    path,
    refused.length > 0
      ? failure(refused.join(' '))
      : success(
          kind === 'deliver' ? 'No longer marked as delivered.' : 'No longer marked as returned.',
        ),
  )
}

/** Something is wrong with a piece that came back: it is recorded, and its review opens. */
async function recordAndLook(
  context: Context,
  request: Request,
  who: ClosetOwner,
  [rentalId]: readonly RentalId[],
  path: string,
) {
  if (!rentalId) throw data(null, { status: 400 })
  const { db, clock, originOf } = context.get(appContext)
  const on = { rentalId, origin: originOf(request), today: todayIn(context) }
  const answer = await takePostedStep(db, who, on, 'record-return', new FormData(), clock())
  if (answer.kind === 'not-found') throw data(null, { status: 404 })
  if (answer.kind === 'refused')
    return redirectWithToast(path, failure(`${STEP_FAILED['record-return']}: ${answer.sentence}`))
  return redirect(
    `${closetRentalPaths.rental(rentalId)}?${new URLSearchParams({ returnTo: path })}`,
  )
}
