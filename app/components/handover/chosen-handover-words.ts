import type { ChosenHandover } from '#db/enums.ts'

const FOR_CLOSET = {
  delivery: 'Delivery',
  pickup: 'Pickup',
  shipping: 'Shipping',
  ask: 'Outside your area: asked anyway',
} as const satisfies Record<ChosenHandover, string>

/** How the renter chose to get the item, for its closet or for admins. */
export function handoverInWords(chosen: ChosenHandover, isAdmin: boolean): string {
  return isAdmin && chosen === 'ask'
    ? 'Outside the closet’s area: asked anyway'
    : FOR_CLOSET[chosen]
}

/** The same for the renter. */
export const handoverForRenter = {
  delivery: 'Delivery',
  pickup: 'You pick it up',
  shipping: 'Shipping',
  ask: 'Outside the closet’s area: you asked anyway',
} as const satisfies Record<ChosenHandover, string>

/** What happens next with a confirmed rental, before its first day. */
export const confirmedWords = {
  delivery: 'The closet will deliver it by',
  pickup: 'The closet will tell you when you can pick it up. It is yours from',
  shipping: 'The closet will ship it to you, to arrive by',
  ask: 'The closet agreed to arrange how you get it by',
} as const satisfies Record<ChosenHandover, string>
