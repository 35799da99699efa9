import { useEffect, useRef, useState } from 'react'
import { useNavigation } from 'react-router'
import { ItemCard } from '#app/components/items/item-card.tsx'
import { SearchLink } from '#app/components/search/search-link.tsx'
import { Link } from '#app/ui/link.tsx'
import type { BrowseGroup } from './browse-group.ts'
import { MoreLink } from './more-link.tsx'

/** How many cards Show More adds. */
const PER_STEP = 12

type ItemGroupProps = {
  group: BrowseGroup
  id: string
  /** True for the first group: its images load at once. */
  first: boolean
}

const CARD_WIDTHS = '(min-width: 1024px) 22vw, (min-width: 640px) 31vw, calc(50vw - 1.5rem)'

/**
 * Three cards and, as the fourth tile in two or four columns, a link to the rest: groups grow by
 * twelve, so the tile always completes the grid's last row.
 */
export function ItemGroup({ group, id, first }: ItemGroupProps) {
  const { name, count, items, skipped, more, beginning } = group
  const list = useRef<HTMLUListElement>(null)
  // The element to focus once the requested cards are loaded.
  const [requested, setRequested] = useState<{ from: BrowseGroup['items']; index: number } | null>(
    null,
  )

  useEffect(() => {
    if (!requested || requested.from === items) return
    setRequested(null)
    const moved = requested.from[0]?.id !== items[0]?.id
    const link = list.current?.children[moved ? 0 : requested.index]?.querySelector('a')
    // The cards replace the button: the page scrolls only far enough to show the link.
    link?.focus({ preventScroll: true })
    link?.scrollIntoView({ block: 'nearest' })
  }, [requested, items])

  // Cards that did not load can be requested again.
  const { state } = useNavigation()
  const isNavigating = useRef(false)
  useEffect(() => {
    if (state === 'idle' && isNavigating.current) setRequested(null)
    isNavigating.current = state !== 'idle'
  }, [state])

  return (
    <section aria-labelledby={id} className="grid gap-y-6 border-t border-line py-10 sm:py-12">
      <header className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h2 id={id} className="scroll-mt-[calc(var(--header-height)+2rem)]">
          {name}
        </h2>
        <p className="text-soft">{`(${count} items)`}</p>
        <p className="sr-only" role="status">
          {items.length > 3 && `Showing ${items.length} of ${count} in ${name}`}
        </p>
        {beginning && (
          <p className="w-full pt-2 text-sm text-soft">
            {skipped + 1} to {skipped + items.length}.{' '}
            <Link to={beginning} preventScrollReset replace className="text-ink text-link">
              Back to the newest
            </Link>
          </p>
        )}
      </header>
      {items.length === 0 ? (
        <div className="flex flex-wrap items-center gap-x-5">
          <p className="py-4 text-soft">No items in stock for now, check back later</p>
          <SearchLink kind="quiet" />
        </div>
      ) : (
        <ul
          ref={list}
          aria-busy={requested !== null}
          className="grid grid-cols-2 gap-x-5 gap-y-9 sm:grid-cols-3 sm:gap-x-5 sm:gap-y-12 lg:grid-cols-4 lg:gap-x-6"
        >
          {items.map((item, index) => (
            <li key={item.id} id={`${id}-${skipped + index + 1}`} className="min-w-0">
              <ItemCard item={item} priority={first && index < 3} sizes={CARD_WIDTHS} />
            </li>
          ))}
          {more &&
            requested?.from === items &&
            Array.from({ length: Math.min(PER_STEP, more.remaining) }, (_, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other key
              <PlaceholderCard key={place} />
            ))}
          {more && (
            <li className="grid grid-cols-[minmax(0,1fr)] sm:max-lg:col-span-3 sm:max-lg:justify-center">
              <MoreLink
                to={more.to}
                firstNew={`${id}-${skipped + items.length + 1}`}
                busy={requested !== null}
                onFollow={() => setRequested({ from: items, index: items.length })}
              >
                {`Show More (${more.remaining} more)`}
              </MoreLink>
            </li>
          )}
        </ul>
      )}
    </section>
  )
}

/**
 * A placeholder for a loading card, of the same height, so that the content below moves at once.
 */
function PlaceholderCard() {
  return (
    <li aria-hidden="true">
      <div className="aspect-1/2 rounded-picture bg-sand" />
      <div className="invisible pt-3.5">
        <p className="text-[1.0625rem] leading-snug sm:text-lg">…</p>
        <p className="mt-1 text-[0.8125rem] sm:text-sm">…</p>
        <p className="text-[0.8125rem] sm:text-sm">…</p>
        <p className="pt-2 text-sm">
          <span className="inline-block py-1">…</span>
        </p>
      </div>
    </li>
  )
}
