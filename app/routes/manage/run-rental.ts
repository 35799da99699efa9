import { data } from 'react-router'
import { claimInWords, returnInWords } from '#app/components/cases/case-in-words.ts'
import { imageSentences } from '#app/components/images/image-sentences.ts'
import { refundMade } from '#app/components/manage/refund-words.ts'
import type { HistoryLine } from '#app/components/manage/rental-history.tsx'
import type { RentalPaths } from '#app/components/manage/rental-paths.ts'
import { stepWords } from '#app/components/manage/stage-words.ts'
import { STEP_FAILED } from '#app/components/manage/step-failed.ts'
import { ratingsInWords } from '#app/components/ratings/shown-ratings.ts'
import { MAX_HANDOVER_PHOTOS } from '#app/components/rental/handover-photos.ts'
import { rentalPhotos } from '#app/components/rental/rental-photos.ts'
import { answerProblem, problem } from '#app/forms/forms.ts'
import { redirectToConsent } from '#app/request/ask-consent-first.ts'
import { attempt } from '#app/request/attempt.ts'
import { appContext, type Context, todayIn, viewerIn } from '#app/request/contexts.ts'
import { failure, redirectWithSuccess, redirectWithToast } from '#app/request/flash.ts'
import { readFormWithPhotos } from '#app/request/form-with-photos.ts'
import { orNotFound } from '#app/responses/not-found.ts'
import type { HandoverStep } from '#db/enums.ts'
import type { RentalId } from '#db/ids.ts'
import { withoutConsent } from '#domain/booking/rentals/changes/consent-to-accept.ts'
import type { StepOn } from '#domain/booking/rentals/changes/take-step.ts'
import { rentalDetails } from '#domain/booking/rentals/lists/rental-details.ts'
import {
  findRunRental,
  type PanelStep,
  type RunRental,
} from '#domain/booking/rentals/lists/rental-panel.ts'
import { upcomingRentals } from '#domain/booking/rentals/lists/upcoming-rentals.ts'
import { openReports } from '#domain/booking/rentals/records/condition-reports.ts'
import { type Handover, handoversOf } from '#domain/booking/rentals/records/handovers.ts'
import { MAX_CASE_PHOTOS } from '#domain/care/cases/case-limits.ts'
import { findAppeal } from '#domain/care/cases/find-appeal.ts'
import { findReturn } from '#domain/care/cases/find-return.ts'
import { acceptanceTextOf } from '#domain/care/messages/saved-messages.ts'
import { findRenterToWrite } from '#domain/care/messages/write-to-renter.ts'
import { findRatings } from '#domain/care/ratings/rating-queries.ts'
import { renterRatings } from '#domain/care/ratings/renter-ratings.ts'
import type { Admin, ClosetOwner } from '#domain/shared/actors.ts'
import { parseId } from '#domain/shared/ids.ts'
import { isolated } from '#domain/shared/isolate.ts'
import { done } from '#domain/shared/outcome.ts'
import { showInstant } from '#domain/shared/time/show-instant.ts'
import { answerArrangement } from './arrangement-answer.ts'
import { answerPostedAppeal, answerPostedReturn } from './case-answered.ts'
import { listAddress } from './list-address.ts'
import { reducePosted, takePostedCorrection } from './posted-corrections.ts'
import {
  beforeStep,
  doneSentence,
  isStep,
  type PostedStep,
  type StepAnswer,
  takePostedStep,
} from './posted-steps.ts'
import { answerProposedDates } from './proposed-dates-answer.ts'
import { answerRating, answerReply } from './rating-answer.ts'
import { readRentalMessages } from './rental-messages.ts'
import { answerReport } from './report-answer.ts'

// One rental, shared by the pages of closets and admins; their routes pass the actor and the paths.

