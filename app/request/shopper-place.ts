import type { Point } from '#domain/catalogue/places/distance.ts'
import { pointOfZip } from '#domain/catalogue/places/places.ts'
import { type Context, viewerIn } from './contexts.ts'

/** Where the viewer is: a ZIP code, which is private, and its point. */
export type ShopperPlace = { readonly zip: string; readonly point: Point }

/** Null for a viewer who has not said it, or whose ZIP code has no point. */
export function hereIn(context: Context): ShopperPlace | null {
  const { zip } = viewerIn(context)
  const point = zip === null ? null : pointOfZip(zip)
  return zip !== null && point ? { zip, point } : null
}
