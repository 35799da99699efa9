import { appContext, type Context, shopperIn } from '#app/request/contexts.ts'
import { hereIn, type ShopperPlace } from '#app/request/shopper-place.ts'
import type { ItemId } from '#db/ids.ts'
import { type Likes, withLikesAndReaches } from '#domain/catalogue/likes/like-queries.ts'
import { aboutMiles, type Point } from '#domain/catalogue/places/distance.ts'
import { milesTo, type Reaches, readReach } from '#domain/catalogue/reach/reach.ts'

/**
 * How far items are from the viewer, by their ids: 'about 4 miles'. None for a viewer who has not said
 * where they are.
 */
export function distancesFrom(
  context: Context,
  reaches: Reaches,
): Readonly<Record<string, string>> {
  const here = hereIn(context)
  if (!here) return {}
  return Object.fromEntries(
    Object.entries(reaches).flatMap(([id, reach]) => {
      const distance = distanceTo(reach, here)
      return distance === null ? [] : [[id, distance]]
    }),
  )
}

/**
 * Adds their likes to cards, and their distance from the viewer, else from another place, where one is
 * known; with one statement for all.
 */
export async function withLikesAndDistances<Card extends { readonly id: ItemId }>(
  context: Context,
  cards: readonly Card[],
  otherwise: Point | null = null,
): Promise<readonly (Card & Likes & { readonly distance?: string })[]> {
  const { db } = context.get(appContext)
  const { items, reaches } = await withLikesAndReaches(db, shopperIn(context), cards)
  const point = hereIn(context)?.point ?? otherwise
  if (!point) return items
  return items.map((card) => {
    const distance = distanceTo(reaches[card.id], { point })
    return distance === null ? card : { ...card, distance }
  })
}

/** Null for a closet whose place is not known. */
export function distanceTo(
  reach: string | undefined,
  { point }: Pick<ShopperPlace, 'point'>,
): string | null {
  const miles = reach === undefined ? null : milesTo(readReach(reach), point)
  return miles === null ? null : aboutMiles(miles)
}

export function addDistance<Card extends { readonly id: string }>(
  card: Card,
  distances: Readonly<Record<string, string>>,
): Card & { readonly distance?: string } {
  const distance = distances[card.id]
  return distance === undefined ? card : { ...card, distance }
}
