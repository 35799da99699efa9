import { deliveryInWords } from '#domain/catalogue/reach/area-words.ts'
import type { Way } from '#domain/catalogue/reach/reach.ts'

type DeliveryTerms = {
  readonly city: string | null
  readonly state: string | null
  readonly drivingDistance: string | null
  readonly ways: readonly Way[]
}

/** How the pieces of a closet change hands: 'Delivers within 10 miles of Austin, TX', 'Pickup'. */
export function waysInWords(closet: DeliveryTerms): readonly string[] {
  return closet.ways.map((way) => (way === 'deliver' ? deliveryInWords(closet) : wayWords[way]))
}

const wayWords = { pickup: 'Pickup', ship: 'Ships' } as const satisfies Record<
  Exclude<Way, 'deliver'>,
  string
>

/** How an item gets to a viewer who has said where they are. */
export type ItemReach = {
  readonly zip: string
  /** 'about 4 miles'; null if the place of the closet is not known. */
  readonly distance: string | null
  /** The ways that reach them. */
  readonly ways: readonly Way[]
}

/** Whether an item comes to the viewer, and if not, how they get it. */
export function reachInWords(
  { zip, ways }: Pick<ItemReach, 'zip' | 'ways'>,
  closet: Pick<DeliveryTerms, 'drivingDistance' | 'ways'>,
): string {
  if (ways.includes('deliver')) return 'Can be delivered to you.'
  return [noDelivery(zip, closet), remaining(ways)].filter(Boolean).join(' ')
}

function noDelivery(
  zip: string,
  { drivingDistance, ways }: Pick<DeliveryTerms, 'drivingDistance' | 'ways'>,
): string {
  if (!ways.includes('deliver')) return 'The closet does not deliver.'
  if (drivingDistance === null || drivingDistance.endsWith('+ miles'))
    return `Ask the closet whether it delivers to ${zip}.`
  return `Cannot be delivered to ${zip}: the closet delivers within ${drivingDistance}.`
}

function remaining(ways: readonly Way[]): string {
  const [ships, isPickedUp] = [ways.includes('ship'), ways.includes('pickup')]
  if (ships && isPickedUp) return 'It can be shipped to you, or you can pick it up.'
  if (ships) return 'It can be shipped to you.'
  return isPickedUp ? 'You can pick it up.' : ''
}
