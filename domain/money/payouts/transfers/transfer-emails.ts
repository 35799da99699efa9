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

type PayoutWords = readonly [template: string, subject: string, ...paragraphs: string[]]

const PAYOUT_WORDS = {
  /** A transfer has arrived in its account at Stripe. */
  made: (amount: string): PayoutWords => [
    'payout-sent',
    `Your payout of ${amount} is on its way`,
    `We have sent you ${amount}. Stripe pays it to your bank account, usually within a few days.`,
  ],
  /** Stripe did not accept a transfer to its account. */
  failed: (amount: string): PayoutWords => [
    'payout-failed',
    `Your payout of ${amount} failed`,
    `We could not send you ${amount}: Stripe does not accept payments to your account at the moment.`,
    'Please check whether Stripe needs something from you. We still hold your earnings and will try again.',
  ],
  /** Its bank returned the money to its account at Stripe. */
  returned: (amount: string): PayoutWords => [
    'payout-failed',
    `Your bank returned a payout of ${amount}`,
    `Stripe could not pay ${amount} to your bank account. The money is in your Stripe account.`,
    'Please check your bank details with Stripe. It pays the money out again once they are correct.',
  ],
}

/** To a closet: what became of a transfer, or of a payout to its bank. */
export function payoutEmail(
  event: keyof typeof PAYOUT_WORDS,
  { fullName, cents, origin }: Linked & { readonly cents: number },
): Email {
  const [template, subject, ...paragraphs] = PAYOUT_WORDS[event](dollars(cents))
  return { template, subject, greeting: hello(fullName), paragraphs, button: seePayouts(origin) }
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
