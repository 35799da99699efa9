import { href } from 'react-router'
import { useShell } from '#app/components/viewer/use-shell.ts'
import { icon } from '#app/ui/icons.tsx'
import { Link } from '#app/ui/link.tsx'
import { type SearchQuery, searchAddress } from '#domain/catalogue/search/search-query.ts'

const BellIcon = icon(<path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4" />)

/** Leads to an email about new items; visitors sign in first. Nothing for a search for everything. */
export function SaveSearch({ query }: { query: SearchQuery }) {
  const { viewer } = useShell()
  const [, search] = searchAddress(query, { sort: 'newest' }).split('?')
  if (!search || viewer?.accountType === 'admin') return null
  return (
    <p>
      <Link
        to={`${href('/saved-searches')}?${new URLSearchParams({ search })}`}
        rel="nofollow"
        className="inline-flex min-h-9 items-center gap-2 text-[0.9375rem]"
      >
        <BellIcon width="18" height="18" />
        <span className="text-link">Tell me about new items</span>
      </Link>
    </p>
  )
}
