import { refundMade } from '#app/components/manage/refund-words.ts'
import type { StepToConfirm } from '#app/components/manage/step-question.tsx'
import type { Db } from '#db/connection.ts'
import { carriers, handoverMethods } from '#db/enums.ts'
import type { ImageId } from '#db/ids.ts'
import { returnInGoodCondition } from '#domain/booking/rentals/changes/good-return.ts'
import {
  approveCondition,
  keepDeposit,
  markLost,
} from '#domain/booking/rentals/changes/rental-review.ts'
import {
  acceptRental,
  deliverRental,
  failDelivery,
  markLate,
  markNoShow,
  recordReturn,
} from '#domain/booking/rentals/changes/rental-steps.ts'
import type { StepOn } from '#domain/booking/rentals/changes/take-step.ts'
import type { PanelRental } from '#domain/booking/rentals/lists/rental-panel.ts'
import type { Decision } from '#domain/booking/rentals/records/last-decision.ts'
import type { StillOut } from '#domain/booking/rentals/records/still-out.ts'
import { cancelRental } from '#domain/booking/rentals/rentals.ts'
import { MISSING_AFTER_DAYS } from '#domain/booking/rentals/stage/deadline-days.ts'
import {
  MAX_NOTE_CHARACTERS,
  MAX_TRACKING_CHARACTERS,
} from '#domain/booking/rentals/stage/handover-limits.ts'
import type { HandoverWay } from '#domain/booking/rentals/stage/handover-method.ts'
import type { MoveName } from '#domain/booking/rentals/stage/rental-stage.ts'
import { lateFrom, lostFrom } from '#domain/booking/rentals/stage/stage-days.ts'
import type { Admin, ClosetOwner } from '#domain/shared/actors.ts'
import { dollars } from '#domain/shared/cents.ts'
import { showNumber } from '#domain/shared/credits.ts'
import { inWords } from '#domain/shared/figures.ts'
import { parseId } from '#domain/shared/ids.ts'
import { isolated } from '#domain/shared/isolate.ts'
import type { Outcome } from '#domain/shared/outcome.ts'
import { oneLine } from '#domain/shared/plain-text.ts'
import { type CalendarDate, showDate } from '#domain/shared/time/calendar-date.ts'

const DONE = {
  accept: 'Accepted. The renter will get an email.',
  cancel: (rental) =>
    rental.isForOthers
      ? 'Canceled. You will get an email.'
      : `Canceled. ${refundMade(rental)}, and they will get an email.`,
  deliver: 'Marked as delivered.',
  'fail-delivery': (rental) => `Rental canceled. ${refundMade(rental)}.`,
  'mark-no-show': 'No-show recorded. The renter will get an email, and can contest it.',
  'mark-late': 'Marked as late. The renter will get an email.',
  'mark-lost': 'Saved. The renter will get an email with your statement.',
  'record-return': (rental) =>
    rental.stage === 'lost'
      ? 'It is back. The item is shown in the shop again.'
      : 'Marked as returned. Please check its condition.',
  'approve-condition': 'Approved. The renter will get an email.',
  'keep-deposit': 'Review saved. The renter will get an email with your reason.',
} as const satisfies Partial<Record<MoveName, string | ((rental: PanelRental) => string)>>

export type PostedStep = keyof typeof DONE

/** The message after a step; `rental` is its state before the step. */
export function doneSentence(step: PostedStep, rental: PanelRental): string {
  const words = DONE[step]
  return typeof words === 'string' ? words : words(rental)
}

const STEPS_TO_CONFIRM: readonly StepToConfirm[] = [
  'cancel',
  'fail-delivery',
  'mark-no-show',
  'mark-late',
  'mark-lost',
  'keep-deposit',
]

export function isStep(intent: unknown): intent is PostedStep {
  return typeof intent === 'string' && Object.hasOwn(DONE, intent)
}

export type StepAnswer =
  | { readonly kind: 'done' }
  | { readonly kind: 'not-found' }
  /** The closet has to agree to new terms before it accepts a request. */
  | { readonly kind: 'consent-due' }
  /** The step has to be confirmed first. */
  | { readonly kind: 'ask'; readonly toConfirm: StepToConfirm }
  /** Too late or too early, whatever the form contains. */
  | { readonly kind: 'refused'; readonly sentence: string }
  | {
      readonly kind: 'correct'
      readonly problem?: string
      readonly fields: Readonly<Record<string, string>>
    }

/**
 * What stands in the way of a step before it is taken: something to correct in the form, or the
 * question that comes first. Null for a step that can be taken now, or refused now.
 */
