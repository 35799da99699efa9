import { creditsPerWeek } from '#domain/shared/credits.ts'
import { creditsPerDayFromWeek } from '#domain/shared/rental-price.ts'

/** How a bulk change of prices is entered; the amounts are positive. */
export const priceChangeKinds = [
  'set',
  'raise-percent',
  'lower-percent',
  'raise-credits',
  'lower-credits',
] as const

export type PriceChange = {
  readonly by: (typeof priceChangeKinds)[number]
  /** Credits per week, or percent. */
  readonly amount: number
}

/** `credits_per_day_is_not_negative` has the same limit. */
export const MAX_CREDITS_PER_DAY = 1000
export const MAX_CREDITS_PER_WEEK = creditsPerWeek(MAX_CREDITS_PER_DAY)

export const MAX_PERCENT = { 'raise-percent': 1000, 'lower-percent': 100 } as const

/** The stored price after a change: the weekly price, rounded up to whole credits per day. */
export function changedPrice({ by, amount }: PriceChange, perDay: number): number {
  const week = creditsPerWeek(perDay)
  const perWeek = {
    set: () => amount,
    'raise-percent': () => Math.ceil((week * (100 + amount)) / 100),
    'lower-percent': () => Math.ceil((week * (100 - amount)) / 100),
    'raise-credits': () => week + amount,
    'lower-credits': () => week - amount,
  }[by]()
  return Math.min(MAX_CREDITS_PER_DAY, Math.max(0, creditsPerDayFromWeek(perWeek)))
}
