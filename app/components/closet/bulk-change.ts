import type { Lending } from '#domain/catalogue/items/fields/lending.ts'
import type { ChangeOfMany } from '#domain/catalogue/items/listing/change-many.ts'
import type { PreviewedPrices } from '#domain/catalogue/items/listing/change-prices.ts'

export const bulkChangeKinds = ['pause', 'resume', 'price', 'lending', 'block', 'delete'] as const

export type BulkChangeKind = (typeof bulkChangeKinds)[number]

export const bulkChangeWords = {
  pause: 'Pause',
  resume: 'Resume',
  price: 'Change price',
  lending: 'Change lending',
  block: 'Block dates',
  delete: 'Delete',
} as const satisfies Record<BulkChangeKind, string>

/** Whether every item accepts the change; the other changes skip items that refuse them. */
export function isForAll(kind: BulkChangeKind): kind is ChangeOfMany['kind'] | 'price' {
  return kind !== 'block' && kind !== 'delete'
}

export type PricePreview = {
  readonly preview: PreviewedPrices
  readonly fields: { readonly price_by: string; readonly price: string }
  /** The prices have changed since they were shown. */
  readonly isAgain: boolean
}

export type BulkChange = {
  readonly change: BulkChangeKind
  readonly count: number
  /** Ids separated by commas; '' for all items in the list. */
  readonly items: string
  /** The titles, if the question names the items. */
  readonly titles: readonly string[]
  /** The lending of the newest item, as the initial value; only for a change of the lending. */
  readonly lending: Lending | null
}
