import type { ConversationId } from '#db/ids.ts'
import type { Email } from '#domain/outbound/mail/email.ts'
import { hello } from '#domain/outbound/mail/names.ts'
import { counted } from '#domain/shared/figures.ts'
import { pages } from '#domain/shared/pages.ts'

export type UnreadMail = {
  readonly conversationId: ConversationId
  readonly title: string
  readonly readerName: string
  readonly writerName: string
  /** The first unread messages, oldest first. */
  readonly messages: readonly { readonly body: string; readonly photos: number }[]
  /** How many more there are. */
  readonly more: number
  readonly origin: string
}

/** Unread messages with their text. Confidential, since admins may not read messages either. */
export function unreadEmail(unread: UnreadMail): Email {
  const { conversationId, title, readerName, writerName, messages, more, origin } = unread
  const several = messages.length + more > 1
  return {
    template: 'unread-messages',
    confidential: true,
    subject: `New ${several ? 'messages' : 'message'} from ${writerName} about ${title}`,
    greeting: hello(readerName),
    paragraphs: [
      `${writerName} sent you ${several ? 'messages' : 'a message'} about ${title}:`,
      ...messages.map(inQuotes),
      ...(more > 0 ? [`And ${counted(more, 'more message')}.`] : []),
    ],
    button: { text: 'Read and reply', url: `${origin}${pages.conversation(conversationId)}` },
    after: ['Please reply on Hemline. Replies to this email are not delivered.'],
  }
}

function inQuotes({ body, photos }: UnreadMail['messages'][number]): string {
  const shown = photos > 0 ? `(${counted(photos, 'photo')})` : ''
  return [body && `“${body}”`, shown].filter(Boolean).join(' ')
}

export type RemovedMail = {
  readonly conversationId: ConversationId
  readonly title: string
  readonly readerName: string
  /** The text of the message, for its writer; null for the other side. */
  readonly words: string | null
  readonly reason: string
  readonly origin: string
}

/** To both people of a conversation: an admin removed a message, with the reason. */
export function removedEmail(removed: RemovedMail): Email {
  const { conversationId, title, readerName, words, reason, origin } = removed
  const isWriter = words !== null
  return {
    template: isWriter ? 'message-removed' : 'message-to-you-removed',
    confidential: true,
    subject: `${isWriter ? 'Your message' : 'A message to you'} about ${title} was removed`,
    greeting: hello(readerName),
    paragraphs: [
      `Hemline removed ${isWriter ? 'a message that you wrote' : 'a message that was written to you'} about ${title}, after a report. It is no longer visible in the conversation.`,
      ...(isWriter ? [`You wrote: “${words}”`] : []),
      `Our reason: “${reason}”`,
    ],
    button: {
      text: 'Open the conversation',
      url: `${origin}${pages.conversation(conversationId)}`,
    },
    after: [`If you think that this is wrong, tell us why: ${origin}${pages.feedback}`],
  }
}
