import { href, useNavigation } from 'react-router'
import { ClosetFrame } from '#app/components/closet/closet-frame.tsx'
import { ColumnList } from '#app/components/imports/column-list.tsx'
import { ImportForm } from '#app/components/imports/import-form.tsx'
import { countsInWords, importStatusWords } from '#app/components/imports/import-words.ts'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { appContext, closetOwnerContext } from '#app/request/contexts.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { Link } from '#app/ui/link.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { IMPORT_DAYS } from '#domain/catalogue/imports/import-limits.ts'
import { listImports } from '#domain/catalogue/imports/import-queries.ts'
import { showInstant } from '#domain/shared/time/show-instant.ts'
import type { Route } from './+types/imports.ts'
import { takeListings } from './take-listings.ts'

export const meta: Route.MetaFunction = () => pageMeta('Import listings')

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, timeZone } = context.get(appContext)
  const owner = context.get(closetOwnerContext)
  const after = new URL(request.url).searchParams.get('after')
  const { rows, next } = await listImports(db, owner, after)
  const imports = rows.map((row) => ({ ...row, madeAt: showInstant(row.madeAt, timeZone) }))
  return { imports, next, isFirst: after === null }
}

export async function action({ request, context }: Route.ActionArgs) {
  return await takeListings(context, request, context.get(closetOwnerContext))
}

const here = href('/business/imports')

export default function Imports({ loaderData, actionData }: Route.ComponentProps) {
  const { imports, next, isFirst } = loaderData
  const busy = useNavigation().formAction === here
  return (
    <ClosetFrame
      title="Import listings"
      line="Add and change many items at once, from a spreadsheet."
      actions={
        <LinkButton to={href('/business/listings.csv')} reloadDocument download kind="secondary">
          Export listings
        </LinkButton>
      }
    >
      <div className="mt-8 grid gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
        <div className="min-w-0">
          <ImportForm answer={actionData} busy={busy} />
          {(imports.length > 0 || !isFirst) && (
            <section aria-labelledby="past" className="mt-12">
              <h2 id="past" className="text-[1.625rem]">
                Your imports
              </h2>
              <ul className="mt-4 border-t border-line">
                {imports.map((one) => (
                  <li
                    key={one.id}
                    className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-b border-line py-3"
                  >
                    <Link
                      to={href('/business/imports/:id', { id: one.id })}
                      className="inline-flex min-h-6 min-w-0 items-center font-medium text-link wrap-anywhere"
                    >
                      {one.fileName || 'Unnamed file'}
                    </Link>
                    <Badge kind={importStatusWords[one.status].kind}>
                      {importStatusWords[one.status].label}
                    </Badge>
                    <Facts as="span" className="basis-full text-sm text-soft">
                      {one.madeAt}
                      {one.status !== 'checking' && countsInWords(one)}
                    </Facts>
                  </li>
                ))}
              </ul>
              <div className="mt-6">
                <Pagination
                  label="More imports"
                  first={isFirst ? null : here}
                  next={next && `${here}?after=${next}`}
                />
              </div>
              <p className="mt-4 text-sm text-soft">
                They are removed after {IMPORT_DAYS} days; your items stay.
              </p>
            </section>
          )}
        </div>
        <ColumnList />
      </div>
    </ClosetFrame>
  )
}
