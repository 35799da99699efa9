import type { BrandId, ImageId } from '#db/ids.ts'
import type { Measurements } from '#domain/accounts/sizes/should-fit.ts'
import type { EnteredFields } from './item-fields.ts'
import type { Lending } from './lending.ts'

/** What a lister enters about an item. */
export type ItemDetails = EnteredFields & {
  readonly imageId: ImageId
  /** Photos after the first one, at most `MAX_MORE_PHOTOS`. By default none, or unchanged. */
  readonly photoIds?: readonly ImageId[] | undefined
  /** By default none, or unchanged. */
  readonly measurements?: Measurements | null | undefined
  /** Optional, for admins' listings only. */
  readonly brandId?: BrandId | null
  /** By default, one rental at a time for a new item, and unchanged for an existing one. */
  readonly lending?: Lending | undefined
}

/** Like `ItemDetails`, also for an item that is a draft until it has a photo. */
export type ListingDetails = Omit<ItemDetails, 'imageId'> & { readonly imageId: ImageId | null }
