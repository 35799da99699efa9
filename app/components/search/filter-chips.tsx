import { type RefObject, useRef } from 'react'
import { href } from 'react-router'
import { CloseIcon } from '#app/ui/icons.tsx'
import { Link } from '#app/ui/link.tsx'
import { activeFilters } from './active-filters.ts'
import type { SearchScreen } from './search-screen.ts'
import { useFocusAfterRemoval } from './use-focus-after-removal.ts'

type FilterChipsProps = {
  screen: SearchScreen
  heading: RefObject<HTMLElement | null>
}

/** The active filters; each chip links to the search without it. */
export function FilterChips({ screen, heading }: FilterChipsProps) {
  const active = activeFilters(screen)
  const list = useRef<HTMLUListElement>(null)
  const shown = active.map(({ key }) => key).join()
  const focusAfterRemoval = useFocusAfterRemoval(shown, list, heading)
  if (active.length === 0) return null
  return (
    <ul ref={list} aria-label="Active filters" className="flex flex-wrap gap-2">
      {active.map(({ key, label, to }, place) => (
        <li key={key} className="max-w-full">
          <Link
            to={to}
            rel="nofollow"
            preventScrollReset
            data-chip=""
            onClick={() => focusAfterRemoval(place)}
            className="inline-flex min-h-9 max-w-full items-center gap-2 rounded-full border border-line bg-sand py-1 pr-3 pl-4 text-sm hover:border-ink"
          >
            <span className="sr-only">Remove </span>
            <span className="min-w-0 truncate">{label}</span>
            <CloseIcon width="12" height="12" className="shrink-0" />
          </Link>
        </li>
      ))}
      {active.length > 1 && (
        <li>
          <Link
            to={href('/search')}
            onClick={() => focusAfterRemoval(0)}
            className="inline-flex min-h-9 items-center px-1 text-sm text-link"
          >
            Clear all
          </Link>
        </li>
      )}
    </ul>
  )
}
