/** The photos of an item by their ids, in their order; '' where the first one is missing. */
export type PhotoOrder = readonly string[]

/** Moves a photo to another position; the photos in between move by one. */
export function movedPhoto(photos: PhotoOrder, from: number, to: number): PhotoOrder {
  const moved = photos[from]
  if (moved === undefined || to < 0 || to >= photos.length) return photos
  const others = photos.filter((_, index) => index !== from)
  return [...others.slice(0, to), moved, ...others.slice(to)]
}

function withoutPhoto(photos: PhotoOrder, at: number): PhotoOrder {
  return photos.filter((_, index) => index !== at)
}

/** What the buttons of a photo do; their value in a form is `arrangement`. */
export const photoMoves = ['earlier', 'later', 'remove'] as const
export type PhotoMove = (typeof photoMoves)[number]

/** 'earlier 3': of the fourth photo. */
export function arrangement(move: PhotoMove, at: number): string {
  return `${move} ${at}`
}

/** The photos after a button was pressed; unchanged if the value is unknown. */
export function arranged(photos: PhotoOrder, value: string): PhotoOrder {
  const [name, place = ''] = value.split(' ', 2)
  const move = photoMoves.find((one) => one === name)
  // The first photo cannot be moved or removed, but another one can take its place.
  if (!move || !/^[1-9]$/.test(place)) return photos
  const at = Number(place)
  if (move === 'remove') return withoutPhoto(photos, at)
  return movedPhoto(photos, at, at + (move === 'earlier' ? -1 : 1))
}
