import { data, href, redirect } from 'react-router'
import { otherwiseInWords } from '#app/components/fit/fit-words.ts'
import { MessagePage } from '#app/components/pages/message-page.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { SearchForm } from '#app/components/search/search-form.tsx'
import { SearchResults } from '#app/components/search/search-results.tsx'
import type { SearchScreen } from '#app/components/search/search-screen.ts'
import { shownFilters } from '#app/components/search/shown-filters.ts'
import { boardForCards } from '#app/request/boards/board-for-cards.ts'
import { appContext, peerContext, shopperIn, todayIn, viewerIn } from '#app/request/contexts.ts'
import { countAttempt } from '#app/request/limits.ts'
import { pathOf } from '#app/request/path-of.ts'
import { withLikesAndDistances } from '#app/request/place/distances.ts'
import { addInstant, instantOf } from '#app/request/place/instant.ts'
import { tryAgainIn } from '#app/request/too-many.ts'
import { tryBriefly } from '#app/request/try-briefly.ts'
import { visitorNumber } from '#app/request/visitor-number.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import type { DbOrTx } from '#db/connection.ts'
import { type LikelyFit, likelyToFit } from '#domain/catalogue/fit/fit-answers.ts'
import { withoutZips } from '#domain/catalogue/places/places.ts'
import { originOf } from '#domain/catalogue/search/nearby.ts'
import { placeNames } from '#domain/catalogue/search/place-names.ts'
import { understandWords } from '#domain/catalogue/search/read-sentence.ts'
import { searchItems } from '#domain/catalogue/search/search.ts'
import { searchChoices } from '#domain/catalogue/search/search-choices.ts'
import { addressOf, emptySearch, searchAddress } from '#domain/catalogue/search/search-query.ts'
import { searcherOf } from '#domain/catalogue/search/searcher.ts'
import { type ReadSearch, readSearch } from '#domain/catalogue/search/understand.ts'
import { recordUnmetSearch } from '#domain/catalogue/search/unmet-searches.ts'
import { widen } from '#domain/catalogue/search/widen.ts'
import { CREDITS_PER_DOLLAR } from '#domain/money/checkout/pack-price.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import type { Route } from './+types/search.ts'

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const words = loaderData?.screen?.query.q
  return pageMeta(words ? `“${words}”` : 'Search')
}

/** Searches are personal, and there are too many of them for search engines. */
export const headers: Route.HeadersFunction = ({ loaderHeaders }) => {
  const headers = new Headers(loaderHeaders)
  headers.set('X-Robots-Tag', 'noindex')
  return headers
}

/** In words here: a card on the home page has no use for them. */
function fitInWords(fit: LikelyFit | undefined) {
  return fit && { percent: fit.percent, otherwise: fit.measured && otherwiseInWords(fit.measured) }
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const { db, primary } = app
  const today = todayIn(context)
  const path = pathOf(request)
  const { person, zip } = viewerIn(context)
  const params = new URL(request.url).searchParams
  const shopper = shopperIn(context)
  const [choices, searcher] = await Promise.all([
    searchChoices(db),
    searcherOf(db, { person, zip }, params, app.clock()),
  ])
  const { wearer, here } = searcher
  const names = { ...choices, ...searcher }
  const read = readSearch(params, names, today)
  const { query, problem, entered } = read
  const taken = await countAttempt(app, 'search', context.get(peerContext))
  if (!taken.ok) {
    const { retryAfterSeconds } = taken.problem
    return data(
      { screen: null, tooMany: tryAgainIn(retryAfterSeconds) },
      { status: 429, headers: { 'Retry-After': String(retryAfterSeconds) } },
    )
  }
  const shop = {
    ...choices,
    places: placeNames(choices.cities),
    here,
    creditsPerDollar: CREDITS_PER_DOLLAR,
  }
  const canonical = await canonicalOf(db, read, shop, today)
  if (canonical !== path) throw redirect(canonical)
  const notes = read.typed
    ? await understandWords(db, emptySearch, read.typed, shop, today)
    : { corrected: [], dropped: [], elsewhere: null }
  const page = await searchItems(db, query, today)
  // Close matches are shown instead.
  const isEmpty = page.items.length + page.closeMatches.length === 0 && !query.after
  const wider = isEmpty ? await widen(db, query, page, today) : null
  const noteUnmet = () =>
    recordUnmetSearch(primary, query, { visitor: visitorNumber(context, today), today })
  const shown = [...page.items, ...page.closeMatches, ...(wider?.page.items ?? [])]
  const { start, end } = query
  const [seen, fitting, instant, board] = await Promise.all([
    withLikesAndDistances(context, shown, originOf(query)),
    likelyToFit(db, shopper, wearer, shown),
    instantOf(context, shown),
    start && end ? boardForCards(context, request, { start, end }) : null,
    page.total === 0 && !query.fit && tryBriefly(context, request, noteUnmet()),
  ])
  const cards = seen.map((card) => ({
    ...addInstant(card, instant),
    likelyToFit: fitInWords(fitting.get(card.id)),
  }))
  const { total, skipped, next, suggestions } = page
  const screen: SearchScreen = {
    query,
    problem,
    entered,
    notes: {
      typed: read.typed,
      corrected: notes.corrected,
      dropped: notes.dropped,
      elsewhere: notes.elsewhere,
    },
    today,
    wearer,
    board,
    ...shownFilters(query, names, page.facets),
    found: {
      ...{ total, skipped, next, suggestions },
      items: cards.slice(0, page.items.length),
      closeMatches: cards.slice(page.items.length, page.items.length + page.closeMatches.length),
      wider: wider && {
        leftOut: wider.leftOut,
        total: wider.page.total,
        to: searchAddress(wider.query),
        items: cards.slice(page.items.length + page.closeMatches.length),
      },
    },
  }
  return data({ screen, tooMany: null })
}

/** The address of what the typed words mean. */
async function canonicalOf(
  db: DbOrTx,
  { query, entered, typed, canonical }: ReadSearch,
  shop: Parameters<typeof understandWords>[3],
  today: CalendarDate,
): Promise<string> {
  if (query.q === '' || query.after) return canonical
  const sentence = await understandWords(db, query, query.q, shop, today)
  const isChanged =
    sentence.corrected.length > 0 || sentence.dropped.length > 0 || sentence.elsewhere !== null
  return addressOf({
    ...sentence.query,
    ...(sentence.entered ?? entered),
    typed: isChanged ? withoutZips(query.q) : typed,
  })
}

export default function Search({ loaderData: { screen, tooMany } }: Route.ComponentProps) {
  if (!screen)
    return (
      <MessagePage
        title="Too many searches"
        actions={<LinkButton to={href('/styles')}>Browse Items</LinkButton>}
      >
        <p>{tooMany}</p>
      </MessagePage>
    )
  return (
    <div className="search-page page-column pt-6 pb-8 sm:pt-10">
      <h1 className="sr-only">Search</h1>
      <SearchForm screen={screen} />
      <SearchResults screen={screen} />
    </div>
  )
}
