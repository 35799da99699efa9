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

function verificationLink(origin: string, token: string): string {
  return `${origin}/auth/verify?token=${encodeURIComponent(token)}`
}
