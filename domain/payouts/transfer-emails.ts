import { type Email, writeEmail } from '#domain/mail/email.ts'
import { type CalendarDate, showDate } from '#domain/shared/calendar-date.ts'
import { dollars } from '#domain/shared/cents.ts'
import { pages } from '#domain/shared/pages.ts'

type Linked = { readonly fullName: string; readonly origin: string }

const seePayouts = (origin: string) => ({
  text: 'See your payouts',
  url: `${origin}${pages.closetPayouts}`,
})

/** To a closet: a transfer has arrived in its account at Stripe. */
export function payoutSent({
  fullName,
  cents,
  origin,
}: Linked & { readonly cents: number }): Email {
  return writeEmail({
    template: 'payout-sent',
    subject: `Your payout of ${dollars(cents)} is on its way`,
    greeting: `Hello ${fullName},`,
    paragraphs: [
      `We have sent you ${dollars(cents)}. Stripe pays it to your bank account, usually within a few days.`,
    ],
    button: seePayouts(origin),
  })
}

/** To a closet: Stripe did not accept a transfer to its account. */
export function payoutRefused({
  fullName,
  cents,
  origin,
}: Linked & { readonly cents: number }): Email {
  return writeEmail({
    template: 'payout-failed',
    subject: `Your payout of ${dollars(cents)} failed`,
    greeting: `Hello ${fullName},`,
    paragraphs: [
      `We could not send you ${dollars(cents)}: Stripe does not accept payments to your account at the moment.`,
      'Please check whether Stripe needs something from you. You keep everything that you have earned, and we will try again.',
    ],
    button: seePayouts(origin),
  })
}

/** To a closet: its bank returned the money to its account at Stripe. */
export function bankPayoutFailed({
  fullName,
  cents,
  origin,
}: Linked & { readonly cents: number }): Email {
  return writeEmail({
    template: 'payout-failed',
    subject: `Your bank returned a payout of ${dollars(cents)}`,
    greeting: `Hello ${fullName},`,
    paragraphs: [
      `Stripe could not pay ${dollars(cents)} to your bank account. The money is in your Stripe account.`,
      'Please check your bank details with Stripe. It pays the money out again once they are correct.',
    ],
    button: seePayouts(origin),
  })
}

/** To a closet: another rate applies from a day on. */
export function payoutRateChanged({
  fullName,
  cents,
  from,
  hasConnect,
  origin,
}: Linked & {
  readonly cents: number
  readonly from: CalendarDate
  readonly hasConnect: boolean
}): Email {
  return writeEmail({
    template: 'payout-rate-changed',
    subject: `You earn ${cents}¢ per credit from ${showDate(from)}`,
    greeting: `Hello ${fullName},`,
    paragraphs: [
      `From ${showDate(from)}, you earn ${cents}¢ for each credit that is spent on your pieces.`,
      'Whatever is rented before that day keeps the rate that applied when it was rented.',
      ...(hasConnect
        ? []
        : [
            'Payouts have not been set up for this shop yet. What your rentals earn stays owed to you.',
          ]),
    ],
    button: seePayouts(origin),
  })
}