export function beforeStep(
  rental: { readonly moves: readonly MoveName[]; readonly maxWithheldCents: number },
  intent: PostedStep,
  form: FormData,
): Exclude<StepAnswer, { readonly kind: 'done' }> | null {
  const text = textIn(form)
  const tooLong = ['note', 'notes', 'message'].find(
    (name) => [...text(name)].length > MAX_NOTE_CHARACTERS,
  )
  if (tooLong) return { kind: 'correct', fields: { [tooLong]: NOTE_TOO_LONG } }
  if (!rental.moves.includes(intent)) return null
  const methodProblem = intent === 'deliver' ? handoverWayProblem(form) : null
  if (methodProblem) return { kind: 'correct', fields: methodProblem }
  const fields =
    intent === 'keep-deposit'
      ? withholdingProblems(text, rental.maxWithheldCents)
      : intent === 'approve-condition'
        ? approvalProblems(text)
        : intent === 'mark-lost' && text('notes') === ''
          ? { notes: NO_STATEMENT }
          : {}
  if (Object.keys(fields).length > 0) return { kind: 'correct', fields }
  const toConfirm =
    text('confirmed') === 'yes' ? undefined : STEPS_TO_CONFIRM.find((step) => step === intent)
  return toConfirm ? { kind: 'ask', toConfirm } : null
}

function withholdingProblems(text: ReturnType<typeof textIn>, maxCents: number) {
  const cents = centsIn(text('keep'))
  return {
    ...(cents === null && { keep: NO_AMOUNT }),
    ...(cents !== null && (cents === 0 || cents > maxCents) && { keep: amountSentence(maxCents) }),
    ...(text('notes') === '' && { notes: NO_REASON }),
  }
}

/** Approving withholds nothing, so an amount or photos of damage in the form contradict it. */
function approvalProblems(text: ReturnType<typeof textIn>) {
  const keep = text('keep')
  const isNothingWithheld = keep === '' || centsIn(keep) === 0
  return {
    ...(!isNothingWithheld && {
      keep: 'Approving returns the whole deposit. To approve, clear the amount.',
    }),
    ...(text('photos') !== '' && {
      photos: 'These are photos of damage. To approve, remove them.',
    }),
  }
}

const NOTE_TOO_LONG = `Please keep it to ${showNumber(MAX_NOTE_CHARACTERS)} characters.`
const NO_AMOUNT = 'Please enter an amount in dollars, such as 12.34.'
const NO_STATEMENT = 'Please say what happened. The renter will get it by email.'
const NO_REASON = 'Please give a reason. The renter will get it by email.'

/** What is written beside an acceptance; null for a form without the field, such as in a list. */
function messageIn(form: FormData): string | null {
  const typed = form.get('message')
  return typeof typed === 'string' ? typed : null
}

function textIn(form: FormData) {
  return (name: string) => String(form.get(name) ?? '').trim()
}

export async function takePostedStep(
  db: Db,
  who: ClosetOwner | Admin,
  on: StepOn & { readonly today: CalendarDate },
  intent: PostedStep,
  form: FormData,
  now: Date,
): Promise<StepAnswer> {
  const text = textIn(form)
  const imageIds = text('photos')
    .split(',')
    .flatMap((id) => parseId<ImageId>(id) ?? [])
  const words = { ...on, note: text('note'), imageIds }
  switch (intent) {
    case 'accept':
      return answer(await acceptRental(db, who, { ...on, message: messageIn(form) }, now))
    case 'cancel':
      return answer(await cancelRental(db, who, on, now))
    case 'deliver':
      return answer(await deliverRental(db, who, { ...words, way: handoverWayIn(form) }, now))
    case 'fail-delivery':
      return answer(await failDelivery(db, who, words, now))
    case 'mark-no-show':
      return answer(await markNoShow(db, who, words, now))
    case 'mark-late':
      return answer(await markLate(db, who, on, now))
    case 'mark-lost':
      return answer(await markLost(db, who, { ...on, notes: text('notes') }, now))
    case 'record-return':
      return answer(await recordReturn(db, who, words, now))
    case 'approve-condition':
      return answer(await approveCondition(db, who, { ...on, notes: text('notes') }, now))
    case 'keep-deposit': {
      const cents = centsIn(text('keep'))
      if (cents === null) return { kind: 'correct', fields: { keep: NO_AMOUNT } }
      return answer(
        await keepDeposit(db, who, { ...on, imageIds, notes: text('notes'), cents }, now),
      )
    }
  }
}

/** Records the return and approves the condition. */
export async function takeGoodReturn(
  db: Db,
  who: ClosetOwner | Admin,
  on: StepOn,
  now: Date,
): Promise<StepAnswer> {
  return answer(await returnInGoodCondition(db, who, on, now))
}

/** 1234 for '12.34'; null for anything that is no amount of dollars and cents. */
export function centsIn(typed: string): number | null {
  const [, whole, cents = ''] = /^\$?(\d{1,6})(?:\.(\d{1,2}))?$/.exec(typed) ?? []
  return whole === undefined ? null : Number(whole) * 100 + Number(cents.padEnd(2, '0'))
}

