import type { BrandId, ImageId } from '#db/ids.ts'
import { versionOf } from '#domain/shared/version.ts'
import { columnsOf, type FieldColumns, fieldsIn } from './item-fields.ts'
import type { ListingParts } from './item-photos.ts'

type Edited = FieldColumns & {
  readonly image_id: ImageId | null
  readonly brand_id: BrandId | null
  readonly advance_booking: boolean
  readonly turnaround_days: number
}

/** The version of the fields that an item's form changes. */
export function itemVersion(row: Edited, { photoIds, measurements }: ListingParts): string {
  const { image_id, brand_id, advance_booking, turnaround_days } = row
  return versionOf({
    ...columnsOf(fieldsIn(row)),
    image_id,
    brand_id,
    advance_booking,
    turnaround_days,
    photos: photoIds.join(),
    measurements: measurements && JSON.stringify(measurements),
  })
}
