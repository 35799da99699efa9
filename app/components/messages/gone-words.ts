import type { Message } from '#domain/care/messages/conversation-queries.ts'

/** Why a message is no longer there: 'This message was unsent'. */
export const goneWords = {
  withdrawn: 'unsent',
  removed: 'removed',
} as const satisfies Record<NonNullable<Message['gone']>, string>
