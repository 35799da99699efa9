import type { Email } from '#domain/outbound/mail/email.ts'
import { calledBy, greetingName, hello } from '#domain/outbound/mail/names.ts'
import type { Person } from '#domain/shared/actors.ts'
import { inWords } from '#domain/shared/figures.ts'
import { pages } from '#domain/shared/pages.ts'
import { EMAIL_LINK_HOURS, RESET_LINK_HOURS } from './time-limits.ts'

const LINK_LIFE = `The link works once and expires in ${inWords(EMAIL_LINK_HOURS, 'hour')}.`

type Recipient = { readonly fullName: string; readonly origin: string }

export function welcomeEmail({
  fullName,
  origin,
  verificationToken,
}: Recipient & { readonly verificationToken: string }): Email {
  return {
    template: 'welcome',
    confidential: true,
    subject: 'Welcome to Hemline',
    greeting: hello(fullName),
    paragraphs: [
      'Your account is ready: find a dress, pick your dates and rent it by the week.',
      'Please confirm your email address so that we can reach you about your rentals.',
    ],
    button: { text: 'Confirm my email address', url: verificationLink(origin, verificationToken) },
    after: [`${LINK_LIFE} You can browse and rent in the meantime.`],
  }
}

export function verificationEmail({
  fullName,
  origin,
  verificationToken,
}: Recipient & { readonly verificationToken: string }): Email {
  return {
    template: 'verification',
    confidential: true,
    subject: 'Confirm your email address',
    greeting: hello(fullName),
    paragraphs: ['Please confirm your email address.'],
    button: { text: 'Confirm my email address', url: verificationLink(origin, verificationToken) },
    after: [LINK_LIFE],
  }
}

export function passwordResetEmail({
  fullName,
  origin,
  token,
}: Recipient & { readonly token: string }): Email {
  return {
    template: 'reset',
    confidential: true,
    subject: 'Choose a new password',
    greeting: hello(fullName),
    paragraphs: [
      'We got a request to reset your password.',
      `The link works once and expires in ${inWords(RESET_LINK_HOURS, 'hour')}. When you choose a new password, you will be signed out on all other devices.`,
    ],
    button: {
      text: 'Choose a new password',
      url: `${origin}${pages.resetPassword}?token=${encodeURIComponent(token)}`,
    },
    after: ['If this was not you, you can ignore this email. Your password stays the same.'],
  }
}

/** To the new address of a requested change. */
export function confirmNewAddressEmail({
  fullName,
  origin,
  token,
}: Recipient & { readonly token: string }): Email {
  return {
    template: 'new-email',
    confidential: true,
    subject: 'Confirm your new email address',
    greeting: hello(fullName),
    paragraphs: ['You asked to use this address for your Hemline account.'],
    button: {
      text: 'Use this address',
      url: `${origin}${pages.newEmail}?token=${encodeURIComponent(token)}`,
    },
    after: [`${LINK_LIFE} If this was not you, you can ignore this email.`],
  }
}

/** To the current address, before anything has changed. */
export function addressChangeRequestedEmail({
  fullName,
  origin,
  email,
}: Recipient & { readonly email: string }): Email {
  return {
    template: 'email-changing',
    subject: 'Request to change your email address',
    greeting: hello(fullName),
    paragraphs: [
      `We got a request to change your email to ${email}. Nothing has changed yet.`,
      'If this was not you, someone may know your password. Change your password to cancel it.',
    ],
    button: { text: 'Change my password', url: `${origin}${pages.signInSettings}` },
  }
}

/** To the old address, after the change. */
export function addressChangedEmail({
  fullName,
  origin,
  email,
}: Recipient & { readonly email: string }): Email {
  return {
    template: 'email-changed',
    subject: 'Your email address was changed',
    greeting: hello(fullName),
    paragraphs: [
      `Your account now uses ${email}. You can no longer sign in with this address.`,
      'If this was not you, please contact us right away.',
    ],
    button: { text: 'Contact us', url: `${origin}${pages.feedback}`, isContact: true },
  }
}

