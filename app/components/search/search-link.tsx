import { useLocation } from 'react-router'
import type { ButtonKind } from '#app/ui/button-style.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import {
  emptySearch,
  type SearchQuery,
  searchAddress,
} from '#domain/catalogue/search/search-query.ts'
import { parseCalendarDate } from '#domain/shared/time/calendar-date.ts'

type SearchLinkProps = {
  /** The search; without dates, it uses those in the address of this page. */
  find?: Partial<SearchQuery>
  kind?: ButtonKind
  className?: string
  children?: string
}

/** A link to the search, for pages with nothing to rent. */
export function SearchLink({
  find = {},
  kind = 'secondary',
  className,
  children = 'Search items',
}: SearchLinkProps) {
  const query = new URLSearchParams(useLocation().search)
  const start = parseCalendarDate(query.get('start'))
  const end = parseCalendarDate(query.get('end'))
  const dates = start && end ? { start, end } : {}
  return (
    <LinkButton
      to={searchAddress(emptySearch, { ...dates, ...find })}
      kind={kind}
      className={className}
    >
      {children}
    </LinkButton>
  )
}
