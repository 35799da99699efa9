import { Badge, type BadgeKind } from '#app/ui/badge.tsx'
import type { CardMark } from './card-item.ts'

const WORDS: Readonly<Record<CardMark | 'instant', { text: string; kind: BadgeKind }>> = {
  rented: { text: 'Currently Rented', kind: 'plain' },
  paused: { text: 'Paused', kind: 'plain' },
  pending: { text: 'Pending approval', kind: 'accent' },
  instant: { text: 'Instant', kind: 'plain' },
  denied: { text: 'Denied', kind: 'danger' },
}

export function ItemMark({ mark, className }: { mark: CardMark | 'instant'; className?: string }) {
  const { text, kind } = WORDS[mark]
  return (
    <Badge kind={kind} className={className}>
      {text}
    </Badge>
  )
}
