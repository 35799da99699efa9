import { type Answered, tooLong } from '#app/forms/answered.ts'
import type { ReportProblem } from '#domain/booking/rentals/records/condition-reports.ts'
import { MAX_NOTE_CHARACTERS } from '#domain/booking/rentals/stage/handover-limits.ts'
import {
  DELIVERY_REPORT_HOURS,
  RETURN_REPORT_DAYS,
  type ReportStep,
} from '#domain/booking/rentals/stage/report-times.ts'
import {
  MAX_APPEAL_CHARACTERS,
  MAX_REASONS_CHARACTERS,
} from '#domain/care/appeals/appeal-limits.ts'
import type { AnswerProblem, FileProblem, StatementProblem } from '#domain/care/appeals/appeals.ts'
import type { DecideProblem } from '#domain/care/appeals/decide-appeal.ts'
import type { AppealDecision } from '#domain/care/appeals/lock-appeal.ts'
import { dollars } from '#domain/shared/cents.ts'
import { counted, inWords } from '#domain/shared/figures.ts'
import { isolated } from '#domain/shared/isolate.ts'
import { calendarDateIn, showDate } from '#domain/shared/time/calendar-date.ts'
import { showInstant } from '#domain/shared/time/show-instant.ts'

const PHOTOS_AGAIN = 'Please add your photos again.'

/** Problems of a statement, by the field that they are about. */
const STATEMENT_FIELDS = {
  'words-missing': { words: 'Please say what happened.' },
  'words-too-long': { words: tooLong(MAX_APPEAL_CHARACTERS) },
  'image-unknown': { appeal_photos: PHOTOS_AGAIN },
} as const satisfies Record<StatementProblem['reason'], Readonly<Record<string, string>>>

export function fileSentence(
  refusal: Exclude<FileProblem, { reason: 'claim-not-found' }>,
  timeZone: string,
): Answered {
  switch (refusal.reason) {
    case 'appeal-too-late':
    case 'already-decided':
      return {
        sentence: `The time to appeal ended on ${showDate(calendarDateIn(timeZone, refusal.endedAt))}.`,
      }
    case 'already-filed':
      return { sentence: 'You have already appealed.' }
    default:
      return { fields: STATEMENT_FIELDS[refusal.reason] }
  }
}

export function answerSentence(
  refusal: Exclude<AnswerProblem, { reason: 'appeal-not-found' }>,
  timeZone: string,
): Answered {
  switch (refusal.reason) {
    case 'already-decided':
      return { sentence: decidedSentence(refusal.decided, timeZone) }
    case 'already-answered':
      return { sentence: 'This appeal has already been answered.' }
    case 'answer-too-late':
      return { sentence: `The time to answer ended on ${showInstant(refusal.dueAt, timeZone)}.` }
    default:
      return { fields: STATEMENT_FIELDS[refusal.reason] }
  }
}

export function decideSentence(
  refusal: Exclude<DecideProblem, { reason: 'appeal-not-found' }>,
  timeZone: string,
): Answered {
  switch (refusal.reason) {
    case 'already-decided':
      return { sentence: decidedSentence(refusal.decided, timeZone) }
    case 'not-yet':
      return { sentence: `It can be answered until ${showInstant(refusal.dueAt, timeZone)}.` }
    case 'own-decision':
      return { sentence: 'Another admin has to decide this appeal.' }
    case 'deposit-disputed':
      return {
        sentence:
          'The payment of this deposit is disputed, so nothing can be returned until the dispute is decided.',
      }
    case 'amount-invalid':
      return {
        fields: {
          amount: `Please enter an amount between ${dollars(1)} and ${dollars(refusal.maxCents)}.`,
        },
      }
    case 'reasons-missing':
      return { fields: { reasons: 'Please give a reason.' } }
    case 'reasons-too-long':
      return { fields: { reasons: tooLong(MAX_REASONS_CHARACTERS) } }
  }
}

const OUTCOMES: Readonly<Record<AppealDecision['status'], string>> = {
  open: '',
  answered: '',
  upheld: 'the amount stays kept',
  reduced: 'a part is returned',
  overturned: 'everything is returned',
  withdrawn: 'the renter withdrew it',
}

/** Somebody else decided first. */
export function decidedSentence(
  { status, by, at, returnedCents }: AppealDecision,
  timeZone: string,
): string {
  const who = by ? isolated(` by ${by}`) : ''
  const cents = status === 'reduced' ? ` (${dollars(returnedCents)})` : ''
  return `This appeal was decided${who} on ${showInstant(at, timeZone)}: ${OUTCOMES[status]}${cents}.`
}

/** Problems of a condition report. */
export function reportSentence(
  reason: Exclude<ReportProblem['reason'], 'rental-not-found'>,
  step: ReportStep,
): Answered {
  switch (reason) {
    case 'report-closed':
      return { sentence: CLOSED[step] }
    case 'already-reported':
      return { sentence: 'You have already added this report.' }
    case 'report-empty':
      return { fields: { note: 'Please write a note or add a photo.' } }
    case 'note-too-long':
      return { fields: { note: tooLong(MAX_NOTE_CHARACTERS) } }
    case 'image-unknown':
      return { fields: { photos: PHOTOS_AGAIN } }
  }
}

const CLOSED = {
  delivery: `A report on the delivery can be added within ${counted(DELIVERY_REPORT_HOURS, 'hour')}.`,
  return: `A report on the return can be added from ${inWords(RETURN_REPORT_DAYS, 'day')} before the last day until it is returned.`,
} as const satisfies Record<ReportStep, string>
