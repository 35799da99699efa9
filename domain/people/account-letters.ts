import { type Letter, writeLetter } from '#domain/mail/letter.ts'

type Whose = { readonly fullName: string; readonly origin: string }

export function welcomeLetter({
  fullName,
  origin,
  verificationToken,
}: Whose & { readonly verificationToken: string }): Letter {
  return writeLetter({
    template: 'welcome',
    subject: 'Welcome to Hemline',
    greeting: `Hello ${fullName},`,
    paragraphs: [
      'Your account is ready: find a dress, pick your dates and rent it by the week.',
      'Please confirm that this address is yours, so that we can reach you about your rentals.',
    ],
    button: { text: 'Confirm my email address', url: verificationLink(origin, verificationToken) },
    after: ['The link works for seven days. You can browse and rent in the meantime.'],
  })
}

export function verificationLetter({
  fullName,
  origin,
  verificationToken,
}: Whose & { readonly verificationToken: string }): Letter {
  return writeLetter({
    template: 'verification',
    subject: 'Confirm your email address',
    greeting: `Hello ${fullName},`,
    paragraphs: ['Please confirm that this address is yours.'],
    button: { text: 'Confirm my email address', url: verificationLink(origin, verificationToken) },
    after: ['The link works for seven days.'],
  })
}

export function resetLetter({
  fullName,
  origin,
  token,
}: Whose & { readonly token: string }): Letter {
  return writeLetter({
    template: 'reset',
    subject: 'Choose a new password',
    greeting: `Hello ${fullName},`,
    paragraphs: [
      'Somebody, hopefully you, asked for a new password for your account.',
      'The link works once, within the next hour. A new password signs you out everywhere else.',
    ],
    button: {
      text: 'Choose a new password',
      url: `${origin}/auth/reset?token=${encodeURIComponent(token)}`,
    },
    after: ['If it was not you, do nothing: your password stays as it is.'],
  })
}

/** To an address that somebody wants to change to. */
export function newEmailLetter({
  fullName,
  origin,
  token,
}: Whose & { readonly token: string }): Letter {
  return writeLetter({
    template: 'new-email',
    subject: 'Confirm your new email address',
    greeting: `Hello ${fullName},`,
    paragraphs: ['You asked to use this address for your account from now on.'],
    button: {
      text: 'Use this address',
      url: `${origin}/auth/email?token=${encodeURIComponent(token)}`,
    },
    after: ['The link works once, within a day. If it was not you, do nothing.'],
  })
}

/** To the present address, before anything has changed. */
export function changingEmailLetter({
  fullName,
  origin,
  email,
}: Whose & { readonly email: string }): Letter {
  return writeLetter({
    template: 'email-changing',
    subject: 'A new email address for your account',
    greeting: `Hello ${fullName},`,
    paragraphs: [
      `Somebody, hopefully you, wants to use ${email} for your account. Nothing has changed yet.`,
      'If it was not you, somebody knows your password: change it now, and the wish is void.',
    ],
    button: { text: 'Change my password', url: `${origin}/profile/sign-in` },
  })
}

/** To the old address, when it has been one. */
export function changedEmailLetter({
  fullName,
  origin,
  email,
}: Whose & { readonly email: string }): Letter {
  return writeLetter({
    template: 'email-changed',
    subject: 'Your email address was changed',
    greeting: `Hello ${fullName},`,
    paragraphs: [
      `Your account now uses ${email}. This address no longer signs in.`,
      'If it was not you, please write to us at once.',
    ],
    button: { text: 'Write to us', url: `${origin}/feedback` },
  })
}

export function passwordLetter({ fullName }: { readonly fullName: string }): Letter {
  return writeLetter({
    template: 'password-changed',
    subject: 'Your password was changed',
    greeting: `Hello ${fullName},`,
    paragraphs: [
      'Your password was changed, and you were signed out everywhere else.',
      'If it was not you, ask for a new password on the page where you sign in.',
    ],
  })
}

export function secondFactorLetter({
  fullName,
  on,
}: {
  readonly fullName: string
  readonly on: boolean
}): Letter {
  return writeLetter({
    template: on ? 'second-factor-on' : 'second-factor-off',
    subject: on ? 'Signing in takes a code now' : 'Signing in takes no code any more',
    greeting: `Hello ${fullName},`,
    paragraphs: [
      on
        ? 'From now on your account asks for a code of your authenticator app when you sign in.'
        : 'Your account no longer asks for a code when you sign in.',
      'If it was not you, change your password at once.',
    ],
  })
}

export function farewellLetter({ fullName }: { readonly fullName: string }): Letter {
  return writeLetter({
    template: 'farewell',
    subject: 'Your account is gone',
    greeting: `Goodbye ${fullName},`,
    paragraphs: [
      'Your account was deleted as you asked. Your name, address and photos are gone.',
      'What was paid and rented stays in our books, without your name.',
    ],
  })
}

function verificationLink(origin: string, token: string): string {
  return `${origin}/auth/verify?token=${encodeURIComponent(token)}`
}
