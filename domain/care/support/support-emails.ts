import type { SupportKind } from '#db/enums.ts'
import type { SupportRequestId } from '#db/ids.ts'
import type { Email } from '#domain/outbound/mail/email.ts'
import { hello } from '#domain/outbound/mail/names.ts'
import { counted, inWords } from '#domain/shared/figures.ts'
import { pages } from '#domain/shared/pages.ts'
import { showDeadline } from '#domain/shared/time/show-instant.ts'
import { REOPEN_DAYS } from './support-limits.ts'
import { SUPPORT_KINDS, supportTitle } from './support-words.ts'

type MailedRequest = {
  readonly id: SupportRequestId
  readonly kind: SupportKind
  /** The title of the item that it is about; null without one. */
  readonly title: string | null
  readonly fullName: string
  readonly origin: string
}

/** To the person, at once: confirms the request and says until when we answer. */
export function requestReceived({
  id,
  kind,
  title,
  fullName,
  origin,
  dueAt,
  timeZone,
}: MailedRequest & { readonly dueAt: Date; readonly timeZone: string }): Email {
  return {
    template: 'support-received',
    subject: `We received your request: ${supportTitle(title, kind)}`,
    greeting: hello(fullName),
    paragraphs: [
      `Thank you for writing to us${title ? ` about ${title}` : ''}. Problem: ${SUPPORT_KINDS[kind]}.`,
      `We answer by ${showDeadline(dueAt, timeZone)}. You get an email, and the answer is on the page of your request.`,
    ],
    button: { text: 'See your request', url: `${origin}${pages.supportRequest(id)}` },
    after: [NO_REPLIES],
  }
}

/** To the person: the answer of an admin, and whether it closed the request. */
export function requestAnswered({
  id,
  kind,
  title,
  fullName,
  origin,
  words,
  photos,
  isClosed,
}: MailedRequest & {
  readonly words: string
  /** How many there are, on the page of the request. */
  readonly photos: number
  readonly isClosed: boolean
}): Email {
  return {
    template: 'support-answered',
    subject: `Our answer to your request: ${supportTitle(title, kind)}`,
    greeting: hello(fullName),
    paragraphs: [
      words,
      ...(photos > 0 ? [`With ${counted(photos, 'photo')}, on the page of your request.`] : []),
      isClosed
        ? `We closed your request. If something is still wrong, reply on its page within ${inWords(REOPEN_DAYS, 'day')}.`
        : 'If we can help further, reply on the page of your request.',
    ],
    button: { text: 'Read and reply', url: `${origin}${pages.supportRequest(id)}` },
    after: [NO_REPLIES],
  }
}

/** To one side of a case: what an admin asks before deciding. */
export function questionEmail({
  id,
  kind,
  title,
  fullName,
  origin,
  words,
}: MailedRequest & { readonly words: string }): Email {
  return {
    template: 'support-question',
    subject: `Our question to you: ${supportTitle(title, kind)}`,
    greeting: hello(fullName),
    paragraphs: [words, 'Please answer on its page. We read your answer before we decide.'],
    button: { text: 'Read and reply', url: `${origin}${pages.supportRequest(id)}` },
    after: [NO_REPLIES],
  }
}

const NO_REPLIES = 'Please reply on Hemline. Replies to this email are not delivered.'

/** To the admin who answers a request: its person wrote again, or another admin assigned it. */
export function requestForAdmin({
  id,
  kind,
  title,
  origin,
  by,
  words,
}: Omit<MailedRequest, 'fullName'> & {
  readonly by: string
  /** What the person wrote; null if it was assigned. */
  readonly words: string | null
}): Email {
  const about = supportTitle(title, kind)
  return {
    template: words === null ? 'support-assigned' : 'support-reply',
    subject:
      words === null ? `${by} assigned a request to you: ${about}` : `${by} wrote again: ${about}`,
    paragraphs:
      words === null
        ? [`${by} assigned a support request to you.`]
        : [`${by} wrote again in a support request that is assigned to you:`, `“${words}”`],
    button: { text: 'See the request', url: `${origin}${pages.adminSupportRequest(id)}` },
  }
}
