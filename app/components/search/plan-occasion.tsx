import { href } from 'react-router'
import { useShell } from '#app/components/viewer/use-shell.ts'
import { Link } from '#app/ui/link.tsx'
import type { SearchQuery } from '#domain/catalogue/search/search-query.ts'

/** Leads from a search with dates to a board for them. */
export function PlanOccasion({ query }: { query: SearchQuery }) {
  const { viewer } = useShell()
  const { start, end, size } = query
  if (!start || !end || viewer?.accountType === 'admin') return null
  const params = new URLSearchParams({ start, end, ...(size[0] && { size: size[0] }) })
  return (
    <p>
      <Link
        to={`${href('/boards')}?${params}`}
        rel="nofollow"
        className="inline-flex min-h-9 items-center text-[0.9375rem] text-link"
      >
        Plan it with a board
      </Link>
    </p>
  )
}
