import { sql } from 'kysely'
import type { ApprovalStatus } from '#db/enums.ts'
import { creditsPerWeek } from '#domain/shared/credits.ts'
import { standingOf } from './item-standing.ts'

/** An item as lists show it. */
export type ListedItem = {
  readonly id: string
  readonly title: string
  readonly imageUrl: string | null
  readonly size: string
  readonly creditsPerWeek: number
  /** Null for an item that can be rented at once. */
  readonly mark: 'rented' | 'paused' | 'pending' | 'denied' | null
}

export type ListedItemRow = {
  readonly id: string
  readonly title: string
  readonly image_url: string | null
  readonly size: string
  readonly credits_per_day: number
  readonly approval_status: ApprovalStatus
  readonly available: boolean
  readonly paused: boolean
  readonly deleted_at: Date | null
  readonly lister_in_good_standing: boolean
  readonly created_at: Date
}

/** The columns of `ListedItemRow`, of a relation called `i`. */
export const listedItemColumns = sql`i.id, i.title, i.image_url, i.size, i.credits_per_day,
  i.approval_status, i.available, i.paused, i.deleted_at, i.lister_in_good_standing, i.created_at`

export function toListedItem(row: ListedItemRow): ListedItem {
  const standing = standingOf(row)
  return {
    id: row.id,
    title: row.title,
    imageUrl: row.image_url,
    size: row.size,
    creditsPerWeek: creditsPerWeek(row.credits_per_day),
    mark: standing === 'free' || standing === 'retired' ? null : standing,
  }
}

/** What admins browse beside the public items. The words of a partial index: kept literal. */
export const isUnapproved = sql`i.approval_status <> 'approved' and i.available and not i.paused
  and i.deleted_at is null`
