import type { RunRental } from '#domain/booking/rentals/lists/rental-panel.ts'
import { dollars } from '#domain/shared/cents.ts'
import { counted } from '#domain/shared/figures.ts'

/** What follows when an item never came back, said before the step is taken. */
export function lossInWords({ maxWithheldCents }: Pick<RunRental, 'maxWithheldCents'>): string {
  const first =
    maxWithheldCents > 0
      ? `You keep ${dollars(maxWithheldCents)}, all that is left of the deposit`
      : 'Nothing is left of the deposit to keep'
  return `${first}. The rental ends and earns as usual. The item is paused, and its later rentals are canceled with all credits returned.`
}

/** What follows when the renter did not come. */
export function noShowInWords(
  rental: Pick<RunRental, 'totalCredits' | 'firstWeekCredits'>,
): string {
  const rest = rental.totalCredits - rental.firstWeekCredits
  const back = rest > 0 ? `, and ${counted(rest, 'credit')} go back to the renter` : ''
  return `${counted(rental.firstWeekCredits, 'credit')}, the price of the first week, stay paid and are earned${back}.`
}
