import { href } from 'react-router'
import { CloseIcon } from '#app/ui/icons.tsx'
import { Link } from '#app/ui/link.tsx'
import { activeFilters } from './active-filters.ts'
import type { SearchScreen } from './search-screen.ts'

/** The active filters; each chip links to the search without it. */
export function FilterChips({ screen }: { screen: SearchScreen }) {
  const active = activeFilters(screen)
  if (active.length === 0) return null
  return (
    <ul aria-label="Active filters" className="flex flex-wrap gap-2">
      {active.map(({ key, label, to }) => (
        <li key={key} className="max-w-full">
          <Link
            to={to}
            rel="nofollow"
            preventScrollReset
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
            className="inline-flex min-h-9 items-center px-1 text-sm text-link"
          >
            Clear all
          </Link>
        </li>
      )}
    </ul>
  )
}
