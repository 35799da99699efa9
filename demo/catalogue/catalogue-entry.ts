import { z } from 'zod'
import { itemCategories, itemColours, itemFabrics } from '#db/enums.ts'

export const catalogueEntry = z.strictObject({
  /** A file in demo/pictures without its extension; `-back` and `-detail` are named after it. */
  picture: z.string(),
  title: z.string(),
  description: z.string(),
  category: z.enum(itemCategories),
  colour: z.enum(itemColours),
  fabric: z.enum(itemFabrics).optional(),
  style: z.string(),
  eventType: z.string(),
  size: z.enum(['XS', 'S', 'M', 'L', 'XL', 'XXL']),
  /** A week costs seven times as much. */
  creditsPerDay: z.int(),
  /** The brand, if the label is known. */
  brand: z.string().optional(),
  /** The index of its closet in `closets`. */
  closet: z.int(),
  /** Listed by an admin, with the styles and occasions for admins. */
  byAdmin: z.literal(true).optional(),
})

/** A demo listing, one of items.json. */
export type CatalogueEntry = Readonly<z.infer<typeof catalogueEntry>>
