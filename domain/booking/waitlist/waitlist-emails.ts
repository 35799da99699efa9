import type { ItemId } from '#db/ids.ts'
import type { WaitlistEvent } from '#db/jobs.ts'
import type { Email } from '#domain/outbound/mail/email.ts'
import { hello } from '#domain/outbound/mail/names.ts'
import { pages } from '#domain/shared/pages.ts'
import { type CalendarDate, datesInWords } from '#domain/shared/time/calendar-date.ts'

export type WaitlistDetails = {
  readonly itemId: ItemId
  readonly title: string
  readonly shopperName: string
  readonly start: CalendarDate
  readonly end: CalendarDate
  /** When an open offer ends, as text. */
  readonly heldUntil: string
  /** They can join the waitlist of this item again. */
  readonly mayJoinAgain: boolean
  readonly origin: string
}

/** The email to a shopper about an event of their waitlist entry. */
export function waitlistEmail(event: WaitlistEvent, details: WaitlistDetails): Email {
  const dates = datesInWords(details.start, details.end)
  const words = { ...details, dates }
  return {
    template: `waitlist-${event}`,
    greeting: hello(details.shopperName),
    ...EMAILS[event](words),
  }
}

type Words = WaitlistDetails & { readonly dates: string }

const EMAILS = {
  offer: ({ title, dates, heldUntil, itemId, start, end, origin }: Words) => ({
    subject: `${title} is held for you`,
    paragraphs: [
      `You were on the waitlist for ${title} ${dates}. It is now available for your dates, and we are holding it for you until ${heldUntil}.`,
      'Please rent it by then. After that, it may go to the next person in line.',
    ],
    button: {
      text: 'Rent it now',
      url: `${origin}${pages.item(itemId)}?${new URLSearchParams({ start, end })}`,
    },
  }),
  expired: ({ title, dates, itemId, origin, mayJoinAgain }: Words) => ({
    subject: `Your offer for ${title} has expired`,
    paragraphs: [
      `We held ${title} ${dates} for you, and you did not rent it in time, so we are no longer holding it for you.`,
      mayJoinAgain
        ? 'If you still want it, rent it if it is available or join the waitlist again.'
        : 'Two offers for this item expired, so you cannot join its waitlist again. You can still rent it whenever it is available.',
    ],
    button: { text: 'View the item', url: `${origin}${pages.item(itemId)}` },
  }),
  passed: ({ title, dates, origin }: Words) => ({
    subject: `You are no longer on the waitlist for ${title}`,
    paragraphs: [
      `You were on the waitlist for ${title} ${dates}. It can no longer be rented for these dates, so we have removed you from its waitlist.`,
      'Nothing was charged.',
    ],
    button: { text: 'Browse Items', url: `${origin}${pages.styles}` },
  }),
} as const
