import { href } from 'react-router'
import { zipAddress } from '#app/components/viewer/zip-address.ts'
import { Link } from '#app/ui/link.tsx'
import { searchAddress } from '#domain/catalogue/search/search-query.ts'
import type { SearchScreen } from './search-screen.ts'

/** What was corrected or left out of a sentence, and the way back to how it was typed. */
export function SentenceNotes({
  query,
  notes: { typed, corrected, dropped, elsewhere },
}: Pick<SearchScreen, 'query' | 'notes'>) {
  if (corrected.length === 0 && dropped.length === 0 && !elsewhere) return null
  return (
    <div className="grid gap-1 text-[0.9375rem]">
      {corrected.length > 0 && (
        <p>
          Showing results for {quoted(corrected.map(({ shown }) => shown))}.{' '}
          <Link to={`${href('/search')}?${asTyped(typed)}`} rel="nofollow" className="text-link">
            Search for {quoted(corrected.map((one) => one.typed))} instead
          </Link>
        </p>
      )}
      {elsewhere && (
        <p className="text-soft">
          {elsewhere === 'near you'
            ? 'We do not know where you are'
            : `No closet is in ${elsewhere}`}
          , so we show items everywhere.
          {elsewhere === 'near you' && query.here === null && (
            <>
              {' '}
              <Link
                to={zipAddress(searchAddress(query, { q: typed }))}
                rel="nofollow"
                className="text-ink text-link"
              >
                Add your ZIP code
              </Link>
            </>
          )}
        </p>
      )}
      {dropped.length > 0 && (
        <p className="text-soft">Nothing matches {quoted(dropped)}, so we left it out.</p>
      )}
    </div>
  )
}

function quoted(words: readonly string[]): string {
  return new Intl.ListFormat('en-US').format(words.map((word) => `“${word}”`))
}

/** A quoted sentence is searched for as it is. */
function asTyped(typed: string): URLSearchParams {
  return new URLSearchParams({ q: `"${typed.replaceAll('"', '')}"` })
}
