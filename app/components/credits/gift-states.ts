import type { BadgeKind } from '#app/ui/badge.tsx'
import type { GiftState } from '#domain/money/gifts/gift-code-queries.ts'

export const GIFT_STATES = {
  unclaimed: { label: 'Unclaimed', kind: 'accent' },
  claimed: { label: 'Claimed', kind: 'success' },
  expired: { label: 'Expired', kind: 'plain' },
  'on-hold': { label: 'On hold', kind: 'info' },
  revoked: { label: 'Canceled', kind: 'danger' },
} satisfies Record<GiftState, { label: string; kind: BadgeKind }>
