import { href, useLocation } from 'react-router'
import { useTypedWords } from '#app/ui/hooks/use-typed-words.ts'
import { SearchIcon } from '#app/ui/icons.tsx'
import { SearchEntry } from './search-entry.tsx'

/** The parameters that other words replace. */
const ofTheseWords = ['q', 'typed', 'after']

/** The search field on every page. On the results page, the other filters stay. */
export function SiteSearch() {
  const { pathname, search } = useLocation()
  const current = pathname === href('/search') ? [...new URLSearchParams(search)] : []
  // Each search shows only its own words: what was understood is among the filters.
  const words = current.find(([name]) => name === 'q')?.[1] ?? ''
  const { field } = useTypedWords(current.join(), words)
  return (
    <SearchEntry className="site-search">
      <input
        ref={field}
        type="search"
        name="q"
        aria-label="Search items"
        placeholder="Search"
        maxLength={100}
        defaultValue={words}
      />
      {current.map(
        ([name, value]) =>
          !ofTheseWords.includes(name) && (
            <input key={name + value} type="hidden" name={name} value={value} />
          ),
      )}
      <button type="submit" aria-label="Search">
        <SearchIcon className="size-4.5" />
      </button>
    </SearchEntry>
  )
}
