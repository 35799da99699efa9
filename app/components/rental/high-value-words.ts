import { counted } from '#domain/shared/figures.ts'

/** Who can rent a high-value item; shown on its page and when a request is refused. */
export function notYetTrusted(rentals: number): string {
  return `You can rent this item after ${counted(rentals, 'completed rental')}.`
}
