import { textOfHtml } from '#app/rendering/html-text.ts'
import type { GivenCells } from '#db/import-rows.ts'
import { TYPED_PRICE, TYPED_TITLE, UNTITLED } from '#domain/catalogue/imports/import-rules.ts'
import { MAX_TITLE } from '#domain/catalogue/items/fields/item-words.ts'
import { PACK_PRICE } from '#domain/money/checkout/pack-price.ts'
import { DAYS_A_WEEK } from '#domain/shared/credits.ts'
import { oneLine } from '#domain/shared/plain-text.ts'
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
  const { title = '', description = '' } = given
  return {
    ...(chosen.some(({ field }) => field === 'sku')
      ? {}
      : { sku: skuFrom(title, given.size ?? '') }),
    ...given,
    ...(oneLine(title).length > MAX_TITLE ? shortTitle(oneLine(title), description) : {}),
    ...(untitled ? { [UNTITLED]: untitled } : {}),
  }
}

/** Titles of other shops can be longer than ours; then the description begins with all of it. */
function shortTitle(title: string, description: string): GivenCells {
  const start = title.slice(0, MAX_TITLE + 1)
  const end = start.lastIndexOf(' ')
  return {
    title: start.slice(0, end > 0 ? end : MAX_TITLE).toWellFormed(),
    description: description === '' ? title : `${title}\n\n${textOfHtml(description)}`,
    [TYPED_TITLE]: title,
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
