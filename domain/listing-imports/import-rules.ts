import type { CellProblem, GivenCells } from '#db/import-rows.ts'
import type { KnownItem, ListingDetails } from '#domain/items/items.ts'

/** What a row says about its item, without photos. */
export type RowDetails = Omit<ListingDetails, 'imageId' | 'photoIds' | 'brandId'>

export type RowReading =
  | { readonly ok: true; readonly details: RowDetails }
  | { readonly ok: false; readonly problems: readonly CellProblem[] }

/** Why a row is refused besides what its cells say. */
export type RowReason = 'sku-twice' | 'closed' | 'photo-gone'

/** The rules and sentences of the item's form, which the web knows. */
export type ImportRules = {
  /** Reads a row; what it does not say stays as it is with the known item. */
  readonly readRow: (given: GivenCells, known: KnownItem | null) => RowReading
  readonly rowProblem: (reason: RowReason) => CellProblem
  /** About a photo of a row that cannot be used, by the reason. */
  readonly photoProblem: (fileName: string, reason: string) => CellProblem
}
