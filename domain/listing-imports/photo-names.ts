import { MAX_PHOTOS_OF_ITEM } from './import-limits.ts'

/** Row numbers by exact SKU, and by SKU in lower case: several if SKUs differ only in case. */
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
    similar.set(sku.toLowerCase(), [...(similar.get(sku.toLowerCase()) ?? []), rowNo])
  }
  return { exact, similar }
}

/** Why a photo with this name cannot be assigned to a row. */
export type NamingProblem = 'no-row' | 'no-such-place' | 'two-rows'

/**
 * The row and the place among its photos that a file name stands for: `SKU.jpg` and `SKU-1.jpg` are
 * the first photo, `SKU-2.jpg` the second. Folders and the file extension are ignored, and so is
 * case, unless two rows differ only in case. Names are only compared, never used as paths.
 */
export function placeOfPhoto(
  fileName: string,
  { exact, similar }: RowsBySku,
): { readonly rowNo: number; readonly place: number } | NamingProblem {
  const name = fileName.split(/[/\\]/).at(-1) ?? ''
  const ending = name.lastIndexOf('.')
  const stem = (ending > 0 ? name.slice(0, ending) : name).trim()
  const [, numbered, figures] = /^(.+)-\s*(\d+)$/.exec(stem) ?? []
  const readings = [
    { sku: stem, place: 1 },
    ...(numbered === undefined ? [] : [{ sku: numbered.trim(), place: Number(figures) }]),
  ]
  const exactly = (sku: string) => [exact.get(sku)].filter((rowNo) => rowNo !== undefined)
  const inAnyCase = (sku: string) => similar.get(sku.toLowerCase()) ?? []
  const found = [exactly, inAnyCase]
    .flatMap((rowsOf) => readings.map(({ sku, place }) => ({ place, rowNos: rowsOf(sku) })))
    .find(({ rowNos }) => rowNos.length > 0)
  const [rowNo, ...others] = found?.rowNos ?? []
  if (!found || rowNo === undefined) return 'no-row'
  if (others.length > 0) return 'two-rows'
  if (found.place < 1 || found.place > MAX_PHOTOS_OF_ITEM) return 'no-such-place'
  return { rowNo, place: found.place }
}
