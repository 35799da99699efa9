import type { ProductType } from '#db/enums.ts'
import { isDepositProduct } from '#domain/money/deposits/deposit-products.ts'
import { type CalendarDate, datesInWords } from '#domain/shared/time/calendar-date.ts'

// Pure: the email and the page about a payment whose rental could not be requested say the same.

export function refusedTitle(itemTitle: string): string {
  return `We could not request ${itemTitle}`
}

/** What was paid for: credits, a deposit, or both. */
export type PaidPart = { readonly product: ProductType; readonly isRefunded: boolean }

/** What happened, and what the person has now. */
export function refusedInWords({
  title,
  start,
  end,
  paid,
}: {
  readonly title: string
  readonly start: CalendarDate
  readonly end: CalendarDate
  readonly paid: readonly PaidPart[]
}): readonly string[] {
  const isAllRefunded = paid.every(({ isRefunded }) => isRefunded)
  return [
    `Your payment went through, but ${title} could no longer be requested ${datesInWords(start, end)}.`,
    ...(isAllRefunded ? ['This payment is being refunded.'] : paid.map(partInWords)),
  ]
}

function partInWords({ product, isRefunded }: PaidPart): string {
  if (isDepositProduct(product))
    return isRefunded
      ? 'The deposit is being refunded.'
      : 'Your deposit is held for your next rental. You can ask for it back whenever you have no open rental.'
  return isRefunded
    ? 'What you paid for credits is being refunded.'
    : 'The credits are yours for another rental.'
}
