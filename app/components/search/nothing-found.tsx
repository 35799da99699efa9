import { href } from 'react-router'
import { shortDates } from '#app/components/dates/short-range.ts'
import { buttonStyle } from '#app/ui/button-style.ts'
import { classNames } from '#app/ui/class-names.ts'
import { HangerIcon } from '#app/ui/icons.tsx'
import { Link } from '#app/ui/link.tsx'
import { searchAddress } from '#domain/catalogue/search/search-query.ts'
import type { Filter } from '#domain/catalogue/search/search-results.ts'
import { capitalized } from '#domain/shared/capitalized.ts'
import { countFilters, withoutFilter } from './active-filters.ts'
import { SearchCards } from './search-cards.tsx'
import type { SearchScreen } from './search-screen.ts'
import { itemsInWords, shiftInWords, withoutWords } from './search-words.ts'

/** Why nothing was found, and the nearest searches that find something. */
export function NothingFound({ screen }: { screen: SearchScreen }) {
  const { query, found, board } = screen
  if (found.closeMatches.length > 0)
    return (
      <>
        <p className="text-lg">{noMatches(query.q)}. These come close.</p>
        <SearchCards items={found.closeMatches} board={board} />
      </>
    )
  return (
    <>
      <Reason screen={screen} />
      <WiderSearch screen={screen} />
    </>
  )
}

function Reason({ screen }: { screen: SearchScreen }) {
  const isAlone = screen.found.wider === null
  return (
    <div
      className={classNames(
        'flex flex-col items-center px-4 text-center',
        isAlone ? 'py-10 sm:py-16' : 'py-6',
      )}
    >
      <HangerIcon width="40" height="40" strokeWidth="1" className="text-edge" />
      <p className="mt-5 font-heading text-2xl leading-snug text-balance">{reasonOf(screen)}</p>
      <ul className="mt-6 grid gap-1">
        {choicesIn(screen).map(({ to, text }) => (
          <li key={to}>
            <Link to={to} rel="nofollow" className="inline-flex min-h-11 items-center text-link">
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** What to give up, and what then remains. */
function WiderSearch({ screen: { found, board } }: { screen: SearchScreen }) {
  const { wider } = found
  if (!wider) return null
  return (
    <section aria-labelledby="wider" className="grid gap-4">
      <h3 id="wider" className="font-heading text-xl">
        <Link to={wider.to} rel="nofollow" className="text-link">
          {leftOutInWords(wider.leftOut)}
          {wider.total !== null && `: ${itemsInWords(wider.total)}`}
        </Link>
      </h3>
      <SearchCards items={wider.items} board={board} />
      <p className="text-center">
        <Link to={wider.to} rel="nofollow" className={buttonStyle({ kind: 'secondary' })}>
          Search this way
        </Link>
      </p>
    </section>
  )
}

/** 'In any size and at any price'. */
function leftOutInWords(leftOut: readonly Filter[]): string {
  const parts = leftOut.map((filter) => withoutWords[filter])
  return capitalized(new Intl.ListFormat('en-US').format(parts.map(startingSmall)))
}

function startingSmall(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1)
}

function reasonOf({ query, today, found: { suggestions } }: SearchScreen): string {
  const { q, start, end } = query
  if (start && end && suggestions?.isOnOtherDates)
    return `Nothing is free ${shortDates(start, end, today)}`
  const toBlame = suggestions?.without ? reasonWords[suggestions.without.filter] : undefined
  if (toBlame && (countFilters(query) > 1 || q || start)) return toBlame
  if (q === '') return 'Nothing matches these filters'
  return countFilters(query) > 0 || start ? 'Nothing matches this search' : noMatches(q)
}

/** Why nothing was found, if giving up this filter finds the most. */
const reasonWords: { readonly [Name in Filter]?: string } = {
  minPrice: 'Nothing that matches costs so much',
  maxPrice: 'Nothing that matches costs so little',
  near: 'Nothing that matches is so near',
  reach: 'Nothing that matches can reach you',
  instant: 'Nothing that matches is confirmed at once',
  fit: 'Nothing that matches should fit you',
}

const noMatches = (words: string) => `No matches for “${words.replaceAll('"', '')}”`

function choicesIn({ query, found: { suggestions, wider } }: SearchScreen) {
  const { without, dates = [] } = suggestions ?? {}
  const items = (total: number) => itemsInWords(total) ?? ''
  if (without?.filter === 'q' && countFilters(query) === 0 && !query.start)
    return [{ to: withoutFilter(query, 'q'), text: `See all ${items(without.total)}` }]
  return [
    // A wider search that is shown below is a link there.
    ...(without && !wider
      ? [
          {
            to: withoutFilter(query, without.filter),
            text: `${withoutWords[without.filter]}: ${items(without.total)}`,
          },
        ]
      : []),
    ...dates.map(({ start, end, days, total }) => ({
      to: searchAddress(query, { start, end }),
      text: `${shiftInWords(days)}: ${items(total)}`,
    })),
    { to: href('/search'), text: 'Start over' },
  ]
}
