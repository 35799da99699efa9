import { href } from 'react-router'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { NotLoaded } from '#app/components/admin/not-loaded.tsx'
import { SearchResults } from '#app/components/admin/search/search-results.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { adminIn } from '#app/request/contexts.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { findEverything } from '#domain/admin/search/find-everything.ts'
import type { Route } from './+types/search.ts'
import { loadList, readPart } from './list-answers.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData?.q ? `Search: ${loaderData.q}` : 'Search')

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, admin, clock, paymentsAreReal } = adminIn(context)
  const { q } = readPart(request, href('/admin/search')).part
  const found = q
    ? await loadList(context, request, () => findEverything(db, admin, q, clock()))
    : undefined
  return { q, found, paymentsAreReal }
}

/** What searches for the same words, in more rows than the results have. */
const LISTS = [
  { label: 'Users', base: href('/admin/users') },
  { label: 'Rentals', base: href('/admin/rentals') },
  { label: 'Items', base: href('/admin/items') },
  { label: 'Applications', base: href('/admin/applications') },
  { label: 'Emails', base: href('/admin/mail') },
] as const

/** One search over people, closets, rentals, items, payments and gift codes. */
export default function Search({ loaderData }: Route.ComponentProps) {
  const { q, found, paymentsAreReal } = loaderData
  const query = new URLSearchParams({ q })
  return (
    <AdminFrame
      title="Search"
      line="People and closets by name, email or phone; items by title; rentals by number; payments by amount, last four digits, email or Stripe’s id; gift codes."
    >
      {found === null ? (
        <NotLoaded label="The results" to={`${href('/admin/search')}?${query}`} />
      ) : (
        found &&
        (Object.values(found).some(({ rows }) => rows.length > 0) ? (
          <SearchResults q={q} found={found} paymentsAreReal={paymentsAreReal} />
        ) : (
          <EmptyState title={`Nothing matches “${q}”`} />
        ))
      )}
      {q && (
        <p className="mt-4 text-sm text-soft">
          Search a whole list for these words:{' '}
          {LISTS.map(({ label, base }, index) => (
            <span key={base}>
              {index > 0 && ', '}
              <TextLink to={`${base}?${query}`}>{label}</TextLink>
            </span>
          ))}
        </p>
      )}
    </AdminFrame>
  )
}
