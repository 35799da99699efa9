/** Whole percent of the listed days on which items were out. */
export function percentOf({
  daysOut,
  daysListed,
}: {
  readonly daysOut: number
  readonly daysListed: number
}): number {
  return daysListed === 0 ? 0 : Math.round((100 * daysOut) / daysListed)
}

/** 'Gown, size M', 'Gown, any size' or 'Size M'. */
export function unmetName({
  size,
  category,
}: {
  readonly size: string
  readonly category: string
}): string {
  if (category === '') return `Size ${size}`
  return size === '' ? `${category}, any size` : `${category}, size ${size}`
}
