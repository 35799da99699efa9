import type { ProductType } from '#db/enums.ts'
import { type CalendarDate, datesInWords } from '#domain/shared/time/calendar-date.ts'

// Pure: the email and the page about a payment whose rental could not be requested say the same.

export function refusedTitle(itemTitle: string): string {
  return `We could not request ${itemTitle}`
}

/** What happened, and what the person has now. */
export function refusedInWords({
  title,
  start,
  end,
  product,
  isRefunded,
}: {
  readonly title: string
  readonly start: CalendarDate
  readonly end: CalendarDate
  readonly product: ProductType
  readonly isRefunded: boolean
}): readonly [string, string] {
  const isDeposit = product === 'deposit' || product === 'deposit_top_up'
  const bought = isDeposit
    ? 'Your deposit is held for your next rental. You can ask for it back whenever you have no open rental.'
    : 'The credits are yours for another rental.'
  return [
    `Your payment went through, but ${title} could no longer be requested ${datesInWords(start, end)}.`,
    isRefunded ? 'This payment is being refunded.' : bought,
  ]
}
