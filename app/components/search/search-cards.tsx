import { AddFromCard } from '#app/components/items/add-from-card.tsx'
import type { CardItem } from '#app/components/items/card-item.ts'
import { ItemCard } from '#app/components/items/item-card.tsx'
import type { PlannedBoard } from '#domain/booking/boards/boards.ts'

const CARD_WIDTHS = '(min-width: 80rem) 17vw, (min-width: 40rem) 24vw, calc(50vw - 1.5rem)'

type SearchCardsProps = {
  items: readonly CardItem[]
  /** The board that the viewer has for these dates. */
  board: PlannedBoard | null
}

/** Cards beside the filters. */
export function SearchCards({ items, board }: SearchCardsProps) {
  return (
    <ul className="grid grid-cols-2 gap-x-5 gap-y-9 sm:grid-cols-3 sm:gap-y-12 xl:grid-cols-4">
      {items.map((item, index) => (
        <li key={item.id} className="min-w-0">
          <ItemCard item={item} priority={index < 4} sizes={CARD_WIDTHS}>
            {board && <AddFromCard item={item} board={board} />}
          </ItemCard>
        </li>
      ))}
    </ul>
  )
}
