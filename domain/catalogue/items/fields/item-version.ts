import type { ItemCategory, ItemColour } from '#db/enums.ts'
import type { BrandId, ImageId } from '#db/ids.ts'
import { versionOf } from '#domain/shared/version.ts'
import type { ListingParts } from './item-photos.ts'

type Edited = {
  readonly title: string
  readonly sku: string | null
  readonly description: string
  readonly size: string
  readonly style: string
  readonly event_type: string
  readonly credits_per_day: number
  readonly image_id: ImageId | null
  readonly brand_id: BrandId | null
  readonly advance_booking: boolean
  readonly turnaround_days: number
  readonly category: ItemCategory | null
  readonly colour: ItemColour | null
  readonly replacement_value_cents: number | null
  readonly fit_returns: boolean
}

/** The version of the fields that an item's form changes. */
export function itemVersion(row: Edited, { photoIds, measurements }: ListingParts): string {
  const { advance_booking, turnaround_days } = row
  const { title, sku, description, size, style, event_type, credits_per_day, image_id } = row
  const { brand_id, category, colour, replacement_value_cents, fit_returns } = row
  return versionOf({
    title,
    sku,
    description,
    size,
    style,
    event_type,
    credits_per_day,
    image_id,
    brand_id,
    advance_booking,
    turnaround_days,
    category,
    colour,
    replacement_value_cents,
    fit_returns,
    photos: photoIds.join(),
    measurements: measurements && JSON.stringify(measurements),
  })
}
