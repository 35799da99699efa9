import { DetailsMenu } from '#app/ui/details-menu.tsx'
import { ChevronDownIcon } from '#app/ui/icons.tsx'
import { Link } from '#app/ui/link.tsx'
import { searchSorts } from '#domain/catalogue/search/facets.ts'
import {
  canSortBy,
  type SearchQuery,
  searchAddress,
} from '#domain/catalogue/search/search-query.ts'
import { sortWords } from './search-words.ts'

/** The order of the results. */
export function SortMenu({ query }: { query: SearchQuery }) {
  const sorts = searchSorts.filter((sort) => canSortBy(sort, query))
  return (
    <DetailsMenu
      className="relative"
      summaryClassName="flex min-h-11 items-center gap-1.5 text-sm whitespace-nowrap hover:text-primary-700"
      panelClassName="right-0 top-full min-w-44 rounded-control border border-line bg-sheet py-2 shadow-[0_1rem_3rem_rgb(29_25_22/0.12)]"
      summary={
        <>
          <span className="text-soft">Sort:</span> {sortWords[query.sort]}
          <ChevronDownIcon width="14" height="14" />
        </>
      }
    >
      <ul>
        {sorts.map((sort) => (
          <li key={sort}>
            <Link
              to={searchAddress(query, { sort })}
              rel="nofollow"
              aria-current={sort === query.sort || undefined}
              className="flex min-h-11 items-center px-5 text-sm hover:bg-sand aria-[current=true]:font-medium"
            >
              {sortWords[sort]}
            </Link>
          </li>
        ))}
      </ul>
    </DetailsMenu>
  )
}
