import type { Email } from '#domain/outbound/mail/email.ts'
import { greetingName } from '#domain/outbound/mail/names.ts'
import { pages } from '#domain/shared/pages.ts'

/** A gift as emails describe it. */
export type GiftDetails = {
  readonly code: string
  readonly credits: number
  /** Null once the buyer has closed their account. */
  readonly buyerName: string | null
  /** 'Feb 20, 2027, 3:15 PM EST'; null if it never expires. */
  readonly claimableUntil: string | null
  readonly origin: string
}

/** The buyer's name in an email; null if it is left out. */
function buyerOf({ buyerName }: GiftDetails): string | null {
  return buyerName === null ? null : greetingName(buyerName)
}

function claimButton({ origin, code }: GiftDetails) {
  return { text: 'Claim your credits', url: `${origin}${pages.credits}?code=${code}` }
}

const AFTER = [
  'You will be asked to sign in or create an account first. Your code will be filled in for you.',
  'If you did not expect this gift, you can ignore this email.',
]

const claimOnce = ({ claimableUntil }: GiftDetails) =>
  claimableUntil === null ? 'once; it never expires' : `once, until ${claimableUntil}`

/** To the friend, when the gift is paid for and whenever its buyer sends it again. */
export function giftEmail(gift: GiftDetails): Email {
  const buyer = buyerOf(gift) ?? 'Someone'
  return {
    template: 'gift-code',
    confidential: true,
    subject: `${buyer} sent you ${gift.credits} credits`,
    greeting: 'Hi,',
    paragraphs: [
      `${buyer} sent you ${gift.credits} credits for Hemline, where you can rent designer fashion by the week.`,
      `Your gift code is ${gift.code}. You can claim it ${claimOnce(gift)}.`,
    ],
    button: claimButton(gift),
    after: AFTER,
  }
}

/** To the friend, a week before an unclaimed gift expires. */
export function giftReminder(gift: GiftDetails & { readonly claimableUntil: string }): Email {
  const buyer = buyerOf(gift)
  const from = buyer === null ? '' : ` from ${buyer}`
  return {
    template: 'gift-code-reminder',
    confidential: true,
    subject: `Claim your ${gift.credits} credits by ${gift.claimableUntil}`,
    greeting: 'Hi,',
    paragraphs: [
      `You have not claimed your gift${from} yet: ${gift.credits} credits for Hemline.`,
      `Your gift code is ${gift.code}. You can claim it until ${gift.claimableUntil}.`,
    ],
    button: claimButton(gift),
    after: AFTER,
  }
}