type AnyProblem =
  | { readonly reason: 'rental-not-found' | 'consent-due' | 'image-unknown' | 'reason-missing' }
  | { readonly reason: keyof typeof REFUSED }
  | { readonly reason: 'already-decided'; readonly decided: Decision }
  | { readonly reason: 'not-late-yet' | 'not-lost-yet'; readonly lastDay: CalendarDate }
  | { readonly reason: 'not-begun'; readonly firstDay: CalendarDate }
  | StillOut
  | { readonly reason: 'amount-invalid'; readonly maxCents: number }
  | { readonly reason: 'more-than-is-left'; readonly leftCents: number }

function answer(outcome: Outcome<unknown, AnyProblem>): StepAnswer {
  if (outcome.ok) return { kind: 'done' }
  const { problem } = outcome
  switch (problem.reason) {
    case 'rental-not-found':
      return { kind: 'not-found' }
    case 'consent-due':
      return { kind: 'consent-due' }
    case 'not-begun':
      return refused(`it begins on ${showDate(problem.firstDay)}.`)
    case 'not-late-yet':
      return refused(`it can be marked as late from ${showDate(lateFrom(problem.lastDay))}.`)
    case 'not-lost-yet':
      return refused(`it can be marked as lost from ${showDate(lostFrom(problem.lastDay))}.`)
    case 'still-out':
      return refused(
        `${problem.title} is still with ${problem.renter}. Please record its return first.`,
      )
    case 'already-decided':
      return refused(decidedWords(problem.decided))
    case 'reason-missing':
      return { kind: 'correct', fields: { notes: NO_REASON } }
    case 'image-unknown':
      return { kind: 'correct', fields: { photos: 'Please add your photos again.' } }
    case 'amount-invalid':
      return { kind: 'correct', fields: { keep: amountSentence(problem.maxCents) } }
    case 'more-than-is-left':
      return { kind: 'correct', fields: { keep: amountSentence(problem.leftCents) } }
    default:
      return refused(REFUSED[problem.reason])
  }
}

const refused = (sentence: string): StepAnswer => ({ kind: 'refused', sentence })

const REFUSED = {
  'own-rental':
    'this is your own rental, so another admin or the closet has to take the next step.',
  'too-late': 'it has already been delivered.',
  'refund-changed': 'what comes back has changed. Please look again.',
  'had-case':
    'it was delivered before, with a case about it. Please mark it as delivered, or cancel it.',
  'not-yet': 'the previous step has to be completed first.',
  'answer-over': 'the time to answer is over, so we cancel the request.',
  'on-its-way': `the renter has sent it back. Please give it ${inWords(MISSING_AFTER_DAYS, 'day')} to arrive.`,
  'sent-back': 'the renter has sent it back. Please mark it as returned once you have it.',
} as const

function amountSentence(maxCents: number): string {
  return maxCents > 0
    ? `Please enter an amount from $0.01 to ${dollars(maxCents)}.`
    : 'Nothing is left of this deposit.'
}

const DECIDED = {
  accept: 'accepted it',
  cancel: 'canceled it',
  'fail-delivery': 'marked its delivery as failed',
  'mark-no-show': 'recorded that the renter did not come',
  'expire-request': 'canceled it, because nobody answered',
  'previous-late': 'canceled it, because the rental before it was late',
  'cancel-undelivered': 'canceled it, because it was never delivered',
  deliver: 'marked it as delivered',
  'mark-late': 'marked it as late',
  'mark-lost': 'recorded that it never came back',
  'record-return': 'marked it as returned',
  'approve-condition': 'approved its condition',
  'keep-deposit': 'kept',
} as const satisfies Record<Decision['what'], string>

function decidedWords({ what, by, withheldCents }: Decision): string {
  const did =
    what === 'keep-deposit' ? `kept ${dollars(withheldCents)} of the deposit` : DECIDED[what]
  return isolated(`${by ?? 'Hemline'} already ${did}.`)
}

/** How the item changes hands, as a form says; null for a form without these fields. */
function handoverWayIn(form: FormData): HandoverWay | null {
  const method = handoverMethods.find((known) => known === form.get('handover_method'))
  const carrier = carriers.find((known) => known === form.get('carrier')) ?? null
  return method ? { method, carrier, tracking: trackingIn(form) || null } : null
}

function trackingIn(form: FormData): string {
  return oneLine(String(form.get('tracking_number') ?? ''))
}

/** What has to be corrected in these fields; null when nothing has. */
function handoverWayProblem(form: FormData): Readonly<Record<string, string>> | null {
  const tooLong = [...trackingIn(form)].length > MAX_TRACKING_CHARACTERS
  return tooLong
    ? { tracking_number: `Please keep it to ${MAX_TRACKING_CHARACTERS} characters.` }
    : null
}