/** One rental with its history; 404 if this person does not run it. */
export async function loadRunRental(
  context: Context,
  request: Request,
  who: ClosetOwner | Admin,
  id: string | undefined,
) {
  const { db, timeZone, clock } = context.get(appContext)
  const rentalId = orNotFound(parseId<RentalId>(id))
  const today = todayIn(context)
  const rental = orNotFound(await findRunRental(db, who, rentalId, today))
  const [
    handovers,
    details,
    rentals,
    claim,
    reportSteps,
    messages,
    ratings,
    ofRenter,
    returning,
    toWrite,
    acceptanceText,
  ] = await Promise.all([
    handoversOf(db, [rental.id]),
    rentalDetails(db, who, rental.id, clock()),
    upcomingRentals(db, who, rental.itemId, today),
    findAppeal(db, who, rental.id, clock()),
    openReports(db, who, rental.id, { now: clock(), today }),
    readRentalMessages(context, who, rental.id),
    findRatings(db, who, rental.id, clock()),
    renterRatings(db, who, rental.id),
    findReturn(db, who, rental.id, clock(), today),
    findRenterToWrite(db, who, rental.id, clock()),
    rental.moves.includes('accept') ? acceptanceTextOf(db, who) : null,
  ])
  if (!details) throw data(null, { status: 404 })
  const query = new URL(request.url).searchParams
  const correction = details.correction && {
    name: details.correction.name,
    until: details.correction.until && showInstant(details.correction.until, timeZone),
  }
  return {
    rental: withoutConsent(viewerIn(context), rental),
    history: historyOf(rental, handovers, timeZone),
    next: rentals.find(({ start }) => start > rental.end) ?? null,
    today,
    claim: claim && claimInWords(claim, timeZone),
    returning: returning && returnInWords(returning, timeZone),
    ratings: ratings && ratingsInWords(ratings, timeZone),
    ofRenter,
    reportSteps,
    messages,
    mayWrite: toWrite !== null && !toWrite.isBlocked,
    acceptanceText,
    reporting: reportSteps.find((step) => step === query.get('report')) ?? null,
    asking: query.has('cancel') ? 'cancel' : query.get('ask'),
    openedFrom: listAddress(query.get('returnTo')),
    details: {
      correction,
      confirmsUndo: correction !== null && query.get('undo') === correction.name,
      reduceUntil: details.reduceUntil && showInstant(details.reduceUntil, timeZone),
      isDenied: details.isDenied,
      marks: details.marks,
      hasReturnPhotos: handovers.some(
        ({ step, imageIds }) => (step === 'return' || step === 'review') && imageIds.length > 0,
      ),
    },
  }
}

/** The history, oldest first; notes made with a step are shown with it. */
function historyOf(
  rental: RunRental,
  handovers: readonly Handover[],
  timeZone: string,
): HistoryLine[] {
  const words = ({ note, imageIds }: Handover) => ({
    note,
    photos: rentalPhotos(rental.id, imageIds),
  })
  const at = (time: Date) => time.getTime()
  const shown = new Set<Handover>()
  const steps = rental.steps.map((step) => {
    const noted = handovers.find((one) => isNoteOfStep(one, step) && !shown.has(one))
    if (noted) shown.add(noted)
    const what =
      step.what === 'cancel' && rental.noShow
        ? 'The renter did not come'
        : step.what === 'cancel' && noted?.step === 'failed_delivery'
          ? 'Delivery failed'
          : stepWords[step.what]
    return { time: step.at, what, by: step.by ?? 'Hemline', ...(noted ? words(noted) : NOTHING) }
  })
  const others = handovers
    .filter((one) => !shown.has(one))
    .map((one) => ({
      time: one.writtenAt,
      what: NOTE_LABELS[one.step],
      by: one.writtenBy,
      ...words(one),
    }))
  return [...steps, ...others]
    .toSorted((a, b) => at(a.time) - at(b.time))
    .map(({ time, ...line }) => ({ ...line, at: showInstant(time, timeZone) }))
}

function isNoteOfStep({ step, writtenAt }: Handover, taken: PanelStep): boolean {
  return NOTE_STEPS[step] === taken.what && writtenAt.getTime() === taken.at.getTime()
}

const NOTE_STEPS = {
  delivery: 'deliver',
  failed_delivery: 'cancel',
  sent_back: 'send-back',
  return: 'record-return',
  review: 'keep-deposit',
} as const satisfies Record<HandoverStep, PanelStep['what']>

const NOTHING: Pick<HistoryLine, 'note' | 'photos'> = { note: '', photos: [] }

/** Condition reports, and notes of steps that were undone since. */
const NOTE_LABELS = {
  delivery: 'Noted at delivery',
  failed_delivery: 'Noted when the delivery failed',
  sent_back: 'Noted when it was sent back',
  return: 'Noted at return',
  review: 'Photographed when its condition was checked',
} as const satisfies Record<HandoverStep, string>

