import type { Point } from '#domain/catalogue/places/distance.ts'

/** Polygons as GeoJSON has them: an outer ring and its holes, of longitude and latitude. */
export type Area = readonly (readonly Ring[])[]
type Ring = readonly (readonly [longitude: number, latitude: number])[]

const MILES_PER_DEGREE = 69.1

/** How far a point is outside an area, in miles; 0 inside. */
export function milesOutside(point: Point, area: Area): number {
  const isInside = area.some(
    ([outer = [], ...holes]) =>
      surrounds(outer, point) && !holes.some((hole) => surrounds(hole, point)),
  )
  if (isInside) return 0
  return Math.min(...area.flat().map((ring) => milesToRing(point, ring)))
}

/** Whether a line from the point to the east crosses the ring an odd number of times. */
function surrounds(ring: Ring, { latitude, longitude }: Point): boolean {
  let isInside = false
  for (const [index, [x, y]] of ring.entries()) {
    const [nextX, nextY] = ring.at(index - 1) ?? [x, y]
    if (y > latitude === nextY > latitude) continue
    if (longitude < ((nextX - x) * (latitude - y)) / (nextY - y) + x) isInside = !isInside
  }
  return isInside
}

function milesToRing({ latitude, longitude }: Point, ring: Ring): number {
  const narrower = Math.cos((latitude * Math.PI) / 180)
  const around = ring.map(([x, y]) => [(x - longitude) * narrower, y - latitude] as const)
  let nearest = Number.POSITIVE_INFINITY
  for (const [index, [x, y]] of around.entries()) {
    const [nextX, nextY] = around.at(index - 1) ?? [x, y]
    const [dx, dy] = [nextX - x, nextY - y]
    const along = Math.max(0, Math.min(1, -(x * dx + y * dy) / (dx * dx + dy * dy || 1)))
    nearest = Math.min(nearest, Math.hypot(x + along * dx, y + along * dy))
  }
  return nearest * MILES_PER_DEGREE
}
