import type { CardItem } from '#app/components/card-item.ts'

/** A group of a browse page with the part of it that is shown. */
export type BrowseGroup = {
  readonly name: string
  /** All items of the group, shown or not. */
  readonly count: number
  readonly items: readonly CardItem[]
  /** How many items stand before the first one shown. */
  readonly skipped: number
  /** The address that shows more, and how many are left; null where the group ends. */
  readonly more: { readonly to: string; readonly remaining: number } | null
  /** The address of the group's beginning, when this is not it. */
  readonly beginning: string | null
}