export async function actOnRental(
  context: Context,
  request: Request,
  who: ClosetOwner | Admin,
  { id, paths }: { readonly id: string | undefined; readonly paths: RentalPaths },
) {
  const { db, clock, originOf } = context.get(appContext)
  const rentalId = orNotFound(parseId<RentalId>(id))
  const today = todayIn(context)
  const rental = orNotFound(await findRunRental(db, who, rentalId, today))
  const uses = { photos: 'handover', appeal_photos: 'appeal' } as const
  const max = Math.max(MAX_HANDOVER_PHOTOS, MAX_CASE_PHOTOS)
  const posted = await readFormWithPhotos(context, request, who, uses, max)
  if (!posted) return answerProblem(problem(imageSentences['too-large']), 413)
  const { form, problems } = posted
  const intent = form.get('intent')
  const returnTo = paths.rental(rental.id)
  const on = { rentalId: rental.id, origin: originOf(request), today }
  if (intent === 'undo') return takePostedCorrection(db, who, { ...on, returnTo }, form, clock())
  if (intent === 'reduce') return reducePosted(db, who, { ...on, returnTo }, form, clock())
  if (!isStep(intent) && !isStatement(intent)) throw data(null, { status: 400 })
  if (Object.keys(problems).length > 0)
    return answerProblem(problem('', { fields: problems, form }))
  if (isStatement(intent)) return await STATEMENTS[intent](context, who, { ...on, returnTo }, form)
  const first = beforeStep(rental, intent, form)
  if (first) return answerStep(first, form, intent, returnTo)
  const taken = await attempt(context, request, async () =>
    done(await takePostedStep(db, who, on, intent, form, clock())),
  )
  if (!taken.ok) return answerProblem(problem(STEP_FAILED[intent], { form }), 500)
  const query = new URL(request.url).searchParams
  const list = listAddress(form.get('returnTo') ?? query.get('returnTo'))
  if (taken.value.kind !== 'done') return answerStep(taken.value, form, intent, list ?? returnTo)
  if (list && intent === 'cancel') return backToList(list, rental)
  const details = await rentalDetails(db, who, rental.id, clock())
  const undo = details?.correction
  // The list says which rental it was, and undoes there.
  if (list) {
    const fields = undo && {
      intent: 'undo',
      correction: undo.name,
      rental: rental.id,
      returnTo: list,
    }
    const text = `${rental.title}: ${doneSentence(intent, rental)}`
    const link = fields && { text: 'Undo', to: paths.list, fields }
    return redirectWithToast(list, { type: 'success', text, ...(link && { link }) })
  }
  const toast = {
    type: 'success',
    text: doneSentence(intent, rental),
    ...(undo && {
      link: { text: 'Undo', to: `${returnTo}?undo=${encodeURIComponent(undo.name)}` },
    }),
  } as const
  return redirectWithToast(returnTo, toast)
}

/** What can be written about a rental besides its steps. */
const STATEMENTS = {
  report: answerReport,
  'answer-appeal': answerPostedAppeal,
  'accept-return': answerPostedReturn,
  'contest-return': answerPostedReturn,
  rate: answerRating,
  reply: answerReply,
  'arrange-delivery': arrangeOne,
  'arrange-return': arrangeOne,
  'accept-dates': answerProposedDates,
  'keep-dates': answerProposedDates,
} as const

function arrangeOne(
  context: Context,
  who: ClosetOwner | Admin,
  on: StepOn & { readonly returnTo: string },
  form: FormData,
) {
  return answerArrangement(context, who, { ...on, rentalIds: [on.rentalId] }, form)
}

function isStatement(intent: unknown): intent is keyof typeof STATEMENTS {
  return typeof intent === 'string' && Object.hasOwn(STATEMENTS, intent)
}

/** Returns to the list where the rental was cancelled; the message says which rental it was. */
function backToList(list: string, rental: RunRental) {
  const { title, renter, status, isForOthers, swapGoodwill } = rental
  const did = status === 'pending' && !isForOthers ? 'Declined' : 'Canceled'
  const refund = swapGoodwill > 0 ? refundMade(rental) : 'The credits were returned'
  const text = isForOthers
    ? `${did}: ${title}. You will get an email.`
    : isolated(`${did}: ${title} for ${renter.fullName}. ${refund}.`)
  return redirectWithSuccess(list, text)
}

function answerStep(
  answer: Exclude<StepAnswer, { kind: 'done' }>,
  form: FormData,
  intent: PostedStep,
  returnTo: string,
) {
  if (answer.kind === 'not-found') throw data(null, { status: 404 })
  if (answer.kind === 'consent-due') throw redirectToConsent(returnTo)
  // The page is shown again with the question open and all input kept.
  if (answer.kind === 'ask') return { ...problem('', { form }), toConfirm: answer.toConfirm }
  if (answer.kind === 'correct')
    return answerProblem(problem(answer.problem ?? '', { fields: answer.fields, form }))
  // Someone who is too late sees the current rental, and what was decided before.
  const toast = failure(`${STEP_FAILED[intent]}: ${answer.sentence}`)
  return redirectWithToast(returnTo, toast)
}
