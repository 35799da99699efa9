import { type RawBuilder, sql } from 'kysely'

/** The four ways to browse: by an attribute of the item, or by its lister's location. */
export type GroupKind = 'style' | 'occasion' | 'size' | 'location'

/**
 * What each grouping reads, as `i`, and the column it groups by. The collation is that of the index
 * on location. Occasions and locations read the view that includes the lister's location (spec
 * 3.2).
 */
export const groupings: Record<
  GroupKind,
  { readonly from: RawBuilder<unknown>; readonly column: RawBuilder<unknown> }
> = {
  style: { from: sql`clothing_items i`, column: sql`i.style_group` },
  occasion: { from: sql`clothing_items_with_location i`, column: sql`i.occasion_group` },
  size: { from: sql`clothing_items i`, column: sql`i.size_group` },
  location: {
    from: sql`clothing_items_with_location i`,
    column: sql`i.location_group collate "C"`,
  },
}
