import { useEffect, useRef } from 'react'
import { DATE_SENTENCES } from '#app/components/dates/dates-in-words.ts'
import { shortDates } from '#app/components/dates/short-range.ts'
import { PlanOccasion } from '#app/components/search/plan-occasion.tsx'
import { buttonStyle } from '#app/ui/button-style.ts'
import { Link } from '#app/ui/link.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { searchAddress } from '#domain/catalogue/search/search-query.ts'
import { MAX_COUNTED_HITS } from '#domain/catalogue/search/search-results.ts'
import { showNumber } from '#domain/shared/credits.ts'
import { FilterChips } from './filter-chips.tsx'
import { NothingFound } from './nothing-found.tsx'
import { SaveSearch } from './save-search.tsx'
import { SearchCards } from './search-cards.tsx'
import type { SearchScreen } from './search-screen.ts'
import { itemsInWords } from './search-words.ts'
import { SentenceNotes } from './sentence-notes.tsx'
import { SortMenu } from './sort-menu.tsx'

const RESULTS = 'results'

/** One page of the results. */
export function SearchResults({ screen }: { screen: SearchScreen }) {
  const { query, problem, found, today, board } = screen
  const { items, skipped } = found
  const { start, end } = query
  const heading = useRef<HTMLHeadingElement>(null)
  const page = query.after?.id
  const pageBefore = useRef(page)
  useEffect(() => {
    if (page !== pageBefore.current) heading.current?.focus()
    pageBefore.current = page
  }, [page])
  const isEmpty = items.length === 0
  const count = isEmpty ? 'No items' : (itemsInWords(found.total) ?? 'Items')
  return (
    <section aria-labelledby={RESULTS} className="search-results">
      {problem && <Notice kind="error">{DATE_SENTENCES[problem]}</Notice>}
      <FilterChips screen={screen} heading={heading} />
      <SentenceNotes query={query} notes={screen.notes} />
      <header className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2
          id={RESULTS}
          ref={heading}
          tabIndex={-1}
          className="search-heading text-2xl outline-none sm:text-3xl"
        >
          {count}
        </h2>
        {!isEmpty && <SortMenu query={query} />}
        {start && end && !isEmpty && (
          <p className="basis-full text-[0.9375rem] text-soft">
            {`Free ${shortDates(start, end, today)}`}
          </p>
        )}
        {skipped > 0 && !isEmpty && (
          <p className="basis-full text-[0.9375rem] text-soft">
            {showNumber(skipped + 1)} to {showNumber(skipped + items.length)}.{' '}
            <Link to={searchAddress(query)} className="text-ink text-link">
              Back to the first results
            </Link>
          </p>
        )}
      </header>
      <p role="status" className="sr-only">
        {count}
      </p>
      <SaveSearch query={query} />
      <PlanOccasion query={query} board={board} />
      {isEmpty ? <NothingFound screen={screen} /> : <SearchCards items={items} board={board} />}
      <ShowMore screen={screen} />
    </section>
  )
}

function ShowMore({ screen: { query, found } }: { screen: SearchScreen }) {
  const { items, total, skipped, next } = found
  if (!next) return null
  const left = total !== null && total <= MAX_COUNTED_HITS ? total - skipped - items.length : 0
  // The count can be too low, if items have become available since.
  const more = left > 0 ? ` (${showNumber(left)} more)` : ''
  return (
    <p className="text-center">
      <Link
        to={`${searchAddress(query, { after: next })}#${RESULTS}`}
        rel="nofollow next"
        className={buttonStyle({ kind: 'secondary' })}
      >
        {`Show More${more}`}
      </Link>
    </p>
  )
}
