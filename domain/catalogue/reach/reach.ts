import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import { milesBetween, type Point } from '#domain/catalogue/places/distance.ts'
import { type Place, pointOfCity, pointOfZip } from '#domain/catalogue/places/places.ts'
import { type AreaOfCloset, outOfAreaInWords } from './area-words.ts'

export { placeOfRenter } from './place-of-renter.ts'

// Whom the pieces of a closet can reach. A closet delivers, lets people pick up, or ships.

/** How a piece gets to its renter. */
export type Way = 'deliver' | 'pickup' | 'ship'

/** Where a closet is and how its pieces change hands. */
export type Reach = {
  /** Null for a place that is not known. */
  readonly point: Point | null
  readonly ways: readonly Way[]
  /** How far it delivers: miles along the great circle. */
  readonly deliveryMiles: number
}

/** What a closet that has not said how far it delivers counts as: the largest distance to choose. */
const USUAL_MILES = 30
/** '30+ miles' has no end; farther, the closet is asked. */
const MAX_MILES = 50

const ways: readonly (readonly [code: string, way: Way])[] = [
  ['d', 'deliver'],
  ['p', 'pickup'],
  ['s', 'ship'],
]

/** The columns of a lister for `waysOf`. */
export const wayColumns = ['p.delivers', 'p.offers_pickup', 'p.ships'] as const

/** The ways that a closet has chosen. */
export function waysOf({
  delivers,
  offers_pickup,
  ships,
}: {
  readonly delivers: boolean
  readonly offers_pickup: boolean
  readonly ships: boolean
}): readonly Way[] {
  return [
    ...(delivers ? ['deliver' as const] : []),
    ...(offers_pickup ? ['pickup' as const] : []),
    ...(ships ? ['ship' as const] : []),
  ]
}

/** The most reaches that are compared; more closets would need them in a table of their own. */
const MAX_REACHES = 10_000

/** Reading the reaches of all closets takes longer than anything else that a page does with them. */
const reaches = new Map<string, Reach>()

/** Reads what `lister_reach` in the database writes: '02116~dp~10', 'Austin, TX~ds~30+'. */
export function readReach(text: string): Reach {
  const known = reaches.get(text)
  if (known) return known
  const [, place = '', codes = '', miles = ''] = /^(.*)~([dps]*)~([^~]*)$/s.exec(text) ?? []
  const reach: Reach = {
    point: pointOfPlace(place),
    ways: ways.flatMap(([code, way]) => (codes.includes(code) ? [way] : [])),
    deliveryMiles: miles.endsWith('+') ? MAX_MILES : Number(miles) || USUAL_MILES,
  }
  if (reaches.size >= MAX_REACHES) reaches.clear()
  reaches.set(text, reach)
  return reach
}

/** The point of a ZIP code or of 'Austin, TX'; null if it is not known. */
export function pointOfPlace(place: string): Point | null {
  const comma = place.lastIndexOf(',')
  return comma === -1
    ? pointOfZip(place)
    : pointOfCity(place.slice(0, comma).trim(), place.slice(comma + 1).trim())
}

/** The miles between a closet and a place; null if the closet's is not known. */
export function milesTo({ point }: Reach, here: Point): number | null {
  return point && milesBetween(point, here)
}

/** Whether it delivers to a place; null where nobody knows how far that is. */
export function deliversTo(reach: Reach, here: Point | null): boolean | null {
  if (!here) return null
  if (!reach.ways.includes('deliver')) return false
  const miles = milesTo(reach, here)
  return miles === null ? null : miles <= reach.deliveryMiles
}

/** Why an item is not delivered to a place, as a sentence; null if it is, or may be (spec 4.9). */
export function whyNotDelivered(
  closet: AreaOfCloset,
  reach: Reach,
  place: Place | null,
): string | null {
  if (!place || deliversTo(reach, place.point) !== false) return null
  const delivers = reach.ways.includes('deliver')
  const miles = milesTo(reach, place.point)
  return outOfAreaInWords(closet, { delivers, miles, city: place.city })
}

/** The ways that certainly reach a place. Whoever picks up travels, so that way reaches everybody. */
export function waysTo(reach: Reach, here: Point): readonly Way[] {
  return reach.ways.filter((way) => way !== 'deliver' || deliversTo(reach, here))
}

/** Whether there is a way to a place without asking the closet, as far as anybody knows. */
export function isOfferedTo(reach: Reach, here: Point): boolean {
  return deliversTo(reach, here) !== false || reach.ways.some((way) => way !== 'deliver')
}

/** Whether its pieces come to a place, by delivery or by mail. */
export function canReach(reach: Reach, here: Point): boolean {
  return waysTo(reach, here).some((way) => way !== 'pickup')
}

/** Whom items can reach, by their ids, for `readReach`: private, and never sent to a browser. */
export type Reaches = Readonly<Record<string, string>>

/** The different reaches of public items, as items have them, with how many have each. */
export async function listedReaches(
  db: DbOrTx,
): Promise<readonly { readonly word: string; readonly items: number; readonly is: Reach }[]> {
  const rows = await db
    .selectFrom('listed_count_deltas')
    .select(['value as word', sql<number>`sum(delta)::int`.as('items')])
    .where('kind', '=', 'reach')
    .groupBy('value')
    .having(sql<boolean>`sum(delta) > 0`)
    .limit(MAX_REACHES)
    .execute()
  return rows.map((row) => ({ ...row, is: readReach(row.word) }))
}
