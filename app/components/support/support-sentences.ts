import { tooLong } from '#app/forms/answered.ts'
import type { OpenSupportProblem } from '#domain/care/support/support.ts'
import {
  MAX_OPEN_REQUESTS,
  MAX_SUPPORT_CHARACTERS,
  MAX_SUPPORT_PHOTOS,
  REOPEN_DAYS,
  SUPPORT_HOURS,
  URGENT_DAYS,
  URGENT_HOURS,
} from '#domain/care/support/support-limits.ts'
import type { SupportReplyProblem } from '#domain/care/support/write-in-request.ts'
import { counted, inWords } from '#domain/shared/figures.ts'

export const ANSWER_TIMES = `We answer within ${counted(SUPPORT_HOURS, 'hour')}, and within ${inWords(URGENT_HOURS, 'hour')} about a rental that is out or starts within ${inWords(URGENT_DAYS, 'day')}.`

export const CLOSED_FOR_GOOD = 'This request is closed. If something is wrong, open a new one.'

type Reason = Exclude<
  (OpenSupportProblem | SupportReplyProblem)['reason'],
  'subject-not-found' | 'request-not-found'
>

type Sentences = { readonly problem?: string; readonly fields?: Readonly<Record<string, string>> }

const PROBLEMS: Readonly<Record<Reason, Sentences>> = {
  'words-missing': { fields: { words: 'Please say what is wrong.' } },
  'words-too-long': { fields: { words: tooLong(MAX_SUPPORT_CHARACTERS) } },
  'too-many-photos': {
    fields: { photos: `Please choose up to ${counted(MAX_SUPPORT_PHOTOS, 'photo')}.` },
  },
  'image-unknown': { fields: { photos: 'Please choose the photos again.' } },
  'request-used': { problem: 'This has been sent already. Please reload the page.' },
  'too-many-open': {
    problem: `You have ${MAX_OPEN_REQUESTS} requests that are not closed. Please write in one of them, or close one first.`,
  },
  'too-many-today': {
    problem:
      'You have opened as many requests as one account can in a day. Please try again tomorrow.',
  },
  closed: { problem: CLOSED_FOR_GOOD },
  full: { problem: 'This request has as many messages as one can have. Please open a new one.' },
}

/** What to correct, for the whole form or at its fields. */
export const supportProblem = (reason: Reason): Sentences => PROBLEMS[reason]

/** Until when a closed request can be reopened. */
export const reopens = (until: string) =>
  `If something is still wrong, write to us below by ${until}: that opens it again.`

/** What becomes of an answered request. */
export const CLOSES_ITSELF = `If you need nothing more, close the request. It closes by itself ${inWords(REOPEN_DAYS, 'day')} after our answer.`
