import type { ChangeOfMany } from '#domain/items/change-many.ts'
import type { Lending } from '#domain/items/lending.ts'

/** What can be done to many items at once, in the order of the buttons. */
export const bulkChangeKinds = ['pause', 'resume', 'price', 'lending', 'block', 'delete'] as const

export type BulkChangeKind = (typeof bulkChangeKinds)[number]

/** Those that no item can refuse; the others are done to each item that does not. */
export function isForAll(kind: BulkChangeKind): kind is ChangeOfMany['kind'] {
  return kind !== 'block' && kind !== 'delete'
}

/** A change that the page asks about. */
export type BulkChange = {
  readonly change: BulkChangeKind
  readonly count: number
  /** Ids separated by commas; '' for all items in the list. */
  readonly items: string
  /** The titles, when the items are named before. */
  readonly titles: readonly string[]
  /** How the newest of them is lent, to begin with; only when asking about lending. */
  readonly lending: Lending | null
}
