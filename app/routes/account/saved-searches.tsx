import { href } from 'react-router'
import * as z from 'zod'
import { AdminNotice } from '#app/components/pages/admin-notice.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { activeFilters } from '#app/components/search/active-filters.ts'
import { SearchLink } from '#app/components/search/search-link.tsx'
import { shownFilters } from '#app/components/search/shown-filters.ts'
import { answerProblem, checkForm, problem } from '#app/forms/forms.ts'
import { readForm } from '#app/forms/read-form.ts'
import { appContext, type Context, shopperIn, todayIn, viewerIn } from '#app/request/contexts.ts'
import { redirectWithSuccess } from '#app/request/flash.ts'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Form } from '#app/ui/form.tsx'
import { Link } from '#app/ui/link.tsx'
import { Notice } from '#app/ui/notice.tsx'
import {
  MAX_SAVED_NAME,
  MAX_SAVED_QUERY,
  MAX_SAVED_SEARCHES,
} from '#domain/catalogue/search/saved-limits.ts'
import {
  removeSavedSearch,
  savedSearchesOf,
  saveSearch,
} from '#domain/catalogue/search/saved-searches.ts'
import { searchChoices } from '#domain/catalogue/search/search-choices.ts'
import { searchAddress } from '#domain/catalogue/search/search-query.ts'
import { searcherOf } from '#domain/catalogue/search/searcher.ts'
import { readSearch } from '#domain/catalogue/search/understand.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { calendarDateIn, showDate } from '#domain/shared/time/calendar-date.ts'
import type { Route } from './+types/saved-searches.ts'

const TITLE = 'Saved searches'

export const meta: Route.MetaFunction = () => pageMeta(TITLE)

export async function loader({ request, context }: Route.LoaderArgs) {
  const shopper = shopperIn(context)
  if (!shopper) return null
  const { db, timeZone } = context.get(appContext)
  const wanted = new URL(request.url).searchParams.get('search') ?? ''
  const [saved, found] = await Promise.all([
    savedSearchesOf(db, shopper),
    readWanted(context, shopper, wanted),
  ])
  return {
    saved: saved.map(({ createdAt, ...one }) => ({
      ...one,
      since: showDate(calendarDateIn(timeZone, createdAt)),
    })),
    // One that is saved already is in the list.
    wanted: saved.some(({ query }) => query === found?.query) ? null : found,
  }
}

/** Null for a search for everything. */
async function readWanted(context: Context, shopper: Shopper, text: string) {
  if (text === '' || text.length > MAX_SAVED_QUERY) return null
  const { db, clock } = context.get(appContext)
  const { zip } = viewerIn(context)
  const today = todayIn(context)
  const params = new URLSearchParams(text)
  const [choices, searcher] = await Promise.all([
    searchChoices(db),
    searcherOf(db, { person: shopper, zip }, params, clock()),
  ])
  const read = readSearch(params, { ...choices, ...searcher }, today).query
  const [, query = ''] = searchAddress(read, { sort: 'newest' }).split('?')
  if (query === '' || query.length > MAX_SAVED_QUERY) return null
  const { facets } = shownFilters(read, choices, null)
  const name = activeFilters({ query: read, facets, today }).map(({ label }) => label)
  return { query, name: name.join(', ').slice(0, MAX_SAVED_NAME).toWellFormed() }
}

const posted = z.object({ intent: z.enum(['save', 'remove']), search: z.string() })

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const shopper = shopperIn(context)
  const checked = checkForm(posted, form)
  if (!checked.ok) return answerProblem(checked.problem)
  const { intent, search } = checked.value
  const here = href('/saved-searches')
  if (!shopper) return answerProblem(problem('Admins cannot save searches.'))
  const { db, clock } = context.get(appContext)
  if (intent === 'remove') {
    await removeSavedSearch(db, shopper, search)
    return redirectWithSuccess(here, 'Removed.')
  }
  const wanted = await readWanted(context, shopper, search)
  if (!wanted) return answerProblem(problem('Please choose what to search for.'))
  const outcome = await saveSearch(db, shopper, wanted, clock())
  if (outcome.ok) return redirectWithSuccess(here, 'Saved. You get an email about new items.')
  return answerProblem(
    problem(`You can save ${MAX_SAVED_SEARCHES} searches. Please remove one first.`),
  )
}

/** The searches about whose new items the viewer gets an email. */
export default function SavedSearches({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) return <AdminNotice title={TITLE} />
  const { saved, wanted } = loaderData
  return (
    <div className="page-column py-10 sm:py-16">
      <h1>{TITLE}</h1>
      <p className="mt-3 max-w-[52ch] text-soft">
        When new items match, you get one email in the morning.{' '}
        <Link to={href('/profile/notifications')} className="text-link">
          Your emails
        </Link>
      </p>
      {actionData && (
        <div className="mt-6 max-w-2xl">
          <Notice kind="error">{actionData.problem}</Notice>
        </div>
      )}
      {wanted && (
        <section className="mt-8 max-w-2xl rounded-picture border border-ink p-5 sm:p-7">
          <h2 className="text-xl wrap-anywhere">{wanted.name}</h2>
          <Form method="post" warnUnsaved={false} className="mt-4">
            <input type="hidden" name="search" value={wanted.query} />
            <Button name="intent" value="save">
              Tell me about new items
            </Button>
          </Form>
        </section>
      )}
      {saved.length > 0 ? (
        <ul className="mt-8 max-w-2xl border-t border-line">
          {saved.map(({ query, name, since }) => (
            <li
              key={query}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3"
            >
              <div className="min-w-0">
                <Link
                  to={`${href('/search')}?${query}`}
                  className="inline-flex min-h-9 items-center text-link wrap-anywhere"
                >
                  {name}
                </Link>
                <p className="text-sm text-soft">Saved on {since}</p>
              </div>
              <Form method="post" warnUnsaved={false}>
                <input type="hidden" name="search" value={query} />
                <Button name="intent" value="remove" kind="secondary" size="small">
                  Remove<span className="sr-only"> {name}</span>
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      ) : (
        !wanted && (
          <EmptyState title="No saved searches" action={<SearchLink />}>
            Search for something, then press “Tell me about new items”.
          </EmptyState>
        )
      )}
    </div>
  )
}
