import { useContext } from 'react'
import { href } from 'react-router'
import { PayoutRate } from '#app/components/manage/payout-rate.ts'
import { Badge } from '#app/ui/badge.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { Link } from '#app/ui/link.tsx'
import type { ShownRow } from '#domain/catalogue/imports/import-queries.ts'
import { TYPED_PRICE } from '#domain/catalogue/imports/import-rules.ts'
import { MAX_CREDITS_PER_WEEK } from '#domain/catalogue/items/listing/price-change.ts'
import { PACK_PRICE } from '#domain/money/checkout/pack-price.ts'
import { dollars, shortDollars } from '#domain/shared/cents.ts'
import { creditsPerWeek, showNumber } from '#domain/shared/credits.ts'
import { creditsPerDayFromWeek } from '#domain/shared/rental-price.ts'
import { CorrectRow } from './correct-row.tsx'
import { wholeNumberIn } from './import-numbers.ts'
import { outcomeWords } from './import-words.ts'

const HEAD = 'border-b border-ink pr-5 pb-2 text-sm font-medium text-soft'
const COLUMNS = [
  ['Row', 'w-16'],
  ['SKU', 'w-36'],
  ['Title', ''],
  ['Price', 'w-1/5'],
  ['Result', 'w-28'],
  ['Details', 'w-1/3'],
] as const
const CELL = 'min-w-0 wrap-anywhere lg:border-b lg:border-line lg:py-3 lg:pr-5 lg:align-top'

type ImportedRow = ShownRow & { readonly readAs: readonly string[] }

export function ImportRows({
  rows,
  canCorrect,
}: {
  rows: readonly ImportedRow[]
  canCorrect: boolean
}) {
  return (
    <table className="w-full border-collapse text-left text-[0.9375rem] max-lg:block">
      <caption className="sr-only">Rows of the file</caption>
      <thead className="max-lg:sr-only">
        <tr>
          {COLUMNS.map(([name, width]) => (
            <th key={name} scope="col" className={classNames(HEAD, width)}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-lg:block">
        {rows.map((row) => (
          <Row key={row.rowNo} row={row} canCorrect={canCorrect} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ row, canCorrect }: { row: ImportedRow; canCorrect: boolean }) {
  const { rowNo, given, outcome, itemId, hasPhoto } = row
  const words = outcome && outcomeWords[outcome]
  const isImported = outcome === 'added' || outcome === 'changed'
  const needsPhoto = !hasPhoto && outcome !== 'refused' && outcome !== null
  return (
    <tr className="max-lg:flex max-lg:flex-wrap max-lg:items-baseline max-lg:gap-x-4 max-lg:gap-y-1 max-lg:border-b max-lg:border-line max-lg:py-3">
      <td className={`${CELL} text-soft tabular-nums max-lg:text-sm`}>
        <span className="lg:sr-only">Row </span>
        {rowNo}
      </td>
      <td className={`${CELL} font-medium`}>{given.sku}</td>
      <td className={`${CELL} max-lg:order-4 max-lg:basis-full`}>
        {isImported && itemId ? (
          <Link
            to={href('/business/items/:id', { id: itemId })}
            className="inline-flex min-h-6 items-center text-link"
          >
            {given.title}
          </Link>
        ) : (
          given.title
        )}
      </td>
      <td className={`${CELL} max-lg:order-5 max-lg:basis-full`}>
        <ImportPrice row={row} />
      </td>
      <td className={`${CELL} max-lg:ml-auto`}>
        {words && <Badge kind={words.kind}>{words.label}</Badge>}
      </td>
      <td className={`${CELL} max-lg:order-6 max-lg:basis-full`}>
        {outcome === 'refused' && <CorrectRow row={row} canCorrect={canCorrect} />}
        {outcome !== 'refused' &&
          row.readAs.map((sentence) => (
            <span key={sentence} className="block text-soft">
              {sentence}
            </span>
          ))}
        {needsPhoto && <span className="text-soft">Needs a photo</span>}
      </td>
    </tr>
  )
}

const MAX_SHOWN = 20

/** The price that a row stores: per week, in credits and dollars, before and after rounding. */
function ImportPrice({ row: { given, outcome, item } }: { row: ShownRow }) {
  const rate = useContext(PayoutRate)
  const current = item && creditsPerWeek(item.creditsPerDay)
  const typed = given.price === undefined ? (current?.toString() ?? '') : wholeNumberIn(given.price)
  const price = /^\d{1,9}$/.test(typed) ? Number(typed) : null
  if (price === null || price > MAX_CREDITS_PER_WEEK) return given.price?.slice(0, MAX_SHOWN)
  const stored = creditsPerWeek(creditsPerDayFromWeek(price))
  const cost = shortDollars(Math.round((stored * PACK_PRICE.priceCents) / PACK_PRICE.credits))
  const ofFile = given[TYPED_PRICE]
  const facts = [
    ofFile !== undefined &&
      `“${ofFile.slice(0, MAX_SHOWN)}” in the file is ${showNumber(price)} credits a week.`,
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
