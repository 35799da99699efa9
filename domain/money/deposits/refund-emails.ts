import type { Email } from '#domain/outbound/mail/email.ts'
import { hello } from '#domain/outbound/mail/names.ts'
import { dollars } from '#domain/shared/cents.ts'
import { pages } from '#domain/shared/pages.ts'
import { failureForPayer, isDisputed } from './failure-words.ts'

/** The status of a refund. */
export type RefundEvent = 'arrived' | 'failed' | 'given-by-hand'

/** A refund as emails describe it; cents. */
export type RefundDetails = {
  readonly name: string
  readonly cents: number
  /** What is refunded: a deposit, a top-up that was not needed, or a duplicate payment. */
  readonly of: 'deposit' | 'top-up' | 'second-payment'
  /** The payment provider's reason for a failure: a code, or a sentence. */
  readonly failure: string | null
  /** The base address of links, if known. */
  readonly origin: string | null
}

const WHAT = {
  deposit: 'of your deposit',
  'top-up': 'that you added to your deposit',
  'second-payment': 'that you paid twice',
} as const satisfies Record<RefundDetails['of'], string>

/** Emails to the payer when a refund is made, has failed, or was resolved another way. */
export function refundEmail(event: RefundEvent, details: RefundDetails): Email {
  const amount = dollars(details.cents)
  const what = `${amount} ${WHAT[details.of]}`
  const { subject, paragraphs } = {
    arrived: {
      subject: `${amount} was refunded to your card`,
      paragraphs: [
        `${what} was refunded to the card you paid with.`,
        ...(details.of === 'top-up' ? ['Your deposit no longer needed this payment.'] : []),
        'Refunds usually take 5 to 10 days to arrive.',
      ],
    },
    failed: {
      subject: `Your refund of ${amount} failed`,
      paragraphs: [
        `We tried to refund ${what} to the card you paid with, ${failureForPayer(details.failure)}.`,
        `${isDisputed(details.failure) ? 'Whatever you do not get back from your bank is still yours.' : 'The money is still yours.'} We are looking into it and will email you again. You do not need to do anything.`,
      ],
    },
    'given-by-hand': {
      subject: `${amount} was refunded another way`,
      paragraphs: [
        `${what} could not be refunded to your card, so we returned the money another way.`,
        'If you have not received it within a week, please contact us.',
      ],
    },
  }[event]
  return {
    template: `refund-${event}`,
    subject,
    greeting: hello(details.name),
    paragraphs,
    ...(details.origin && {
      button: { text: 'See your credits and deposit', url: `${details.origin}${pages.credits}` },
    }),
  }
}
