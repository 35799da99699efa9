import type { ItemCategory, ItemColour } from '#db/enums.ts'

/**
 * A demo listing; `picture` is the name of a file in demo/pictures without its extension. Two more
 * are named after it: `-back` and `-detail`.
 */
export type CatalogueEntry = {
  readonly picture: string
  readonly title: string
  readonly description: string
  readonly category: ItemCategory
  readonly colour: ItemColour
  readonly style: string
  readonly eventType: string
  readonly size: 'XS' | 'S' | 'M' | 'L' | 'XL' | 'XXL'
  /** Credits per day; a week costs seven times as much. */
  readonly creditsPerDay: number
  /** The brand, if the label is known. */
  readonly brand?: string
  /** The index of its closet in `closets`. */
  readonly closet: number
  /** Listed by an admin, with the styles and occasions for admins. */
  readonly byAdmin?: true
}
