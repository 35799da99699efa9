import type { GivenCells } from '#db/import-rows.ts'
import { TYPED_PRICE, UNTITLED } from '#domain/catalogue/imports/import-rules.ts'
import { PACK_PRICE } from '#domain/money/checkout/pack-price.ts'
import { DAYS_A_WEEK } from '#domain/shared/credits.ts'
import type { FileField } from './file-fields.ts'
import { centsIn } from './import-numbers.ts'
import { skuFrom } from './shop-tables.ts'

export type ChosenColumn = { readonly key: string; readonly field: FileField }

/** A row by our columns. Without a column for the SKU, it is made from the title and the size. */
export function mappedRow(cells: GivenCells, chosen: readonly ChosenColumn[]): GivenCells {
  const given = Object.fromEntries(
    chosen.flatMap(({ key, field }) => fieldCells(field, cells[key] ?? '')),
  )
  const untitled = cells[UNTITLED]
  return {
    ...(chosen.some(({ field }) => field === 'sku')
      ? {}
      : { sku: skuFrom(given.title ?? '', given.size ?? '') }),
    ...given,
    ...(untitled ? { [UNTITLED]: untitled } : {}),
  }
}

function fieldCells(field: FileField, cell: string): readonly (readonly [string, string])[] {
  if (field !== 'dollars_a_week' && field !== 'dollars_a_day') return [[field, cell]]
  const cents = centsIn(cell)
  if (cents === null) return [['price', cell]]
  const [days, time] = field === 'dollars_a_day' ? [DAYS_A_WEEK, 'day'] : [1, 'week']
  const credits = Math.ceil((cents * days * PACK_PRICE.credits) / PACK_PRICE.priceCents)
  return [
    ['price', String(credits)],
    [TYPED_PRICE, `${cell.trim()} a ${time}`],
  ]
}
