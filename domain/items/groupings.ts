import { type RawBuilder, sql } from 'kysely'

/** The four ways to browse: by what an item carries, and by where its lister is. */
export type GroupKind = 'style' | 'occasion' | 'size' | 'location'

/**
 * What each grouping reads, as `i`, and the column it groups by. The collation is that of the
 * index by location. Occasions and locations read the view with the lister's place (spec 3.2).
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
