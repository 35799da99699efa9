// Builds domain/catalogue/places/places.json and says how far the sources differ:
// node tools/places/build.ts
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Point } from '#domain/catalogue/places/distance.ts'
import { type ChosenCity, chooseCities, confirmedPlaces } from './choose-cities.ts'
import { chooseZips, milesApart } from './choose-zips.ts'
import { installSources, readSources } from './sources.ts'

const folder = mkdtempSync(join(tmpdir(), 'places-'))
try {
  installSources(folder)
  const sources = readSources(folder)
  const apart = [...milesApart(sources).values()]
  console.log(`${apart.length} ZIP codes with a point in both sources`)
  for (const miles of [1, 5, 10, 25, 100])
    console.log(`  ${apart.filter((one) => one > miles).length} more than ${miles} miles apart`)
  const zips = chooseZips(sources)
  for (const [because, { length }] of Map.groupBy(zips, (one) => one.because))
    console.log(`${length} ZIP codes: ${because}`)
  const located = zips.flatMap(({ chosen, ...zip }) => (chosen ? [{ ...zip, point: chosen }] : []))
  const places = confirmedPlaces(sources, located)
  console.log(`${places.length} of ${sources.places.length} places are where their county is`)
  const cities = chooseCities(places, located)
  console.log(`${cities.length} cities, ${located.length} ZIP codes`)
  writeFileSync('domain/catalogue/places/places.json', fileOf(cities))
} finally {
  rmSync(folder, { recursive: true })
}

/** A string of cities for each state, as `domain/catalogue/places/read-places.ts` describes. */
function fileOf(cities: readonly ChosenCity[]): string {
  const states = Map.groupBy(cities, ({ state }) => state)
  const lines = [...states].toSorted().map(([state, inState]) => {
    const packed = inState.map(packCity).toSorted().join(';')
    return `  ${JSON.stringify(state)}: ${JSON.stringify(packed)}`
  })
  return `{\n${lines.join(',\n')}\n}\n`
}

function packCity({ name, point, population, zips }: ChosenCity): string {
  const [north, east] = thousandths(point)
  const packed = zips.map((one) => {
    const [ownNorth, ownEast] = thousandths(one.point)
    const offset = [ownNorth - north, ownEast - east]
    return offset.every((part) => part === 0) ? one.zip : [one.zip, ...offset].join()
  })
  const thousands = Math.round(population / 1000)
  return [name, north, east, thousands || '', packed.toSorted().join(' ')].join('|')
}

function thousandths({ latitude, longitude }: Point): readonly [number, number] {
  return [Math.round(latitude * 1000), Math.round(longitude * 1000)]
}
