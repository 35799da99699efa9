import * as z from 'zod'
import { wholeNumber } from '#app/forms/text-fields.ts'
import { MAX_CREDITS_PER_WEEK } from '#domain/catalogue/items/listing/price-change.ts'
import { creditsPerWeek, showNumber } from '#domain/shared/credits.ts'
import { creditsPerDayFromWeek } from '#domain/shared/rental-price.ts'

const MAX_ITEMS = 1000
const MAX_WEEKS = 4

const upTo = (max: number) =>
  wholeNumber({
    ...{ min: 1, max },
    wrong: `Please enter a whole number from 1 to ${showNumber(max)}.`,
  })

/** What a visitor expects to list; the fields are those of the address. */
export const earningsForm = z.object({
  credits: upTo(MAX_CREDITS_PER_WEEK),
  items: upTo(MAX_ITEMS),
  weeks: upTo(MAX_WEEKS),
})

export const EXAMPLE = { credits: 28, items: 5, weeks: 2 }

export const WEEKS = Array.from({ length: MAX_WEEKS }, (_, at) => String(at + 1))

export type Earnings = z.output<typeof earningsForm> & {
  /** The price as it would be stored, rounded up; credits. */
  readonly perWeek: number
  readonly weekCents: number
  readonly monthCents: number
}

/** @param rate cents per credit */
export function earningsOf(entered: z.output<typeof earningsForm>, rate: number): Earnings {
  const perWeek = creditsPerWeek(creditsPerDayFromWeek(entered.credits))
  const weekCents = perWeek * rate
  return { ...entered, perWeek, weekCents, monthCents: weekCents * entered.items * entered.weeks }
}
