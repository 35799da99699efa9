import type { ProductType } from '#db/enums.ts'
import { isDepositProduct } from '#domain/money/deposits/deposit-products.ts'
import { type CalendarDate, datesInWords } from '#domain/shared/time/calendar-date.ts'

// Pure: the email and the page about a payment whose pieces could not be requested say the same.

/** The problem of a piece that could be requested, but only together with one that could not. */
export const ANOTHER_PIECE = 'another-piece'

type RefusedPiece = {
  readonly title: string
  readonly start: CalendarDate
  readonly end: CalendarDate
  /** The reason of a `RentProblem`, or `ANOTHER_PIECE`. */
  readonly problem: string
}

/** The pieces of a payment that could not be requested, in the order asked. */
export type RefusedBag = {
  readonly together: boolean
  readonly refused: readonly RefusedPiece[]
  /** Other pieces of it were requested. */
  readonly hasRentals: boolean
}

/** Without the pieces that only another one stood against. */
export function causesOf(refused: RefusedBag['refused']): RefusedBag['refused'] {
  return refused.filter(({ problem }) => problem !== ANOTHER_PIECE)
}

export function refusedTitle({ together, refused }: RefusedBag): string {
  const [first] = refused
  if (first && refused.length === 1) return `We could not request ${first.title}`
  return together
    ? `We could not request your ${refused.length} items`
    : `We could not request ${refused.length} of your items`
}

/** What was paid for: credits, a deposit, or both. */
export type PaidPart = { readonly product: ProductType; readonly isRefunded: boolean }

/** What happened, and what the person has now. */
export function refusedInWords({
  paid,
  ...bag
}: RefusedBag & { readonly paid: readonly PaidPart[] }): readonly string[] {
  const isAllRefunded = paid.every(({ isRefunded }) => isRefunded)
  return [
    `Your payment went through, but ${whatHappened(bag)}.`,
    ...(isAllRefunded
      ? ['This payment is being refunded.']
      : paid.map((part) => partInWords(part, bag.hasRentals))),
  ]
}

function whatHappened({ together, refused }: RefusedBag): string {
  const causes = causesOf(refused)
  const [cause] = causes
  const named = ({ title, start, end }: RefusedPiece) => `${title} ${datesInWords(start, end)}`
  if (cause && causes.length === 1) {
    const { title, start, end } = cause
    const rest = refused.length > 1 ? `, so none of the ${refused.length} items was requested` : ''
    return `${title} could no longer be requested ${datesInWords(start, end)}${rest}`
  }
  if (together) return `your ${refused.length} items could no longer be requested together`
  return `these items could no longer be requested: ${refused.map(named).join('; ')}`
}

function partInWords({ product, isRefunded }: PaidPart, hasRentals: boolean): string {
  if (isDepositProduct(product)) {
    if (isRefunded) return 'The deposit is being refunded.'
    return hasRentals
      ? 'Your deposit is held for what was requested.'
      : 'Your deposit is held for your next rental. You can ask for it back whenever you have no open rental.'
  }
  if (isRefunded) return 'What you paid for credits is being refunded.'
  return hasRentals
    ? 'The credits that are left are yours for another rental.'
    : 'The credits are yours for another rental.'
}
