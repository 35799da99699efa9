import type { SentListings } from './imports.ts'
import { type NamingProblem, placeOfPhoto, rowsBySku } from './photo-names.ts'
import { skuIn } from './read-import.ts'

/**
 * Why a file with this name is not the photo of a row, so that it need not be stored; null for a file
 * that is, and only once for each place.
 */
export function wantedPhotos(
  rows: SentListings['rows'],
): (fileName: string) => NamingProblem | 'same-place' | null {
  const bySku = rowsBySku(rows.map(({ rowNo, given }) => ({ rowNo, sku: skuIn(given) })))
  const taken = new Set<string>()
  return (fileName) => {
    const place = placeOfPhoto(fileName, bySku)
    if (typeof place === 'string') return place
    const key = `${place.rowNo} ${place.place}`
    if (taken.has(key)) return 'same-place'
    taken.add(key)
    return null
  }
}
