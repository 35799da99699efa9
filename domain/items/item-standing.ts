import type { ApprovalStatus } from '#db/enums.ts'

/** Why somebody who sees an item cannot rent it now; 'free' when they can. */
export type Standing = 'free' | 'rented' | 'paused' | 'pending' | 'denied' | 'retired'

type StandingColumns = {
  readonly approval_status: ApprovalStatus
  readonly available: boolean
  readonly paused: boolean
  readonly deleted_at: Date | null
  readonly lister_in_good_standing: boolean
}

/** An item of a closet that has been blocked counts as paused. */
export function standingOf(item: StandingColumns): Standing {
  if (item.deleted_at) return 'retired'
  if (item.approval_status !== 'approved') return item.approval_status
  if (!item.available) return 'rented'
  return item.paused || !item.lister_in_good_standing ? 'paused' : 'free'
}
