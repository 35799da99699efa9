import type { ApprovalStatus } from '#db/enums.ts'

/** Why an item cannot be rented now; 'free' when it can. A draft has no photo yet. */
export type ItemStatus = 'free' | 'rented' | 'paused' | 'draft' | 'pending' | 'denied' | 'retired'

type StatusColumns = {
  readonly approval_status: ApprovalStatus
  readonly available: boolean
  readonly paused: boolean
  readonly deleted_at: Date | null
  readonly lister_in_good_standing: boolean
  readonly image_url: string | null
}

/** An item of a blocked closet counts as paused. */
export function itemStatus(item: StatusColumns): ItemStatus {
  if (item.deleted_at) return 'retired'
  if (item.approval_status === 'pending' && item.image_url === null) return 'draft'
  if (item.approval_status !== 'approved') return item.approval_status
  if (!item.available) return 'rented'
  return item.paused || !item.lister_in_good_standing ? 'paused' : 'free'
}
