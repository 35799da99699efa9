import type { CardItem } from '#app/components/items/card-item.ts'
import { ItemGrid } from '#app/components/items/item-grid.tsx'
import { SearchLink } from '#app/components/search/search-link.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Pagination } from '#app/ui/pagination.tsx'

type ItemsBelowProps = {
  items: readonly CardItem[]
  first: string | null
  next: string | null
}

/** One page of the items of a brand or a closet, below what is said about it. */
export function ItemsBelow({ items, first, next }: ItemsBelowProps) {
  return (
    <div className="grid gap-14 pt-10">
      {items.length > 0 ? (
        <ItemGrid items={items} eager={4} heading="h2" />
      ) : (
        <EmptyState title="No items in stock for now, check back later" action={<SearchLink />} />
      )}
      <Pagination label="Items" first={first} next={next} />
    </div>
  )
}
