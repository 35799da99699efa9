import { type Answered, tooLong } from '#app/forms/answered.ts'
import type { AnswerReturnProblem } from '#domain/care/cases/answer-return.ts'
import type {
  AnswerAppealProblem,
  FileProblem,
  StatementProblem,
} from '#domain/care/cases/appeals.ts'
import type { CaseKind, CaseStatus } from '#domain/care/cases/case-kinds.ts'
import {
  MAX_CASE_CHARACTERS,
  MAX_CASE_PHOTOS,
  MAX_REASONS_CHARACTERS,
} from '#domain/care/cases/case-limits.ts'
import type {
  AnswerCaseProblem,
  CaseDecision,
  DecideCaseProblem,
} from '#domain/care/cases/check-case.ts'
import type { DecideAppealProblem } from '#domain/care/cases/decide-appeal.ts'
import { REQUEST_HOURS } from '#domain/care/cases/return-limits.ts'
import type { RequestReturnProblem } from '#domain/care/cases/returns.ts'
import { dollars } from '#domain/shared/cents.ts'
import { counted } from '#domain/shared/figures.ts'
import { isolated } from '#domain/shared/isolate.ts'
import { calendarDateIn, showDate } from '#domain/shared/time/calendar-date.ts'
import { showInstant } from '#domain/shared/time/show-instant.ts'

const say = (sentence: string): Answered => ({ sentence })
const at = (field: string, sentence: string): Answered => ({ fields: { [field]: sentence } })

const PHOTOS_AGAIN = 'Please add your photos again.'

const STATEMENT_FIELDS = {
  'words-missing': { words: 'Please say what happened.' },
  'words-too-long': { words: tooLong(MAX_CASE_CHARACTERS.appeal) },
  'image-unknown': { appeal_photos: PHOTOS_AGAIN },
} as const satisfies Record<StatementProblem['reason'], Readonly<Record<string, string>>>

export function fileSentence(
  refusal: Exclude<FileProblem, { reason: 'claim-not-found' }>,
  timeZone: string,
): Answered {
  switch (refusal.reason) {
    case 'appeal-too-late':
    case 'already-decided':
      return say(
        `The time to appeal ended on ${showDate(calendarDateIn(timeZone, refusal.endedAt))}.`,
      )
    case 'already-filed':
      return say('You have already appealed.')
    default:
      return { fields: STATEMENT_FIELDS[refusal.reason] }
  }
}

export function requestSentence(
  { reason }: Exclude<RequestReturnProblem, { reason: 'rental-not-found' }>,
  isNoShow: boolean,
): Answered {
  switch (reason) {
    case 'request-closed':
      if (isNoShow) return say('It can no longer be contested.')
      return say(`A return can be requested within ${counted(REQUEST_HOURS, 'hour')} of delivery.`)
    case 'already-requested':
      return say(
        isNoShow ? 'You have already contested it.' : 'You have already requested a return.',
      )
    case 'rental-days-over':
      return say(
        'The last day of the rental has passed, so a return can no longer be requested for this reason.',
      )
    case 'fit-not-returned':
      return at('reason', 'This closet does not accept returns for fit.')
    case 'words-missing':
      return at('words', 'Please say what happened.')
    case 'photo-missing':
      return at('return_photos', 'Please add a photo that shows the difference.')
    case 'too-many-photos':
      return at('return_photos', `Please keep it to ${MAX_CASE_PHOTOS} photos.`)
    case 'words-too-long':
      return at('words', tooLong(MAX_CASE_CHARACTERS.return))
    case 'image-unknown':
      return at('return_photos', PHOTOS_AGAIN)
  }
}

type Known<Problem extends { reason: string }> = Exclude<Problem, { reason: 'case-not-found' }>

export function answerAppealSentence(
  refusal: Known<AnswerAppealProblem>,
  timeZone: string,
): Answered {
  switch (refusal.reason) {
    case 'words-missing':
    case 'words-too-long':
    case 'image-unknown':
      return { fields: STATEMENT_FIELDS[refusal.reason] }
    default:
      return answerSentence('appeal', refusal, timeZone)
  }
}

export function answerReturnSentence(
  refusal: Known<AnswerReturnProblem>,
  timeZone: string,
): Answered {
  switch (refusal.reason) {
    case 'words-missing':
      return at('words', 'Please say why you contest it.')
    case 'words-too-long':
      return at('words', tooLong(MAX_CASE_CHARACTERS.return))
    default:
      return answerSentence('return', refusal, timeZone)
  }
}

function answerSentence(
  kind: CaseKind,
  refusal: Known<AnswerCaseProblem>,
  timeZone: string,
): Answered {
  switch (refusal.reason) {
    case 'already-decided':
      return say(decidedSentence(kind, refusal.decided, timeZone))
    case 'already-answered':
      return say(
        kind === 'appeal'
          ? 'This appeal has already been answered.'
          : 'This request has already been answered.',
      )
    case 'answer-too-late':
      return say(`The time to answer ended on ${showInstant(refusal.dueAt, timeZone)}.`)
  }
}

export function decideAppealSentence(
  refusal: Known<DecideAppealProblem>,
  timeZone: string,
): Answered {
  switch (refusal.reason) {
    case 'deposit-disputed':
      return say(
        'The payment of this deposit is disputed, so nothing can be returned until the dispute is decided.',
      )
    case 'amount-invalid':
      return at(
        'amount',
        `Please enter an amount between ${dollars(1)} and ${dollars(refusal.maxCents)}.`,
      )
    default:
      return decideSentence('appeal', refusal, timeZone)
  }
}

export function decideSentence(
  kind: CaseKind,
  refusal: Known<DecideCaseProblem>,
  timeZone: string,
): Answered {
  switch (refusal.reason) {
    case 'already-decided':
      return say(decidedSentence(kind, refusal.decided, timeZone))
    case 'not-yet':
      return say(`It can be answered until ${showInstant(refusal.dueAt, timeZone)}.`)
    case 'own-decision':
      return say(FOR_ANOTHER_ADMIN[kind])
    case 'reasons-missing':
      return at('reasons', 'Please give a reason.')
    case 'reasons-too-long':
      return at('reasons', tooLong(MAX_REASONS_CHARACTERS))
  }
}

/** An admin does not decide a case of their own. */
export const FOR_ANOTHER_ADMIN = {
  appeal: 'Another admin has to decide this appeal.',
  return: 'Another admin has to decide this request.',
} as const satisfies Record<CaseKind, string>

const APPEAL_OUTCOMES: Readonly<Partial<Record<CaseStatus, string>>> = {
  upheld: 'the amount stays kept',
  reduced: 'a part is returned',
  overturned: 'everything is returned',
  withdrawn: 'the renter withdrew it',
}

export function decidedSentence(
  kind: CaseKind,
  { status, by, at, returnedCents }: CaseDecision,
  timeZone: string,
): string {
  const who = by ? isolated(` by ${by}`) : ''
  const when = `on ${showInstant(at, timeZone)}`
  if (kind === 'return') return `This request was ${status}${who} ${when}.`
  const cents = status === 'reduced' ? ` (${dollars(returnedCents)})` : ''
  return `This appeal was decided${who} ${when}: ${APPEAL_OUTCOMES[status] ?? ''}${cents}.`
}
