import type { DeliveryStatus, RentalStatus, ReturnStatus } from '#db/enums.ts'

/** Who may make a move. Admins may take every step of the owner. */
export type Mover = 'renter' | 'owner' | 'admin' | 'house'

/** The part of a rental that decides which moves are open. */
export type RentalState = {
  readonly status: RentalStatus
  readonly delivery_status: DeliveryStatus
  readonly return_status: ReturnStatus
}

type Move = {
  readonly by: readonly Mover[]
  readonly from: (rental: RentalState) => boolean
}

/** Not brought yet: how and where can still be changed. */
export function awaitsDelivery(status: RentalStatus): boolean {
  return status === 'pending' || status === 'confirmed'
}

const undelivered = (rental: RentalState) =>
  awaitsDelivery(rental.status) && rental.delivery_status === 'pending'

const out = (rental: RentalState) =>
  rental.status === 'delivered' && rental.delivery_status === 'delivered'

/**
 * What may happen to a rental in which state and by whom: the guard of the command, the button on
 * the screen and the test read this one table (business §4 and our own rules for the rest).
 */
export const moves = {
  accept: { by: ['owner', 'admin'], from: (rental) => rental.status === 'pending' },
  cancel: { by: ['renter', 'owner', 'admin', 'house'], from: undelivered },
  deliver: { by: ['owner', 'admin'], from: undelivered },
  'fail delivery': { by: ['owner', 'admin'], from: undelivered },
  'mark late': {
    by: ['owner', 'admin'],
    from: (rental) => out(rental) && rental.return_status === 'pending',
  },
  return: {
    by: ['owner', 'admin'],
    from: (rental) => out(rental) && rental.return_status !== 'returned',
  },
  'approve condition': {
    by: ['owner', 'admin', 'house'],
    from: (rental) => out(rental) && rental.return_status === 'returned',
  },
  'keep deposit': {
    by: ['owner', 'admin'],
    from: (rental) => out(rental) && rental.return_status === 'returned',
  },
} as const satisfies Record<string, Move>

export type MoveName = keyof typeof moves

export function mayMove(move: MoveName, mover: Mover, rental: RentalState): boolean {
  const { by, from }: Move = moves[move]
  return by.includes(mover) && from(rental)
}
