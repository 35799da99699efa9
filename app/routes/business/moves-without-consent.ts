import type { RouterContextProvider } from 'react-router'
import { viewerIn } from '#app/http/contexts.ts'
import type { RunRental } from '#domain/rentals/rental-panel.ts'

/**
 * A closet that has not agreed to new terms finishes the rentals that it has accepted; a new request
 * it can only decline.
 */
export function withoutConsent<Rental extends Pick<RunRental, 'moves'>>(
  context: Readonly<RouterContextProvider>,
  rental: Rental,
): Rental {
  const { moves } = rental
  if (!viewerIn(context).consentIsDue || !moves.includes('accept')) return rental
  return { ...rental, moves: moves.filter((move) => move === 'cancel') }
}
