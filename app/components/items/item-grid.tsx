import type { ReactNode } from 'react'
import type { CardItem } from './card-item.ts'
import { ItemCard } from './item-card.tsx'

type ItemGridProps = {
  items: readonly CardItem[]
  /** How many of the first cards load their image at once. */
  eager?: number
  heading?: 'h2' | 'h3'
  /** What else can be done with an item, below its card. */
  below?: (item: CardItem) => ReactNode
}

/** Cards in two, three and four columns. */
export function ItemGrid({ items, eager = 0, heading, below }: ItemGridProps) {
  return (
    <ul className="grid grid-cols-2 gap-x-5 gap-y-9 sm:grid-cols-3 sm:gap-x-5 sm:gap-y-12 lg:grid-cols-4 lg:gap-x-6">
      {items.map((item, index) => (
        <li key={item.id} className="min-w-0">
          <ItemCard item={item} priority={index < eager} heading={heading}>
            {below?.(item)}
          </ItemCard>
        </li>
      ))}
    </ul>
  )
}
