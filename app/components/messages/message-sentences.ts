import { tooLong } from '#app/forms/answered.ts'
import {
  MAX_MESSAGE_CHARACTERS,
  MAX_MESSAGE_PHOTOS,
  MESSAGE_DAYS,
  WITHDRAW_MINUTES,
} from '#domain/care/messages/message-limits.ts'
import type { SendProblem } from '#domain/care/messages/messages.ts'
import { counted } from '#domain/shared/figures.ts'

export const TOO_LATE_TO_WITHDRAW = `You can unsend a message within ${counted(WITHDRAW_MINUTES, 'minute')} of sending it.`

/** Why nobody can write in a conversation now. */
export const READ_ONLY = {
  closed: 'This account has been deleted, so you can no longer send messages here.',
  blocked: 'You can read this conversation, but you cannot message each other.',
} as const

/** What to correct in a message, by its field. */
const PROBLEMS = {
  'words-missing': { body: 'Please write a message.' },
  'words-too-long': { body: tooLong(MAX_MESSAGE_CHARACTERS) },
  'too-many-photos': { photos: `Please choose up to ${counted(MAX_MESSAGE_PHOTOS, 'photo')}.` },
  'image-unknown': { photos: 'Please choose the photos again.' },
  blocked: { body: READ_ONLY.blocked },
  closed: { body: READ_ONLY.closed },
  'too-many-messages': {
    body: `You have sent as many messages as one account can in ${counted(MESSAGE_DAYS, 'day')}.`,
  },
  'request-used': { body: 'This has been sent already. Please reload the page.' },
} satisfies Record<Exclude<SendProblem['reason'], 'conversation-not-found'>, object>

export const messageProblem = (reason: keyof typeof PROBLEMS): Record<string, string> =>
  PROBLEMS[reason]
