import type { BadgeKind } from '#app/ui/badge.tsx'
import type { Standing } from '#domain/items/item-standing.ts'

/** Where an item stands, in its lister's words. */
export const standingWords = {
  free: { label: 'Approved', kind: 'success' },
  pending: { label: 'Pending', kind: 'accent' },
  denied: { label: 'Denied', kind: 'danger' },
  rented: { label: 'Rented', kind: 'info' },
  paused: { label: 'Paused', kind: 'plain' },
  retired: { label: 'Deleted', kind: 'plain' },
} as const satisfies Record<Standing, { label: string; kind: BadgeKind }>
