import { MAX_PHOTOS_OF_ITEM } from './import-limits.ts'

/**
 * The row and the place among its photos that the name of a file stands for: `SKU.jpg` and
 * `SKU-1.jpg` are the first photo, `SKU-2.jpg` the second. Folders, the ending and capitals do not
 * count. Null when no row has such a SKU. A name is only ever compared, never used as a path.
 * @param rows row numbers by SKU in lower case
 */
export function placeOfPhoto(
  fileName: string,
  rows: ReadonlyMap<string, number>,
): { readonly rowNo: number; readonly place: number } | null {
  const name = (fileName.split(/[/\\]/).at(-1) ?? '').toLowerCase()
  const ending = name.lastIndexOf('.')
  const stem = (ending > 0 ? name.slice(0, ending) : name).trim()
  const whole = rows.get(stem)
  if (whole !== undefined) return { rowNo: whole, place: 1 }
  const dash = stem.lastIndexOf('-')
  const place = Number(stem.slice(dash + 1))
  const rowNo = dash > 0 ? rows.get(stem.slice(0, dash).trim()) : undefined
  if (rowNo === undefined || !(place >= 1 && place <= MAX_PHOTOS_OF_ITEM)) return null
  return Number.isInteger(place) ? { rowNo, place } : null
}
