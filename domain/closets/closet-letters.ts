import { type Letter, writeLetter } from '#domain/mail/letter.ts'

type Told = { readonly fullName: string; readonly origin: string }

/** To somebody who has applied: what happens now. */
export function applicationReceived({ fullName, origin }: Told): Letter {
  return writeLetter({
    template: 'application-received',
    subject: 'We have your application',
    greeting: `Hello ${fullName},`,
    paragraphs: [
      'Thank you for applying for a business account.',
      'Somebody of ours looks at every application. That typically takes 1 to 3 business days; then we write again.',
    ],
    button: { text: 'See where it stands', url: `${origin}/business-apply` },
  })
}

export function applicationApproved({ fullName, origin }: Told): Letter {
  return writeLetter({
    template: 'application-approved',
    subject: 'Your closet is open',
    greeting: `Hello ${fullName},`,
    paragraphs: [
      'Your application has been approved: your business account is active.',
      'List your first piece with a photo, and it appears as soon as it has been looked at. Your name, place, phone number and Instagram stand on its page, so have a look at your profile as well.',
    ],
    button: { text: 'Go to My Closet', url: `${origin}/business` },
  })
}

export function applicationDenied({ fullName, origin }: Told): Letter {
  return writeLetter({
    template: 'application-denied',
    subject: 'About your application',
    greeting: `Hello ${fullName},`,
    paragraphs: [
      'Your application for a business account was denied.',
      'If you would like to know more, please contact support. You can rent as before.',
    ],
    button: { text: 'Write to us', url: `${origin}/feedback` },
  })
}
