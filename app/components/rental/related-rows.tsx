import type { CardItem } from '#app/components/items/card-item.ts'
import { ItemGrid } from '#app/components/items/item-grid.tsx'
import { Link } from '#app/ui/link.tsx'

/** A row of items below an item, with a link to all of them. */
export function RelatedRow({
  title,
  items,
  more,
}: {
  title: string
  items: readonly CardItem[]
  more: { readonly to: string; readonly text: string }
}) {
  if (items.length === 0) return null
  return (
    <section className="page-column border-t border-line pt-10 pb-14">
      <div className="mb-7 flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 className="text-2xl sm:text-3xl">{title}</h2>
        <Link to={more.to} className="inline-flex min-h-11 items-center text-sm text-link">
          {more.text}
        </Link>
      </div>
      <ItemGrid items={items} />
    </section>
  )
}
