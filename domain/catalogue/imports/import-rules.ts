import type { CellProblem, GivenCells } from '#db/import-rows.ts'
import type { KnownItem, ListingDetails } from '#domain/catalogue/items/items.ts'

/** The title under which a row keeps its cells that have no title. */
export const UNTITLED = ''

/** Under which a row keeps the price of its file, if that is in dollars. */
export const TYPED_PRICE = 'typed_price'

/** Under which a row keeps the title of its file, if that was too long for an item. */
export const TYPED_TITLE = 'typed_title'

/** The details of an item in a row, without photos. */
export type RowDetails = Omit<ListingDetails, 'imageId' | 'photoIds' | 'brandId'>

export type RowReading =
  | { readonly ok: true; readonly details: RowDetails }
  | { readonly ok: false; readonly problems: readonly CellProblem[] }

/** Reasons for refusing a row that do not come from its cells. */
export type RowReason = 'sku-twice' | 'closed' | 'closet-full' | 'photo-gone'

/** The rules and sentences of the item's form, provided by the web app. */
export type ImportRules = {
  /** Reads a row; missing cells keep the values of the known item. */
  readonly readRow: (given: GivenCells, known: KnownItem | null) => RowReading
  readonly rowProblem: (reason: RowReason) => CellProblem
  /** The problem of a row's photo that cannot be used, by its reason. */
  readonly photoProblem: (fileName: string, reason: string) => CellProblem
}
