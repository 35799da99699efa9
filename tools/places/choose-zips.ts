import { milesBetween, type Point } from '#domain/catalogue/places/distance.ts'
import { foldPlaceName } from '#domain/catalogue/places/place-names.ts'
import { milesOutside } from './areas.ts'
import type { ListedZip, Sources } from './sources.ts'

/** Half of the ZIP codes differ by more than a mile between the sources, as areas and towns do. */
const SAME_POINT_MILES = 10
/** Borders are drawn coarsely, and some ZIP codes reach into the next county. */
export const COUNTY_MILES = 3
export const TOWN_MILES = 15

export type ChosenZip = ListedZip & {
  /** Null if no point is confirmed by a second source. */
  readonly chosen: Point | null
  readonly because: Reason
}

type Reason =
  | 'sources agree'
  | 'sources agree, but on a point outside county and town'
  | 'sources differ: only one is in the county'
  | 'sources differ: only one is near the town'
  | 'sources differ: both are near the town'
  | 'sources differ: undecided'
  | 'one source: near the town'
  | 'one source: in the county'
  | 'one source: not confirmed'

/**
 * The point of each ZIP code. The Census Bureau knows the areas, GeoNames the towns, and either is
 * hundreds of miles off for some ZIP codes, so each point needs another source to confirm it: the
 * other one, the borders of the county, or the town, by its other ZIP codes and its own point.
 */
export function chooseZips(sources: Sources): ChosenZip[] {
  const differences = milesApart(sources)
  const agrees = ({ zip }: ListedZip) => (differences.get(zip) ?? Infinity) <= SAME_POINT_MILES
  const nearTown = townsOf(sources, sources.zips.filter(agrees))
  return sources.zips.map((listed) => {
    const area = areaOf(listed, sources)
    const isInCounty = (point: Point) => milesOutside(point, area) <= COUNTY_MILES
    const isNearTown = (point: Point) => nearTown(listed, point)
    const census = sources.census.get(listed.zip)
    const choice = !census
      ? confirmed(listed.point, isInCounty(listed.point), isNearTown(listed.point))
      : agrees(listed)
        ? agreed(census, isInCounty(census), isNearTown(census))
        : decided([census, listed.point], isInCounty, isNearTown)
    return { ...listed, ...choice }
  })
}

/** The miles between the points of both sources, for ZIP codes that both have. */
export function milesApart({ zips, census }: Sources): Map<string, number> {
  return new Map(
    zips.flatMap(({ zip, point }) => {
      const other = census.get(zip)
      return other ? [[zip, milesBetween(point, other)] as const] : []
    }),
  )
}

type Choice = Pick<ChosenZip, 'chosen' | 'because'>

function agreed(census: Point, inCounty: boolean, nearTown: boolean | null): Choice {
  if (inCounty || nearTown !== false) return { chosen: census, because: 'sources agree' }
  return { chosen: null, because: 'sources agree, but on a point outside county and town' }
}

function confirmed(point: Point, inCounty: boolean, nearTown: boolean | null): Choice {
  if (nearTown) return { chosen: point, because: 'one source: near the town' }
  if (inCounty && nearTown === null) return { chosen: point, because: 'one source: in the county' }
  return { chosen: null, because: 'one source: not confirmed' }
}

function decided(
  points: readonly Point[],
  inCounty: (point: Point) => boolean,
  nearTown: (point: Point) => boolean | null,
): Choice {
  const [here, ...others] = points.filter(inCounty)
  if (here && others.length === 0)
    return { chosen: here, because: 'sources differ: only one is in the county' }
  const [near, ...alsoNear] = points.filter((point) => inCounty(point) && nearTown(point))
  if (!near) return { chosen: null, because: 'sources differ: undecided' }
  return {
    chosen: near,
    because:
      alsoNear.length > 0
        ? 'sources differ: both are near the town'
        : 'sources differ: only one is near the town',
  }
}

function areaOf({ zip, county, state }: ListedZip, { areas, stateNumbers }: Sources) {
  // The borders of some new counties are missing.
  const area = areas.get(county) ?? areas.get(stateNumbers.get(state) ?? '')
  if (!area) throw new Error(`The state ${state} of ${zip} has no borders`)
  return area
}

/** Whether a point is near other points of the town; null if none is known. */
function townsOf({ places, census }: Sources, agreeing: readonly ListedZip[]) {
  const known = new Map<string, { readonly zip: string | null; readonly point: Point }[]>()
  const add = (town: string, state: string, zip: string | null, point: Point) => {
    const key = townKey(town, state)
    known.set(key, [...(known.get(key) ?? []), { zip, point }])
  }
  for (const { zip, town, state } of agreeing) {
    const point = census.get(zip)
    if (point) add(town, state, zip, point)
  }
  for (const { name, aliases, state, point } of places)
    for (const one of new Set([name, ...aliases].map(foldPlaceName))) add(one, state, null, point)
  return ({ zip, town, state }: ListedZip, point: Point): boolean | null => {
    const others = known.get(townKey(town, state))?.filter((one) => one.zip !== zip) ?? []
    if (others.length === 0) return null
    return others.some((one) => milesBetween(one.point, point) <= TOWN_MILES)
  }
}

export function townKey(town: string, state: string): string {
  return `${foldPlaceName(town)} ${state}`
}
