import { type Answered, tooLong } from '#app/forms/answered.ts'
import type { AnswerReturnProblem } from '#domain/care/returns/answer-return.ts'
import type { DecideReturnProblem } from '#domain/care/returns/decide-return.ts'
import type { ReturnDecision } from '#domain/care/returns/lock-request.ts'
import {
  MAX_RETURN_CHARACTERS,
  MAX_RETURN_PHOTOS,
  REQUEST_HOURS,
} from '#domain/care/returns/return-limits.ts'
import type { RequestReturnProblem } from '#domain/care/returns/returns.ts'
import { counted } from '#domain/shared/figures.ts'
import { isolated } from '#domain/shared/isolate.ts'
import { showInstant } from '#domain/shared/time/show-instant.ts'

/** Problems of a request, at their field if they have one. */
export function requestSentence({
  reason,
}: Exclude<RequestReturnProblem, { reason: 'rental-not-found' }>): Answered {
  switch (reason) {
    case 'request-closed':
      return {
        sentence: `A return can be requested within ${counted(REQUEST_HOURS, 'hour')} of delivery.`,
      }
    case 'already-requested':
      return { sentence: 'You have already requested a return.' }
    case 'rental-days-over':
      return {
        sentence:
          'The last day of the rental has passed, so a return can no longer be requested for this reason.',
      }
    case 'fit-not-returned':
      return { fields: { reason: 'This closet does not accept returns for fit.' } }
    case 'photo-missing':
      return { fields: { return_photos: 'Please add a photo that shows the difference.' } }
    case 'too-many-photos':
      return { fields: { return_photos: `Please keep it to ${MAX_RETURN_PHOTOS} photos.` } }
    case 'words-too-long':
      return { fields: { words: tooLong(MAX_RETURN_CHARACTERS) } }
    case 'image-unknown':
      return { fields: { return_photos: 'Please add your photos again.' } }
  }
}

export function answerReturnSentence(
  refusal: Exclude<AnswerReturnProblem, { reason: 'request-not-found' }>,
  timeZone: string,
): Answered {
  switch (refusal.reason) {
    case 'already-decided':
      return { sentence: decidedReturnSentence(refusal.decided, timeZone) }
    case 'already-contested':
      return { sentence: 'This return request has already been contested.' }
    case 'answer-too-late':
      return { sentence: `The time to answer ended on ${showInstant(refusal.dueAt, timeZone)}.` }
    case 'words-missing':
      return { fields: { words: 'Please say why you contest it.' } }
    case 'words-too-long':
      return { fields: { words: tooLong(MAX_RETURN_CHARACTERS) } }
  }
}

export function decideReturnSentence(
  refusal: Exclude<DecideReturnProblem, { reason: 'request-not-found' }>,
  timeZone: string,
): Answered {
  switch (refusal.reason) {
    case 'already-decided':
      return { sentence: decidedReturnSentence(refusal.decided, timeZone) }
    case 'not-yet':
      return { sentence: `It can be answered until ${showInstant(refusal.dueAt, timeZone)}.` }
    case 'own-decision':
      return { sentence: 'Another admin has to decide this return request.' }
    case 'reasons-missing':
      return { fields: { reasons: 'Please give a reason.' } }
    case 'reasons-too-long':
      return { fields: { reasons: tooLong(MAX_RETURN_CHARACTERS) } }
  }
}

/** Somebody else decided first. */
export function decidedReturnSentence(
  { status, by, at }: ReturnDecision,
  timeZone: string,
): string {
  const who = by ? isolated(` by ${by}`) : ''
  const when = `on ${showInstant(at, timeZone)}`
  return status === 'withdrawn'
    ? `This return request was withdrawn ${when}.`
    : `This return request was ${status}${who} ${when}.`
}
