import { milesBetween, type Point } from '#domain/catalogue/places/distance.ts'
import { foldPlaceName } from '#domain/catalogue/places/place-names.ts'
import { milesOutside } from './areas.ts'
import { COUNTY_MILES, TOWN_MILES, townKey } from './choose-zips.ts'
import type { ListedPlace, Sources } from './sources.ts'

export type ChosenCity = {
  readonly name: string
  readonly state: string
  readonly point: Point
  /** 0 if unknown. */
  readonly population: number
  readonly zips: readonly LocatedZip[]
}

export type LocatedZip = {
  readonly zip: string
  readonly town: string
  readonly state: string
  readonly point: Point
}

/**
 * The towns of the ZIP codes and the other places of GeoNames. A town that is a place too has its
 * point and population.
 */
export function chooseCities(places: readonly ListedPlace[], zips: readonly LocatedZip[]) {
  const byName = Map.groupBy(places, ({ name, state }) => townKey(name, state))
  const towns = Map.groupBy(zips, ({ town, state }) => townKey(town, state))
  const others = places.filter(({ name, state }) => !towns.has(townKey(name, state)))
  const byAlias = groupByAlias(others)
  const used = new Set<ListedPlace>()
  const cities: ChosenCity[] = []
  for (const [key, zipsOfTown] of towns) {
    const points = zipsOfTown.map(({ point }) => point)
    const [first] = zipsOfTown
    if (!first) continue
    const named = largestNear(points, byName.get(key))
    const place = named ?? largestNear(points, byAlias.get(key))
    if (place) used.add(place)
    cities.push({
      name: named?.name ?? spelled(first.town),
      state: first.state,
      point: place?.point ?? middleOf(points),
      population: place?.population ?? 0,
      zips: zipsOfTown,
    })
  }
  const unused = others.filter((place) => !used.has(place))
  const largest = [...Map.groupBy(unused, ({ name, state }) => townKey(name, state)).values()].map(
    (alike) => bySize(alike).slice(0, 1),
  )
  return [...cities, ...largest.flat().map((place) => withoutZips(place, cities))]
}

/** The places whose county, and a ZIP code near them in their state, confirm where they are. */
export function confirmedPlaces(sources: Sources, zips: readonly LocatedZip[]): ListedPlace[] {
  const cells = Map.groupBy(zips, ({ point, state }) => cellOf(point, state))
  return sources.places.filter(({ point, state, county }) => {
    const area = sources.areas.get(county) ?? sources.areas.get(county.slice(0, 2))
    const isInCounty = area !== undefined && milesOutside(point, area) <= COUNTY_MILES
    return (
      isInCounty &&
      cellsAround(point).some((cell) =>
        cells.get(cellOf(cell, state))?.some((zip) => milesBetween(zip.point, point) <= TOWN_MILES),
      )
    )
  })
}

/** A degree wide, which is more than `TOWN_MILES` in every state. */
const cellOf = ({ latitude, longitude }: Point, state: string) =>
  `${state} ${Math.floor(latitude)} ${Math.floor(longitude)}`

const cellsAround = ({ latitude, longitude }: Point): Point[] =>
  [-1, 0, 1].flatMap((north) =>
    [-1, 0, 1].map((east) => ({ latitude: latitude + north, longitude: longitude + east })),
  )

function groupByAlias(places: readonly ListedPlace[]): Map<string, ListedPlace[]> {
  const groups = new Map<string, ListedPlace[]>()
  for (const place of places)
    for (const alias of new Set(place.aliases.map(foldPlaceName))) {
      const key = townKey(alias, place.state)
      groups.set(key, [...(groups.get(key) ?? []), place])
    }
  return groups
}

const bySize = (places: readonly ListedPlace[]) =>
  places.toSorted((one, other) => other.population - one.population)

const largestNear = (points: readonly Point[], places: readonly ListedPlace[] = []) =>
  bySize(places).find((place) =>
    points.some((point) => milesBetween(point, place.point) <= TOWN_MILES),
  )

/**
 * Some parts of a city have the population of the whole in GeoNames: 'East Hampton' that of Hampton.
 */
function withoutZips(place: ListedPlace, towns: readonly ChosenCity[]): ChosenCity {
  const { name, state, point, population } = place
  const isPart = towns.some(
    (town) =>
      town.state === state &&
      population > town.population * 0.6 &&
      population < town.population * 1.5 &&
      foldPlaceName(name).includes(foldPlaceName(town.name)) &&
      milesBetween(town.point, point) <= TOWN_MILES,
  )
  return { name, state, point, population: isPart ? 0 : population, zips: [] }
}

/** The point that is nearest to all others together. */
function middleOf(points: readonly Point[]): Point {
  const [middle] = points
    .map((point) => ({
      ...point,
      away: points.reduce((miles, other) => miles + milesBetween(point, other), 0),
    }))
    .toSorted((one, other) => one.away - other.away)
  if (!middle) throw new Error('A town without a ZIP code')
  return { latitude: middle.latitude, longitude: middle.longitude }
}

/** Abbreviations that the source writes like words: 'Usaf Academy'. */
const abbreviations = /\b(afb|dhs|jber|jbphh|jbsa|mcbh|naf|nas|nawc|usaf)\b/gi

const spelled = (town: string) => town.replace(abbreviations, (word) => word.toUpperCase())
