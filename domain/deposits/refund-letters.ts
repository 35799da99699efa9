import { type Letter, writeLetter } from '#domain/mail/letter.ts'
import { dollars } from '#domain/shared/cents.ts'

/** What became of money on its way back. */
export type RefundNews = 'arrived' | 'failed' | 'given-by-hand'

/** A refund as its mails tell of it; cents. */
export type RefundTold = {
  readonly name: string
  readonly cents: number
  /** What was paid for: the deposit, or something that was paid twice. */
  readonly isDeposit: boolean
  /** Where links lead, if we know. */
  readonly origin: string | null
}

/** To whoever paid, when a refund is made, has failed, or was settled another way. */
export function refundLetter(news: RefundNews, told: RefundTold): Letter {
  const amount = dollars(told.cents)
  const what = told.isDeposit ? `${amount} of your deposit` : `${amount} that you had paid twice`
  const { subject, paragraphs } = {
    arrived: {
      subject: `${amount} was returned to your card`,
      paragraphs: [
        `${capital(what)} was returned to the card you paid with.`,
        'Banks usually show it within a few days.',
      ],
    },
    failed: {
      subject: `${amount} could not reach your card`,
      paragraphs: [
        `We tried to return ${what} to the card you paid with, and its bank did not take it. That happens when a card was closed or replaced.`,
        'The money is still yours. We are looking into it and write to you again; there is nothing you have to do.',
      ],
    },
    'given-by-hand': {
      subject: `${amount} was returned to you another way`,
      paragraphs: [
        `${capital(what)} could not reach your card, so we have given the money back another way.`,
        'If it has not arrived within a week, please tell us on the feedback page.',
      ],
    },
  }[news]
  return writeLetter({
    template: `refund-${news}`,
    subject,
    greeting: `Hello ${told.name},`,
    paragraphs,
    ...(told.origin && {
      button: { text: 'See your credits and deposit', url: `${told.origin}/credits` },
    }),
  })
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
