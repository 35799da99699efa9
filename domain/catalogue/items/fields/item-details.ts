import type { ItemCategory, ItemColour } from '#db/enums.ts'
import type { BrandId, ImageId } from '#db/ids.ts'
import type { Measurements } from '#domain/accounts/sizes/should-fit.ts'
import type { Lending } from './lending.ts'

/** The fields of an item that its lister enters. */
export type ItemDetails = {
  readonly title: string
  readonly description: string
  readonly size: string
  readonly style: string
  readonly eventType: string
  /** As entered; stored per day, rounded up (spec 4.1). */
  readonly creditsPerWeek: number
  readonly imageId: ImageId
  /** Photos after the first one, at most `MAX_MORE_PHOTOS`. By default none, or unchanged. */
  readonly photoIds?: readonly ImageId[] | undefined
  /** By default none, or unchanged. */
  readonly measurements?: Measurements | null | undefined
  /** Optional, for admins' listings only. */
  readonly brandId?: BrandId | null
  /** Optional: the kind of item and its colour, for the search. */
  readonly category?: ItemCategory | null
  readonly colour?: ItemColour | null
  /** Optional: the replacement value, for the rule of high-value items. 100 to 10,000,000. */
  readonly replacementValueCents?: number | null
  /** Optional: whether it can be sent back because it does not fit. */
  readonly fitReturns?: boolean | undefined
  /** Optional, for closets: the closet's own name for the item, unique among its items. */
  readonly sku?: string | null
  /** By default, one rental at a time for a new item, and unchanged for an existing one. */
  readonly lending?: Lending | undefined
}

/** Like `ItemDetails`, also for an item that is a draft until it has a photo. */
export type ListingDetails = Omit<ItemDetails, 'imageId'> & { readonly imageId: ImageId | null }
