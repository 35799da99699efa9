import { cleanSku } from '#domain/catalogue/items/listing/item-sku.ts'
import { MAX_PHOTOS_OF_ITEM } from './import-limits.ts'

/** Row numbers by exact SKU, and by its form as a file name: several if SKUs differ only in that. */
export type RowsBySku = {
  readonly exact: ReadonlyMap<string, number>
  readonly similar: ReadonlyMap<string, readonly number[]>
}

export function rowsBySku(
  rows: readonly { readonly rowNo: number; readonly sku: string }[],
): RowsBySku {
  const exact = new Map<string, number>()
  const similar = new Map<string, readonly number[]>()
  for (const { rowNo, sku } of rows) {
    // A second row with the same SKU is refused.
    if (sku === '' || exact.has(sku)) continue
    exact.set(sku, rowNo)
    const key = asFileName(sku)
    similar.set(key, [...(similar.get(key) ?? []), rowNo])
  }
  return { exact, similar }
}

/** In lower case, with `_` for each character that no file name can have on some system. */
function asFileName(sku: string): string {
  return sku.toLowerCase().replaceAll(/[/\\:*?"<>|]/g, '_')
}

/** Why a photo with this name cannot be assigned to a row. */
export type NamingProblem = 'no-row' | 'no-such-place' | 'two-rows'

/**
 * The row and the place among its photos that a file name stands for: `SKU.jpg` and `SKU-1.jpg` are
 * the first photo, `SKU-2.jpg` the second, and `3_4.jpg` is that of SKU `3/4`. Folders and the file
 * extension are ignored, and so is case, unless two rows differ only in case. Names are only
 * compared, never used as paths.
 */
export function placeOfPhoto(
  fileName: string,
  { exact, similar }: RowsBySku,
): { readonly rowNo: number; readonly place: number } | NamingProblem {
  const name = fileName.split(/[/\\]/).at(-1) ?? ''
  const ending = name.lastIndexOf('.')
  const stem = cleanSku(ending > 0 ? name.slice(0, ending) : name)
  const [, numbered, figures] = /^(.+)-\s*(\d+)$/.exec(stem) ?? []
  const readings = [
    { sku: stem, place: 1 },
    ...(numbered === undefined ? [] : [{ sku: cleanSku(numbered), place: Number(figures) }]),
  ]
  const exactly = (sku: string) => [exact.get(sku)].filter((rowNo) => rowNo !== undefined)
  const similarly = (sku: string) => similar.get(asFileName(sku)) ?? []
  const found = [exactly, similarly]
    .flatMap((rowsOf) => readings.map(({ sku, place }) => ({ place, rowNos: rowsOf(sku) })))
    .find(({ rowNos }) => rowNos.length > 0)
  const [rowNo, ...others] = found?.rowNos ?? []
  if (!found || rowNo === undefined) return 'no-row'
  if (others.length > 0) return 'two-rows'
  if (found.place < 1 || found.place > MAX_PHOTOS_OF_ITEM) return 'no-such-place'
  return { rowNo, place: found.place }
}
