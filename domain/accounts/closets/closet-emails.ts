import type { Email } from '#domain/outbound/mail/email.ts'
import { hello } from '#domain/outbound/mail/names.ts'
import { pages } from '#domain/shared/pages.ts'
import { REAPPLY_DAYS } from './reapply-days.ts'

type EmailDetails = { readonly fullName: string; readonly origin: string }

/** To an applicant: what happens next. */
export function applicationReceived({ fullName, origin }: EmailDetails): Email {
  return {
    template: 'application-received',
    subject: 'We received your application',
    greeting: hello(fullName),
    paragraphs: [
      'Thank you for applying for a business account.',
      'We typically review applications within 1-3 business days and will email you our decision.',
    ],
    button: { text: 'See your application', url: `${origin}${pages.businessApply}` },
  }
}

export function applicationApproved({ fullName, origin }: EmailDetails): Email {
  return {
    template: 'application-approved',
    subject: 'Your closet is open',
    greeting: hello(fullName),
    paragraphs: [
      'Your application has been approved: your business account is active.',
      'Add your first item with a photo. It goes live once we have approved it, and we will email you either way.',
      'Your name, city, phone number and Instagram are shown on its page, so please check your profile too.',
    ],
    button: { text: 'Go to My Closet', url: `${origin}${pages.closet}` },
  }
}

/** To an applicant: a decision was taken back. */
export function applicationReopened({
  fullName,
  wasApproved,
  origin,
}: EmailDetails & { readonly wasApproved: boolean }): Email {
  return {
    template: 'application-reopened',
    subject: 'We are reviewing your application again',
    greeting: hello(fullName),
    paragraphs: [
      `Your application for a business account was ${wasApproved ? 'approved' : 'denied'} by mistake, so we are reviewing it again.`,
      'You do not have to do anything. We will email you our decision.',
    ],
    button: { text: 'See your application', url: `${origin}${pages.businessApply}` },
  }
}

/** To a closet whose shop name, photo and text an admin has removed. */
export function closetPageCleared({
  fullName,
  reason,
  origin,
}: EmailDetails & { readonly reason: string }): Email {
  return {
    template: 'closet-page-cleared',
    subject: 'Your public page was changed',
    greeting: hello(fullName),
    paragraphs: [
      'We removed the shop name, photo and text from the public page of your closet. Your items stay listed.',
      `Reason: ${reason}`,
      'You can write a new text that follows our terms. If you disagree, please contact support.',
    ],
    button: { text: 'Edit your page', url: `${origin}${pages.closetPage}` },
  }
}

export function applicationDenied({
  fullName,
  reason,
  origin,
}: EmailDetails & { readonly reason: string | null }): Email {
  return {
    template: 'application-denied',
    subject: 'About your application',
    greeting: hello(fullName),
    paragraphs: [
      'Your application for a business account was denied.',
      ...(reason ? [`Reason: ${reason}`] : []),
      `You can apply again in ${REAPPLY_DAYS} days. If you have a question, please contact support. You can rent as before.`,
    ],
    button: { text: 'Contact support', url: `${origin}${pages.feedback}`, isContact: true },
  }
}
