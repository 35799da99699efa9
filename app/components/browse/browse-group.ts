import type { CardItem } from '#app/components/items/card-item.ts'

/** A group of a browse page with the items shown. */
export type BrowseGroup = {
  readonly name: string
  /** The number of items in the group, shown or not. */
  readonly count: number
  readonly items: readonly CardItem[]
  /** How many items precede the first one shown. */
  readonly skipped: number
  /** The address that shows more, and how many are left; null at the end of the group. */
  readonly more: { readonly to: string; readonly remaining: number } | null
  /** The address of the group's start, when this is not it. */
  readonly beginning: string | null
}
