import { type Letter, writeLetter } from '#domain/mail/letter.ts'

/** A gift as its mails tell of it. */
export type GiftTold = {
  readonly code: string
  readonly credits: number
  readonly buyerName: string
  /** 'Feb 20, 2027'. */
  readonly expiresOn: string
  readonly origin: string
}

function claimButton({ origin, code }: GiftTold) {
  return { text: 'Claim your credits', url: `${origin}/credits?code=${code}` }
}

const AFTER = [
  'You are asked to sign in or to create an account first; the code stays filled in.',
  'If you did not expect this gift, you can leave it: nothing happens then.',
]

/** To the friend, when the gift is paid for and whenever its buyer sends it again. */
export function giftLetter(gift: GiftTold): Letter {
  return writeLetter({
    template: 'gift-code',
    subject: `${gift.buyerName} sent you ${gift.credits} credits`,
    greeting: 'Hello,',
    paragraphs: [
      `${gift.buyerName} would like you to borrow something beautiful: ${gift.credits} credits wait for you at Hemline, where clothes are rented by the week.`,
      `Your gift code is ${gift.code}. It can be claimed once, until ${gift.expiresOn}.`,
    ],
    button: claimButton(gift),
    after: AFTER,
  })
}

/** To the friend, a week before an unclaimed gift lapses. */
export function giftReminder(gift: GiftTold): Letter {
  return writeLetter({
    template: 'gift-code-reminder',
    subject: `Your ${gift.credits} credits can be claimed until ${gift.expiresOn}`,
    greeting: 'Hello,',
    paragraphs: [
      `The gift of ${gift.buyerName} is still waiting for you: ${gift.credits} credits at Hemline.`,
      `Your gift code is ${gift.code}. After ${gift.expiresOn} it cannot be claimed any more.`,
    ],
    button: claimButton(gift),
    after: AFTER,
  })
}
