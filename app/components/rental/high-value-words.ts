import { counted } from '#domain/shared/figures.ts'

/** Who can rent a piece of high value: on its page, and as the answer to a request. */
export function notYetTrusted(rentals: number): string {
  return `You can rent this piece after ${counted(rentals, 'completed rental')}.`
}
