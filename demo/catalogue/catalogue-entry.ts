/** One demo listing; `picture` names a file in demo/pictures without its ending. */
export type CatalogueEntry = {
  readonly picture: string
  readonly title: string
  readonly description: string
  readonly style: string
  readonly eventType: string
  readonly size: 'XS' | 'S' | 'M' | 'L' | 'XL' | 'XXL'
  /** Credits a day; a week costs seven times as much. */
  readonly creditsPerDay: number
  /** The brand's name, where the label is known. */
  readonly brand?: string
  /** The place of its closet in `closets`. */
  readonly closet: number
  /** Listed by an admin, with the admin's own styles and occasions. */
  readonly byAdmin?: true
}
