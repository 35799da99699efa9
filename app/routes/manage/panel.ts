import { data } from 'react-router'
import { GOOD_RETURN, type QuickStep, quickSteps } from '#app/components/manage/quick-step.ts'
import type { RentalPaths } from '#app/components/manage/rental-paths.ts'
import { STEP_FAILED } from '#app/components/manage/step-failed.ts'
import { readForm } from '#app/forms/read-form.ts'
import { redirectToConsent } from '#app/request/ask-consent-first.ts'
import { attempt } from '#app/request/attempt.ts'
import { appContext, type Context, todayIn, viewerIn } from '#app/request/contexts.ts'
import { redirectWithToast } from '#app/request/flash.ts'
import { orNotFound } from '#app/responses/not-found.ts'
import type { Toast } from '#app/ui/toast-list.ts'
import type { RentalId } from '#db/ids.ts'
import { withoutConsent } from '#domain/booking/rentals/changes/consent-to-accept.ts'
import { type PanelFilter, panelFilters } from '#domain/booking/rentals/lists/panel-filters.ts'
import { countPanel, panelRentals } from '#domain/booking/rentals/lists/panel-list.ts'
import { rentalDetails } from '#domain/booking/rentals/lists/rental-details.ts'
import { findRunRental, type RunRental } from '#domain/booking/rentals/lists/rental-panel.ts'
import type { Admin, ClosetOwner } from '#domain/shared/actors.ts'
import { parseId } from '#domain/shared/ids.ts'
import { isolated } from '#domain/shared/isolate.ts'
import { done } from '#domain/shared/outcome.ts'
import { listAddress } from './list-address.ts'
import { takePostedCorrection, undoPostedReturn } from './posted-corrections.ts'
import { takeGoodReturn, takePostedStep } from './posted-steps.ts'

// The list of rentals, shared by closets and admins; their routes pass the actor and the paths.

/** The list that the address asks for; a search without a tab covers all rentals. */
export async function loadPanel(context: Context, request: Request, who: ClosetOwner | Admin) {
  const { db } = context.get(appContext)
  const today = todayIn(context)
  const query = new URL(request.url).searchParams
  const q = query.get('q')?.trim() ?? ''
  const requested = panelFilters.find((known) => known === query.get('filter'))
  const filter: PanelFilter = requested ?? (q ? 'all' : 'action')
  const after = query.get('after')
  const [rentals, counts] = await Promise.all([
    panelRentals(db, who, { filter, q, after }, today),
    countPanel(db, who, q, today),
  ])
  const viewer = viewerIn(context)
  const rows = rentals.rows.map((rental) => withoutConsent(viewer, rental))
  return { rentals: { ...rentals, rows }, counts, filter, q, isFirst: after === null, today }
}

const NOTHING_NOTED = new FormData()

/** Takes a step with one tap in a list, and returns to that list. */
export async function takeQuickStep(
  context: Context,
  request: Request,
  who: ClosetOwner | Admin,
  paths: RentalPaths,
) {
  const { db, clock, originOf } = context.get(appContext)
  const form = await readForm(request)
  const intent = quickSteps.find((known) => known === form.get('intent'))
  const rentalId = parseId<RentalId>(form.get('rental'))
  const returnTo = listAddress(form.get('returnTo')) ?? paths.list
  if (!rentalId) throw data(null, { status: 400 })
  const today = todayIn(context)
  const on = { rentalId, origin: originOf(request), today }
  if (form.get('intent') === 'undo' && form.get('correction') === GOOD_RETURN)
    return undoPostedReturn(db, who, { ...on, returnTo }, clock())
  if (form.get('intent') === 'undo')
    return takePostedCorrection(db, who, { ...on, returnTo }, form, clock())
  const isGoodReturn = form.get('intent') === GOOD_RETURN
  if (!intent && !isGoodReturn) throw data(null, { status: 400 })
  const rental = orNotFound(await findRunRental(db, who, rentalId, today))
  const taken = await attempt(context, request, async () =>
    done(
      intent
        ? await takePostedStep(db, who, on, intent, NOTHING_NOTED, clock())
        : await takeGoodReturn(db, who, on, clock()),
    ),
  )
  const failed = STEP_FAILED[intent ?? 'approve-condition']
  const say = (type: 'success' | 'error', text: string, link?: Toast['link']) =>
    redirectWithToast(returnTo, { type, text, ...(link && { link }) })
  if (!taken.ok) return say('error', failed)
  const answer = taken.value
  if (answer.kind === 'done') {
    const correction = intent
      ? (await rentalDetails(db, who, rentalId, clock()))?.correction?.name
      : GOOD_RETURN
    // Undo needs no confirmation here: someone who tapped the wrong row notices it at once.
    const fields = correction && { intent: 'undo', correction, rental: rentalId, returnTo }
    const text = intent ? DONE[intent](rental) : `Returned and fine: ${rental.title}.`
    return say('success', text, fields && { text: 'Undo', to: paths.list, fields })
  }
  if (answer.kind === 'not-found') throw data(null, { status: 404 })
  if (answer.kind === 'consent-due') throw redirectToConsent(returnTo)
  const why = answer.kind === 'refused' ? `: ${answer.sentence}` : ''
  return say('error', `${failed}${why}`)
}

const DONE = {
  accept: ({ title, renter }) => isolated(`Accepted: ${title} for ${renter.fullName}.`),
  deliver: ({ title, renter }) => isolated(`Delivered: ${title} to ${renter.fullName}.`),
  'record-return': ({ title }) => `Returned: ${title}. Check its condition.`,
} satisfies Record<QuickStep, (rental: RunRental) => string>
