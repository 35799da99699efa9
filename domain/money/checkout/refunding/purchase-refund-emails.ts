import { failureForPayer } from '#domain/money/deposits/failure-words.ts'
import type { RefundEvent } from '#domain/money/deposits/refund-emails.ts'
import type { Email } from '#domain/outbound/mail/email.ts'
import { hello } from '#domain/outbound/mail/names.ts'
import { dollars } from '#domain/shared/cents.ts'
import { counted } from '#domain/shared/figures.ts'
import { pages } from '#domain/shared/pages.ts'
import type { ReturnedCredits } from './refunded-credits.ts'

type EmailDetails = {
  readonly name: string
  readonly cents: number
  readonly credits: number
  /** The credits that came back with a failed refund; null when all of them stay revoked. */
  readonly returned: ReturnedCredits | null
  /** The admin's reason for the refund. */
  readonly note: string | null
  /** The payment provider's reason for a failure: a code, or a sentence. */
  readonly failure: string | null
  /** The base address of links, if known. */
  readonly origin: string | null
}

/**
 * Emails to the buyer of credits that are refunded: that the refund was started, and its result.
 */
export function purchaseRefundEmail(
  event: RefundEvent | 'started',
  { name, cents, credits, returned, note, failure, origin }: EmailDetails,
): Email {
  const amount = dollars(cents)
  const count = inWords(credits)
  const { subject, paragraphs } = {
    started: {
      subject: `We are refunding ${amount}`,
      paragraphs: [
        `We are refunding ${amount} for ${count} that you had not used. They are no longer in your account.`,
        ...(note ? [`The reason: ${note}`] : []),
        'The money goes back to the card you paid with. We will email you when it is on its way.',
      ],
    },
    arrived: {
      subject: `${amount} was refunded to your card`,
      paragraphs: [
        `${amount} for ${count} was refunded to the card you paid with.`,
        'Refunds usually take 5 to 10 days to arrive.',
      ],
    },
    failed: {
      subject: `Your refund of ${amount} failed`,
      paragraphs: [
        `We tried to refund ${amount} to the card you paid with, ${failureForPayer(failure)}.`,
        `${returned ? returnedCreditsSentence(credits, returned) : 'The money is still yours.'} We are looking into it and will email you again. You do not need to do anything.`,
      ],
    },
    'given-by-hand': {
      subject: `${amount} was refunded another way`,
      paragraphs: [
        `${amount} for ${count} could not be refunded to your card, so we returned the money another way. The credits are no longer in your account.`,
        'If you have not received it within a week, please contact us.',
      ],
    },
  }[event]
  return {
    template: `refund-${event}`,
    subject,
    greeting: hello(name),
    paragraphs,
    ...(origin && {
      button: { text: 'See your credits', url: `${origin}${pages.credits}#statement` },
    }),
  }
}

const inWords = (credits: number) => counted(credits, 'credit')

/** Which of a failed refund's credits are back, and where. */
function returnedCreditsSentence(
  credits: number,
  { usable, onHold, inCode }: ReturnedCredits,
): string {
  const are = (count: number) => `${inWords(count)} ${count === 1 ? 'is' : 'are'}`
  const others = credits - usable - onHold - inCode
  return [
    usable > 0 && `${are(usable)} back in your account.`,
    inCode > 0 && `The gift code for ${inWords(inCode)} is valid again.`,
    onHold > 0 && `${are(onHold)} back, but on hold until the dispute is resolved.`,
    others > 0 &&
      `${are(others)} not back, because part of the payment was disputed or refunded separately.`,
  ]
    .filter((sentence) => sentence !== false)
    .join(' ')
}
