import type { AccountType } from '#db/enums.ts'
import type { Email } from '#domain/outbound/mail/email.ts'
import { hello } from '#domain/outbound/mail/names.ts'
import { pages } from '#domain/shared/pages.ts'

type Change = {
  readonly fullName: string
  readonly origin: string
  readonly from: AccountType
  readonly to: AccountType
  /** They have a plan, which no longer renews. */
  readonly stopsPlan: boolean
}

const PLAN_STOPS = 'Your plan will not renew, and you will not be charged for it again.'

/** To a person whose account an admin has changed. */
export function accountChanged({ fullName, ...change }: Change): Email {
  return {
    ...wordsFor(change),
    template: 'account-changed',
    greeting: hello(fullName),
  }
}

function wordsFor({
  from,
  to,
  origin,
  stopsPlan,
}: Omit<Change, 'fullName'>): Pick<Email, 'subject' | 'paragraphs' | 'button'> {
  if (to === 'business')
    return {
      subject: 'Your closet is open',
      paragraphs: [
        'Your business account is active. Add your first item with a photo: it goes live once we have approved it.',
      ],
      button: { text: 'Go to My Closet', url: `${origin}${pages.closet}` },
    }
  if (to === 'admin')
    return {
      subject: 'You are now a Hemline admin',
      paragraphs: [
        'A Hemline admin has given you admin rights.',
        ...(stopsPlan ? [`Admins do not rent. ${PLAN_STOPS}`] : []),
      ],
      button: { text: 'Go to the dashboard', url: `${origin}${pages.admin}` },
    }
  return {
    subject:
      from === 'business'
        ? 'Your business account has been blocked'
        : 'You are no longer a Hemline admin',
    paragraphs:
      from === 'business'
        ? [
            'Your business account has been blocked and your items are no longer shown. We will complete the rentals that are still open.',
            'If you have a question, please contact support. You can rent as before.',
          ]
        : ['Your account no longer has admin rights. You can rent like any other customer.'],
    button: { text: 'Contact support', url: `${origin}${pages.feedback}`, isContact: true },
  }
}

/** To a person whose lost second factor an admin has reset. */
export function secondFactorReset({
  fullName,
  origin,
}: {
  readonly fullName: string
  readonly origin: string
}): Email {
  return {
    template: 'second-factor-reset',
    subject: 'Two-step verification was reset',
    greeting: hello(fullName),
    paragraphs: [
      'Our team has turned off two-step verification for your account, and you were signed out on all devices.',
      'Sign in with your password, then turn it on again on your profile.',
      'If you did not ask for this, reset your password right away and contact support.',
    ],
    button: { text: 'Sign in', url: `${origin}${pages.signIn}` },
  }
}

/** To a customer whom an admin has blocked, with the reason. */
export function accountBlocked({
  fullName,
  reason,
  stopsPlan,
  origin,
}: {
  readonly fullName: string
  readonly reason: string
  /** They have a plan, which no longer renews. */
  readonly stopsPlan: boolean
  readonly origin: string
}): Email {
  return {
    template: 'account-blocked',
    subject: 'Your account has been blocked',
    greeting: hello(fullName),
    paragraphs: [
      'Your Hemline account has been blocked. You can no longer sign in.',
      `Reason: ${reason}`,
      ...(stopsPlan ? [PLAN_STOPS] : []),
      'Your open rentals continue. If you think this is a mistake, please contact support.',
    ],
    button: { text: 'Contact support', url: `${origin}${pages.feedback}`, isContact: true },
  }
}

export function accountUnblocked({
  fullName,
  origin,
}: {
  readonly fullName: string
  readonly origin: string
}): Email {
  return {
    template: 'account-unblocked',
    subject: 'Your account has been unblocked',
    greeting: hello(fullName),
    paragraphs: ['Your Hemline account is no longer blocked. You can sign in again.'],
    button: { text: 'Sign in', url: `${origin}${pages.signIn}` },
  }
}
