import type { ImageId } from '#db/ids.ts'
import type { CellProblem, GivenCells } from '#db/import-rows.ts'
import { columnsOf } from '#domain/catalogue/items/fields/item-fields.ts'
import type { KnownItem, ListingDetails } from '#domain/catalogue/items/items.ts'
import { oneLine, severalLines } from '#domain/shared/plain-text.ts'
import { MAX_PHOTOS_OF_ITEM } from './import-limits.ts'
import type { ImportRules, RowDetails } from './import-rules.ts'

/** A photo of a row; photos are ordered by place. */
export type RowPhoto = {
  /** Its position among the photos of the item, from 1. */
  readonly place: number
  readonly fileName: string
  readonly hash: string
  /** Null when it could not be read, or is no longer stored. */
  readonly imageId: ImageId | null
  readonly problem: string | null
}

export type RowDecision =
  | { readonly outcome: 'refused'; readonly problems: readonly CellProblem[] }
  | { readonly outcome: 'unchanged' }
  | { readonly outcome: 'add' | 'change'; readonly details: ListingDetails }

export type RowToDecide = {
  readonly given: GivenCells
  readonly known: KnownItem | null
  readonly photos: readonly RowPhoto[]
  /** An earlier row of the file has the same SKU. */
  readonly isTwice: boolean
  /** Whether closets can add items at the moment. */
  readonly mayAdd: boolean
  /** Whether the closet has as many items, or items without a photo, as one can have. */
  readonly isFull: boolean
}

/** The outcome of a row, decided when it is checked and again when it is imported. */
export function decideRow(
  { given, known, photos, isTwice, mayAdd, isFull }: RowToDecide,
  rules: ImportRules,
): RowDecision {
  const read = rules.readRow(given, known)
  const stored = photos.map((photo) => storedPhoto(photo, known))
  const problems = [
    ...(read.ok ? [] : read.problems),
    ...(isTwice ? [rules.rowProblem('sku-twice')] : []),
    ...(known || mayAdd ? [] : [rules.rowProblem('closed')]),
    ...(known || !isFull ? [] : [rules.rowProblem('closet-full')]),
    ...photos.flatMap(({ fileName, problem }, index) => {
      if (stored[index]) return []
      return [problem ? rules.photoProblem(fileName, problem) : rules.rowProblem('photo-gone')]
    }),
  ]
  if (!read.ok || problems.length > 0) return { outcome: 'refused', problems }
  const ids = arranged(photos, stored, known)
  const [imageId = null, ...photoIds] = ids
  const details = { ...read.details, imageId, photoIds }
  if (!known) return { outcome: 'add', details }
  if (isSame(known, read.details, ids)) return { outcome: 'unchanged' }
  return { outcome: 'change', details }
}

/** The item's photo from the same file, preferably at the same place; otherwise the new photo. */
function storedPhoto(photo: RowPhoto, known: KnownItem | null): ImageId | null {
  const own = known?.photos ?? []
  const same = [...own.slice(photo.place - 1, photo.place), ...own]
  return same.find(({ hash }) => hash === photo.hash)?.id ?? photo.imageId
}

/** Puts each sent photo in its place; the item's photos keep all other places. */
function arranged(
  photos: readonly RowPhoto[],
  stored: readonly (ImageId | null)[],
  known: KnownItem | null,
): ImageId[] {
  const sent = new Map(photos.map(({ place }, index) => [place, stored[index] ?? null]))
  const moved = new Set(sent.values())
  const ids = Array.from({ length: MAX_PHOTOS_OF_ITEM }, (_, index) => {
    const own = known?.photos[index]?.id ?? null
    return sent.get(index + 1) ?? (moved.has(own) ? null : own)
  })
  return [...new Set(ids.filter((id) => id !== null))]
}

function isSame(known: KnownItem, details: RowDetails, photoIds: readonly ImageId[]): boolean {
  const one = comparable({
    ...known,
    title: oneLine(known.title),
    description: severalLines(known.description),
  })
  const other = comparable({ ...known, ...details })
  return one === other && known.photos.map(({ id }) => id).join() === photoIds.join()
}

/** As stored: prices are stored per day, so 25 and 28 a week are the same. */
function comparable({ lending, measurements, ...fields }: RowDetails): string {
  const { stretch, bustCm, waistCm, hipsCm, lengthCm } = measurements ?? {}
  return JSON.stringify([
    columnsOf(fields),
    ...[lending?.advanceBooking ?? false, lending?.turnaroundDays ?? 0],
    ...[stretch ?? null, bustCm ?? null, waistCm ?? null, hipsCm ?? null, lengthCm ?? null],
  ])
}
