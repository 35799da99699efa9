import { appContext, type Context } from '#app/request/contexts.ts'
import { hereIn, type ShopperPlace } from '#app/request/shopper-place.ts'
import { aboutMiles, type Point } from '#domain/catalogue/places/distance.ts'
import { reachesOf } from '#domain/catalogue/reach/item-reach.ts'
import { milesTo, type Reach } from '#domain/catalogue/reach/reach.ts'

/**
 * How far items are from the viewer, by their ids: 'about 4 miles'. Read by one statement for all
 * items of a page, and by none for a viewer who has not said where they are, unless another place
 * is given.
 */
export async function distancesOf(
  context: Context,
  items: readonly { readonly id: string }[],
  otherwise: Point | null = null,
): Promise<Readonly<Record<string, string>>> {
  const point = hereIn(context)?.point ?? otherwise
  if (!point) return {}
  const reaches = await reachesOf(context.get(appContext).db, items)
  return Object.fromEntries(
    [...reaches].flatMap(([id, reach]) => {
      const distance = distanceTo(reach, { point })
      return distance === null ? [] : [[id, distance]]
    }),
  )
}

/** Null for a closet whose place is not known. */
export function distanceTo(reach: Reach, { point }: Pick<ShopperPlace, 'point'>): string | null {
  const miles = milesTo(reach, point)
  return miles === null ? null : aboutMiles(miles)
}

/** Adds their distance to cards. */
export async function withDistances<Card extends { readonly id: string }>(
  context: Context,
  cards: readonly Card[],
): Promise<readonly (Card & { readonly distance?: string })[]> {
  const distances = await distancesOf(context, cards)
  return cards.map((card) => addDistance(card, distances))
}

export function addDistance<Card extends { readonly id: string }>(
  card: Card,
  distances: Readonly<Record<string, string>>,
): Card & { readonly distance?: string } {
  const distance = distances[card.id]
  return distance === undefined ? card : { ...card, distance }
}
