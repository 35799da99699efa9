import { useContext } from 'react'
import { PayoutRate } from '#app/components/manage/payout-rate.ts'
import type { ShownRow } from '#domain/catalogue/imports/import-queries.ts'
import { MAX_CREDITS_PER_WEEK } from '#domain/catalogue/items/listing/price-change.ts'
import { PACK_PRICE } from '#domain/money/checkout/pack-price.ts'
import { dollars, shortDollars } from '#domain/shared/cents.ts'
import { creditsPerDayFromWeek, creditsPerWeek, showNumber } from '#domain/shared/credits.ts'
import { wholeNumberIn } from './import-numbers.ts'

const MAX_SHOWN = 20

/** The price that a row stores: per week, in credits and dollars, before and after rounding. */
export function ImportPrice({ row: { given, outcome, creditsPerDay } }: { row: ShownRow }) {
  const rate = useContext(PayoutRate)
  const current = creditsPerDay === null ? null : creditsPerWeek(creditsPerDay)
  const typed = given.price === undefined ? (current?.toString() ?? '') : wholeNumberIn(given.price)
  const price = /^\d{1,9}$/.test(typed) ? Number(typed) : null
  if (price === null || price > MAX_CREDITS_PER_WEEK) return given.price?.slice(0, MAX_SHOWN)
  const stored = creditsPerWeek(creditsPerDayFromWeek(price))
  const cost = shortDollars(Math.round((stored * PACK_PRICE.priceCents) / PACK_PRICE.credits))
  const facts = [
    stored !== price && `${showNumber(price)} is rounded up to a multiple of 7.`,
    `About ${cost} for renters${rate > 0 ? `, you earn ${dollars(stored * rate)}` : ''}.`,
    outcome === 'change' && current !== stored && current !== null && `Now ${showNumber(current)}.`,
  ]
  return (
    <>
      <span className="block">{`${showNumber(stored)} credits a week`}</span>
      <span className="block text-sm text-soft">{facts.filter((fact) => fact).join(' ')}</span>
    </>
  )
}
