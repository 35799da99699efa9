import {
  type MoveName,
  moves,
  type RentalStage,
} from '#domain/booking/rentals/stage/rental-stage.ts'

const requests: readonly RentalStage[] = moves.accept.from

/**
 * Whether a closet has to agree to the terms in force before it makes this move: it finishes the
 * rentals that it has accepted, and can only decline new requests (spec 21.6).
 */
export function needsConsent(move: MoveName, stage: RentalStage): boolean {
  return move !== 'cancel' && requests.includes(stage)
}

/** The rental with the moves that are open to a closet, as long as its consent is due. */
export function withoutConsent<
  Rental extends { readonly moves: readonly MoveName[]; readonly stage: RentalStage },
>({ consentIsDue }: { readonly consentIsDue: boolean }, rental: Rental): Rental {
  if (!consentIsDue) return rental
  return { ...rental, moves: rental.moves.filter((move) => !needsConsent(move, rental.stage)) }
}