/** @param pendingEmail the address of a pending change, which was cancelled; null without one */
export function passwordChangedEmail({
  fullName,
  pendingEmail,
  hadApiTokens,
  losesSecondFactor = false,
  losesLinks = false,
}: {
  readonly fullName: string
  readonly pendingEmail: string | null
  readonly hadApiTokens: boolean
  readonly losesSecondFactor?: boolean
  /** Whether calendar links or webhooks were removed. */
  readonly losesLinks?: boolean
}): Email {
  return {
    template: 'password-changed',
    subject: 'Your password was changed',
    greeting: hello(fullName),
    paragraphs: [
      'Your password was changed, and you were signed out on all other devices.',
      ...(pendingEmail
        ? [`Your pending change of email address to ${pendingEmail} was canceled.`]
        : []),
      ...(hadApiTokens ? ['Your API tokens were revoked.'] : []),
      ...(losesSecondFactor
        ? ['Two-step verification was turned off, as this address had not been confirmed before.']
        : []),
      ...(losesLinks
        ? ['Calendar links and webhooks from before this address was confirmed were removed.']
        : []),
      'If this was not you, reset your password right away on the sign-in page.',
    ],
  }
}

export function secondFactorEmail({
  fullName,
  on,
}: {
  readonly fullName: string
  readonly on: boolean
}): Email {
  return {
    template: on ? 'second-factor-on' : 'second-factor-off',
    subject: on ? 'Two-step verification is on' : 'Two-step verification is off',
    greeting: hello(fullName),
    paragraphs: [
      on
        ? 'You now need a code from your authenticator app when you sign in.'
        : 'You no longer need a code when you sign in.',
      'If this was not you, change your password right away.',
    ],
  }
}

/** Ten wrong codes after the right password. */
export function wrongCodesEmail({ fullName }: { readonly fullName: string }): Email {
  return {
    template: 'wrong-codes',
    subject: 'Someone may know your password',
    greeting: hello(fullName),
    paragraphs: [
      'Someone entered your password and then ten wrong codes, so two-step verification is locked for a while.',
      'If this was not you, reset your password right away on the sign-in page. Your account is still protected by your codes.',
    ],
  }
}

/** A hundred wrong codes after the right password. */
export function passwordEndedEmail({ fullName }: { readonly fullName: string }): Email {
  return {
    template: 'password-ended',
    subject: 'Your password no longer works',
    greeting: hello(fullName),
    paragraphs: [
      'Someone entered your password and a hundred wrong codes. To protect your account, this password no longer works.',
      'To sign in again, choose “Forgot password?” on the sign-in page and set a new one.',
    ],
  }
}

export function apiTokenMadeEmail({
  fullName,
  name,
  origin,
}: Recipient & { readonly name: string }): Email {
  return {
    template: 'api-token-made',
    subject: 'A new API token for your account',
    greeting: hello(fullName),
    paragraphs: [
      `The API token “${name}” was made for your account. Anyone with it can act on your behalf, within its permissions.`,
      'If this was not you, someone may know your password. Change your password: that revokes all tokens.',
    ],
    button: { text: 'See my API tokens', url: `${origin}${pages.apiTokens}` },
  }
}

export function accountDeletedEmail({
  fullName,
  accountType,
}: Pick<Person, 'fullName' | 'accountType'>): Email {
  const name = accountType === 'business' ? greetingName(fullName) : calledBy(fullName)
  return {
    template: 'farewell',
    confidential: true,
    subject: 'Your account has been deleted',
    greeting: name === null ? 'Goodbye,' : `Goodbye ${name},`,
    paragraphs: [
      'As you asked, we deleted your account, including your name, address, photos and likes.',
      'Payment records are kept without your name.',
    ],
  }
}

function verificationLink(origin: string, token: string): string {
  return `${origin}${pages.verifyEmail}?token=${encodeURIComponent(token)}`
}
