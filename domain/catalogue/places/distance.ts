import { showNumber } from '#domain/shared/credits.ts'

/** In degrees; west of Greenwich the longitude is negative. */
export type Point = { readonly latitude: number; readonly longitude: number }

const EARTH_RADIUS_MILES = 3958.8
const RADIANS_PER_DEGREE = Math.PI / 180

/** The great-circle distance in miles, within 0.5% of the real one: the earth counts as a sphere. */
export function milesBetween(one: Point, other: Point): number {
  const latitude = Math.sin(((one.latitude - other.latitude) * RADIANS_PER_DEGREE) / 2)
  const longitude = Math.sin(((one.longitude - other.longitude) * RADIANS_PER_DEGREE) / 2)
  const across =
    Math.cos(one.latitude * RADIANS_PER_DEGREE) * Math.cos(other.latitude * RADIANS_PER_DEGREE)
  const half = latitude ** 2 + across * longitude ** 2
  return 2 * EARTH_RADIUS_MILES * Math.asin(Math.min(1, Math.sqrt(half)))
}

/** Up to how many miles a distance is rounded to which step; farther ones to 100 miles. */
const steps = [
  { below: 20, step: 1 },
  { below: 100, step: 5 },
  { below: 200, step: 10 },
  { below: 1000, step: 50 },
]

/**
 * 'about 4 miles', 'about 1,500 miles', 'less than a mile': rounded as coarsely as the points of
 * ZIP codes are known and as people speak.
 */
export function aboutMiles(miles: number): string {
  if (miles < 1) return 'less than a mile'
  const step = steps.find(({ below }) => miles < below)?.step ?? 100
  const rounded = Math.round(miles / step) * step
  return rounded === 1 ? 'about 1 mile' : `about ${showNumber(rounded)} miles`
}
