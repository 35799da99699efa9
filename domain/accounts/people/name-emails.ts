import type { Email } from '#domain/outbound/mail/email.ts'
import { hello } from '#domain/outbound/mail/names.ts'
import { pages } from '#domain/shared/pages.ts'

/** To a closet whose new name was approved, or denied with a reason. */
export function nameDecided({
  fullName,
  requestedName,
  reason,
  origin,
}: {
  /** The name that the closet has after the decision. */
  readonly fullName: string
  readonly requestedName: string
  readonly reason: string | null
  readonly origin: string
}): Email {
  const greeting = hello(fullName)
  if (reason === null)
    return {
      template: 'name-approved',
      subject: `Approved: ${requestedName}`,
      greeting,
      paragraphs: [`Your new name “${requestedName}” has been approved. Everyone sees it now.`],
      button: { text: 'Go to My Closet', url: `${origin}${pages.closet}` },
    }
  return {
    template: 'name-denied',
    subject: `Not approved: ${requestedName}`,
    greeting,
    paragraphs: [
      `Your new name “${requestedName}” was not approved, so you are still shown as “${fullName}”.`,
      `Reason: ${reason}`,
      'You can enter another name in your profile. We will then review it.',
    ],
    button: { text: 'Edit your profile', url: `${origin}${pages.profile}` },
  }
}

/** To a closet: the decision about its new name was taken back. */
export function nameReopened({
  fullName,
  requestedName,
  origin,
}: {
  readonly fullName: string
  readonly requestedName: string
  readonly origin: string
}): Email {
  return {
    template: 'name-reopened',
    subject: `Reviewed again: ${requestedName}`,
    greeting: hello(fullName),
    paragraphs: [
      `We decided about your new name “${requestedName}” by mistake, so we are reviewing it again. Until then you are shown as “${fullName}”.`,
      'You do not have to do anything. We will email you our decision.',
    ],
    button: { text: 'Go to My Closet', url: `${origin}${pages.closet}` },
  }
}
