import type { PayoutAccountState } from '#db/enums.ts'
import type { Email } from '#domain/outbound/mail/email.ts'
import { hello } from '#domain/outbound/mail/names.ts'
import { dollars } from '#domain/shared/cents.ts'
import { pages } from '#domain/shared/pages.ts'
import { type CalendarDate, showDate } from '#domain/shared/time/calendar-date.ts'

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
  return {
    template: 'payout-sent',
    subject: `Your payout of ${dollars(cents)} is on its way`,
    greeting: hello(fullName),
    paragraphs: [
      `We have sent you ${dollars(cents)}. Stripe pays it to your bank account, usually within a few days.`,
    ],
    button: seePayouts(origin),
  }
}

/** To a closet: Stripe did not accept a transfer to its account. */
export function payoutRefused({
  fullName,
  cents,
  origin,
}: Linked & { readonly cents: number }): Email {
  return {
    template: 'payout-failed',
    subject: `Your payout of ${dollars(cents)} failed`,
    greeting: hello(fullName),
    paragraphs: [
      `We could not send you ${dollars(cents)}: Stripe does not accept payments to your account at the moment.`,
      'Please check whether Stripe needs something from you. We still hold your earnings and will try again.',
    ],
    button: seePayouts(origin),
  }
}

/** To a closet: its bank returned the money to its account at Stripe. */
export function bankPayoutFailed({
  fullName,
  cents,
  origin,
}: Linked & { readonly cents: number }): Email {
  return {
    template: 'payout-failed',
    subject: `Your bank returned a payout of ${dollars(cents)}`,
    greeting: hello(fullName),
    paragraphs: [
      `Stripe could not pay ${dollars(cents)} to your bank account. The money is in your Stripe account.`,
      'Please check your bank details with Stripe. It pays the money out again once they are correct.',
    ],
    button: seePayouts(origin),
  }
}

/** To a closet once a month: it is owed money, and its account cannot receive it. */
export function payoutReminder({
  fullName,
  cents,
  state,
  origin,
}: Linked & {
  readonly cents: number
  /** Null without an account. */
  readonly state: PayoutAccountState | null
}): Email {
  const isRefused = state === 'restricted'
  return {
    template: 'payout-reminder',
    subject: isRefused
      ? `Check your Stripe account to receive ${dollars(cents)}`
      : `Set up payouts to receive ${dollars(cents)}`,
    greeting: hello(fullName),
    paragraphs: [
      `Your rentals have earned ${dollars(cents)} that we cannot send you yet.`,
      ...MISSING[state ?? 'none'],
    ],
    button: isRefused
      ? seePayouts(origin)
      : { text: 'Set up payouts', url: `${origin}${pages.closetPayouts}` },
    after: [
      'We will hold your earnings until we can send them. We send this email at most once a month.',
    ],
  }
}

/** What prevents an account from being paid. */
const MISSING: Readonly<Record<PayoutAccountState | 'none', readonly string[]>> = {
  none: [
    'Stripe pays your earnings to your bank account. It asks for your name, address, date of birth and bank details.',
  ],
  incomplete: ['You have started to set up payouts, and Stripe still needs something from you.'],
  restricted: [
    'Stripe does not accept payouts to you. Open your Stripe account to see why and to contact Stripe.',
  ],
  gone: ['Your Stripe account was disconnected. Please set up payouts again.'],
  in_review: [],
  ready: [],
}

/** To a closet: a new rate applies from a day on. */
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
  return {
    template: 'payout-rate-changed',
    subject: `You earn ${cents}¢ per credit from ${showDate(from)}`,
    greeting: hello(fullName),
    paragraphs: [
      `From ${showDate(from)}, you earn ${cents}¢ for each credit that is spent on your items.`,
      'Rentals made before that day keep their rate.',
      ...(hasConnect
        ? []
        : ['Payouts are not available on Hemline yet. We will pay your earnings once they are.']),
    ],
    button: seePayouts(origin),
  }
}
