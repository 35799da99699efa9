import type { DbOrTx } from '#db/connection.ts'
import { milesBetween, type Point } from '#domain/catalogue/places/distance.ts'
import {
  canReach,
  isOfferedTo,
  listedReaches,
  pointOfPlace,
} from '#domain/catalogue/reach/reach.ts'
import { ME, NEAR_MILES, type SearchCursor, type SearchQuery } from './search-query.ts'

// Search by distance. Items have the reach of their lister as one word, such as 'Austin, TX~d~10'.
// There are as many different ones as closets at most, so that they are compared here, and the
// database only looks for words.

/** A reach that public items have. */
export type ListedReach = {
  /** As items have it. */
  readonly word: string
  readonly items: number
  /** Whole miles from where distances are measured; `FAR` for a place that is not known. */
  readonly miles: number
}

/** Items by place, for a search that asks for it. */
export type Nearby = {
  /** Those near a place. */
  readonly near: readonly ListedReach[] | null
  /** Those that can reach the shopper. */
  readonly reach: readonly ListedReach[] | null
  /** Those that get to the shopper, or are picked up, without asking the closet first. */
  readonly offered: readonly ListedReach[] | null
  /** Only for a search by distance: all from a place on, the nearest first, in few parts. */
  readonly rings: readonly Ring[] | null
}

/** Reaches that follow each other by distance. */
export type Ring = {
  readonly reaches: readonly ListedReach[]
  /** The distance of all of them in whole miles; null if they differ. */
  readonly miles: number | null
}

/** Sorts behind everything that has a place. */
const FAR = 99_999

/** The most words of one kind in a search. */
const MAX_WORDS = 2000

/** From where a search measures distances: the place that it names, else the shopper's. */
export function originOf({ near, here }: Pick<SearchQuery, 'near' | 'here'>): Point | null {
  return near === null || near === ME ? here : pointOfPlace(near)
}

/** Null for a search to which places do not matter. */
export async function readNearby(db: DbOrTx, query: SearchQuery): Promise<Nearby | null> {
  const { near, within, reach, here, renter, sort, after } = query
  const origin = originOf(query)
  const isPlaced = origin !== null && (near !== null || reach || sort === 'distance')
  const isReached = here !== null && renter !== null
  if (!isPlaced && !isReached) return null
  const all = await listedReaches(db)
  const measured = all
    .map(({ word, items, is }) => ({
      ...{ word, items, is },
      exactly: is.point && origin ? milesBetween(is.point, origin) : null,
    }))
    .map((one) => ({ ...one, miles: wholeMiles(one.exactly) }))
    .toSorted((a, b) => a.miles - b.miles)
  const some = (passes: (one: (typeof measured)[number]) => boolean) =>
    measured.filter(passes).slice(0, MAX_WORDS)
  const wanted = {
    near:
      near === null
        ? null
        : some(({ exactly }) => exactly !== null && exactly <= (within ?? NEAR_MILES)),
    reach: reach && here ? some(({ is }) => canReach(is, here)) : null,
    offered: isReached ? some(({ is }) => isOfferedTo(is, here)) : null,
  }
  return {
    ...wanted,
    rings: origin && sort === 'distance' ? ringsOf(wanted, measured, after) : null,
  }
}

/** How many items the first ring has at most, unless all are equally far; and how much more each next one. */
const RING_ITEMS = 400
const RING_GROWTH = 4

/** The reaches of a search from a place on, in few groups, so that a page needs few statements. */
function ringsOf(
  { near, reach }: Pick<Nearby, 'near' | 'reach'>,
  byDistance: readonly ListedReach[],
  after: SearchCursor | null,
): readonly Ring[] {
  const first = after?.order === 'distance' ? Number(after.key) : 0
  const wanted = [near, reach].flatMap((one) => (one ? [new Set(one)] : []))
  const left = byDistance.filter(
    (one) => one.miles >= first && wanted.every((some) => some.has(one)),
  )
  const rings: { readonly reaches: readonly ListedReach[]; readonly items: number }[] = []
  let limit = RING_ITEMS
  for (const reaches of equallyFar(left)) {
    const items = reaches.reduce((sum, one) => sum + one.items, 0)
    const last = rings.at(-1)
    if (last && last.items + items <= limit)
      rings.splice(-1, 1, { reaches: [...last.reaches, ...reaches], items: last.items + items })
    else {
      if (last) limit *= RING_GROWTH
      rings.push({ reaches, items })
    }
  }
  return rings.map(({ reaches }) => ({ reaches, miles: onlyMilesOf(reaches) }))
}

function equallyFar(reaches: readonly ListedReach[]): readonly (readonly ListedReach[])[] {
  const groups = new Map<number, ListedReach[]>()
  for (const one of reaches) groups.set(one.miles, [...(groups.get(one.miles) ?? []), one])
  return [...groups.values()]
}

function onlyMilesOf(reaches: readonly ListedReach[]): number | null {
  const [first] = reaches
  return first && reaches.every(({ miles }) => miles === first.miles) ? first.miles : null
}

/** As distances are said: less than a mile comes before about a mile. */
function wholeMiles(miles: number | null): number {
  if (miles === null) return FAR
  return miles < 1 ? 0 : Math.round(miles)
}

/** Whether public items are near a place. */
export async function isAnythingNear(
  db: DbOrTx,
  place: Pick<SearchQuery, 'near' | 'within' | 'here'>,
): Promise<boolean> {
  const origin = originOf(place)
  if (!origin) return false
  const all = await listedReaches(db)
  const limit = place.within ?? NEAR_MILES
  return all.some(({ is: { point } }) => point && milesBetween(point, origin) <= limit)
}
