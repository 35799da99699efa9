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

/** What to correct in a message, at its field or above the form. */
export function messageProblem({
  reason,
}: Exclude<SendProblem, { reason: 'conversation-not-found' }>): {
  fields: Record<string, string>
} {
  switch (reason) {
    case 'words-missing':
      return { fields: { body: 'Please write a message.' } }
    case 'words-too-long':
      return {
        fields: { body: tooLong(MAX_MESSAGE_CHARACTERS) },
      }
    case 'too-many-photos':
      return { fields: { photos: `Please choose up to ${counted(MAX_MESSAGE_PHOTOS, 'photo')}.` } }
    case 'image-unknown':
      return { fields: { photos: 'Please choose the photos again.' } }
    case 'blocked':
    case 'closed':
      return { fields: { body: READ_ONLY[reason] } }
    case 'too-many-messages':
      return {
        fields: {
          body: `You have sent as many messages as one account can in ${counted(MESSAGE_DAYS, 'day')}.`,
        },
      }
    case 'request-used':
      return { fields: { body: 'This has been sent already. Please reload the page.' } }
  }
}
