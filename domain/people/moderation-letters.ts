import type { AccountType } from '#db/enums.ts'
import { type Letter, writeLetter } from '#domain/mail/letter.ts'

type Change = {
  readonly fullName: string
  readonly origin: string
  readonly from: AccountType
  readonly to: AccountType
}

/** To somebody whose account an admin has changed. */
export function accountChanged({ fullName, origin, from, to }: Change): Letter {
  return writeLetter({
    ...wordsFor(from, to, origin),
    template: 'account-changed',
    greeting: `Hello ${fullName},`,
  })
}

function wordsFor(from: AccountType, to: AccountType, origin: string) {
  if (to === 'business')
    return {
      subject: 'Your closet is open',
      paragraphs: [
        'Your business account is active: list your first piece with a photo, and it appears as soon as it has been looked at.',
      ],
      button: { text: 'Go to My Closet', url: `${origin}/business` },
    }
  if (to === 'admin')
    return {
      subject: 'You are an admin of Hemline now',
      paragraphs: ['Somebody of Hemline has made your account an admin account.'],
      button: { text: 'Go to the dashboard', url: `${origin}/admin` },
    }
  return {
    subject: from === 'business' ? 'Your closet has been closed' : 'Your account has changed',
    paragraphs:
      from === 'business'
        ? [
            'Your business account has been blocked and your items are not shown any more. Rentals that have begun are seen through by us.',
            'Please contact support if you would like to know more. You can rent as before.',
          ]
        : ['Your account is no longer an admin account. You can rent like everybody else.'],
    button: { text: 'Write to us', url: `${origin}/feedback` },
  }
}
