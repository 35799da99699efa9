import { Badge, type BadgeKind } from '#app/ui/badge.tsx'
import type { CardMark } from './card-item.ts'

const WORDS: Readonly<Record<CardMark, { text: string; kind: BadgeKind }>> = {
  rented: { text: 'Currently Rented', kind: 'plain' },
  paused: { text: 'Paused', kind: 'plain' },
  pending: { text: 'Pending approval', kind: 'accent' },
  denied: { text: 'Denied', kind: 'danger' },
}

export function ItemMark({ mark, className }: { mark: CardMark; className?: string }) {
  const { text, kind } = WORDS[mark]
  return (
    <Badge kind={kind} className={className}>
      {text}
    </Badge>
  )
}
