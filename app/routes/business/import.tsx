import { href } from 'react-router'
import { ClosetFrame } from '#app/components/closet/closet-frame.tsx'
import { ChooseColumns } from '#app/components/imports/choose-columns.tsx'
import { ImportRows } from '#app/components/imports/import-rows.tsx'
import { ImportState } from '#app/components/imports/import-state.tsx'
import { importStatusWords } from '#app/components/imports/import-words.ts'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { ownerIn } from '#app/request/contexts.ts'
import { orNotFound } from '#app/responses/not-found.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { Link } from '#app/ui/link.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Reloads } from '#app/ui/reloads.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import type { ListingImportId } from '#db/ids.ts'
import {
  findImport,
  type ImportView,
  importRows,
} from '#domain/catalogue/imports/import-queries.ts'
import { parseId } from '#domain/shared/ids.ts'
import { showInstant } from '#domain/shared/time/show-instant.ts'
import type { Route } from './+types/import.ts'
import { changeImport } from './change-import.ts'
import { photoSentence, readAs } from './import-rules.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData ? `Import of ${loaderData.found.fileName}` : 'Not found')

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db, timeZone, owner } = ownerIn(context)
  const importId = orNotFound(parseId<ListingImportId>(params.id))
  const found = orNotFound(await findImport(db, owner, importId))
  const query = new URL(request.url).searchParams
  const show = query.get('show')
  const view: ImportView = show === 'all' || found.refused === 0 ? 'all' : 'problems'
  const page = Number(query.get('page'))
  const rows = await importRows(db, owner, {
    importId,
    view,
    page: Number.isInteger(page) && page > 0 && page < 100 ? page : 1,
  })
  return {
    found: {
      ...found,
      madeAt: showInstant(found.madeAt, timeZone),
      leftOut: found.leftOut.map(({ fileName, reason }) => ({
        fileName,
        sentence: photoSentence(reason),
      })),
    },
    list: {
      ...rows,
      rows: rows.rows.map((row) => ({ ...row, readAs: readAs(row.given, row.item) })),
    },
    view,
    isRunning: found.status === 'checking' || found.status === 'importing',
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const importId = orNotFound(parseId<ListingImportId>(params.id))
  return await changeImport(context, request, importId)
}

export default function Import({ loaderData, actionData }: Route.ComponentProps) {
  const { found, list, view, isRunning } = loaderData
  const here = href('/business/imports/:id', { id: found.id })
  const address = (show: ImportView, page = 1) =>
    `${here}?show=${show}${page > 1 ? `&page=${page}` : ''}`
  const status = importStatusWords[found.status]
  return (
    <ClosetFrame
      title="Import listings"
      line={
        <Facts as="span">
          <span>
            <Badge kind={status.kind}>{status.label}</Badge> {found.fileName}
          </span>
          {found.madeAt}
        </Facts>
      }
    >
      <p className="mt-4">
        <Link
          to={href('/business/imports')}
          className="inline-flex min-h-11 items-center text-link"
        >
          All imports
        </Link>
      </p>
      <Reloads isRunning={isRunning} />
      {found.status === 'mapping' ? (
        <ChooseColumns found={found} answer={actionData} />
      ) : (
        <ImportState found={found} />
      )}
      {found.status !== 'checking' && found.status !== 'mapping' && (
        <section aria-label="Rows of the file" className="mt-10">
          <Tabs
            label="Rows"
            tabs={[
              ...(found.refused > 0
                ? [
                    {
                      to: address('problems'),
                      label: 'Problems',
                      current: view === 'problems',
                      count: found.refused.toLocaleString('en-US'),
                    },
                  ]
                : []),
              {
                to: address('all'),
                label: 'All rows',
                current: view === 'all',
                count: found.rows.toLocaleString('en-US'),
              },
            ]}
          />
          <div className="mt-5">
            <ImportRows rows={list.rows} canCorrect={found.status === 'checked'} />
          </div>
          <div className="mt-8">
            <Pagination
              label="Rows of the file"
              first={list.page > 2 ? address(view) : null}
              previous={list.page > 1 ? address(view, list.page - 1) : null}
              position={`Page ${list.page} of ${list.pages}`}
              next={list.page < list.pages ? address(view, list.page + 1) : null}
            />
          </div>
        </section>
      )}
    </ClosetFrame>
  )
}
