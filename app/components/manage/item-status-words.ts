import type { BadgeKind } from '#app/ui/badge.tsx'
import type { ItemStatus } from '#domain/catalogue/items/fields/item-status.ts'

export const itemStatusWords = {
  free: { label: 'Approved', kind: 'success' },
  draft: { label: 'Needs a photo', kind: 'danger' },
  pending: { label: 'Pending', kind: 'accent' },
  denied: { label: 'Denied', kind: 'danger' },
  rented: { label: 'Rented', kind: 'info' },
  paused: { label: 'Paused', kind: 'plain' },
  retired: { label: 'Deleted', kind: 'plain' },
} as const satisfies Record<ItemStatus, { label: string; kind: BadgeKind }>
