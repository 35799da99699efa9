import { data, href, redirect } from 'react-router'
import { ClosetFrame } from '#app/components/closet/closet-frame.tsx'
import { ChooseColumns } from '#app/components/imports/choose-columns.tsx'
import { importColumns } from '#app/components/imports/import-columns.ts'
import { ImportRows } from '#app/components/imports/import-rows.tsx'
import { ImportState } from '#app/components/imports/import-state.tsx'
import { importStatusWords } from '#app/components/imports/import-words.ts'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { answerProblem, problem, textFields } from '#app/forms/forms.ts'
import { readForm } from '#app/forms/read-form.ts'
import { ownerIn } from '#app/request/contexts.ts'
import { redirectWithError, redirectWithSuccess } from '#app/request/flash.ts'
import { orNotFound } from '#app/responses/not-found.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { Link } from '#app/ui/link.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Reloads } from '#app/ui/reloads.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import type { ListingImportId } from '#db/ids.ts'
import {
  type ChooseProblem,
  changeColumns,
  chooseColumns,
} from '#domain/catalogue/imports/choose-columns.ts'
import { type CorrectionProblem, correctRow } from '#domain/catalogue/imports/correct-row.ts'
import {
  findImport,
  type ImportView,
  importRows,
} from '#domain/catalogue/imports/import-queries.ts'
import {
  confirmImport,
  discardImport,
  type ImportStepProblem,
} from '#domain/catalogue/imports/imports.ts'
import { parseId } from '#domain/shared/ids.ts'
import { showInstant } from '#domain/shared/time/show-instant.ts'
import type { Route } from './+types/import.ts'
import { importRules, photoSentence, readAs } from './import-rules.ts'
import { readMapping } from './map-import.ts'

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
  const { db, clock, owner } = ownerIn(context)
  const importId = orNotFound(parseId<ListingImportId>(params.id))
  const form = await readForm(request)
  const intent = form.get('intent')
  if (intent === 'map') return await choose(context, importId, form)
  if (intent === 'columns') return await goBack(context, importId)
  if (intent === 'correct') return await correct(context, request, importId, form)
  const outcome =
    intent === 'discard'
      ? await discardImport(db, owner, importId, clock())
      : await confirmImport(db, owner, importId)
  const to = href('/business/imports/:id', { id: importId })
  if (outcome.ok) {
    const text =
      intent === 'discard' ? 'Discarded. Nothing was imported.' : 'Your items are being imported.'
    return redirectWithSuccess(to, text)
  }
  const { reason } = outcome.problem
  if (reason === 'import-not-found') throw data(null, { status: 404 })
  return redirectWithError(to, SENTENCES[reason])
}

async function choose(
  context: Route.ActionArgs['context'],
  importId: ListingImportId,
  form: FormData,
) {
  const { db, owner } = ownerIn(context)
  const { fileColumns } = orNotFound(await findImport(db, owner, importId))
  const read = readMapping(form, fileColumns)
  if (!read.ok) return answerProblem(problem(read.whole, { fields: read.fields, form }))
  const outcome = await chooseColumns(db, owner, importId, read.value)
  const to = href('/business/imports/:id', { id: importId })
  if (outcome.ok) return redirect(to)
  const { reason } = outcome.problem
  if (reason === 'import-not-found') throw data(null, { status: 404 })
  return redirectWithError(to, SENTENCES[reason])
}

async function goBack(context: Route.ActionArgs['context'], importId: ListingImportId) {
  const { db, owner } = ownerIn(context)
  orNotFound(await findImport(db, owner, importId))
  const outcome = await changeColumns(db, owner, importId)
  const to = href('/business/imports/:id', { id: importId })
  return outcome.ok ? redirect(to) : redirectWithError(to, SENTENCES[outcome.problem.reason])
}

async function correct(
  context: Route.ActionArgs['context'],
  request: Request,
  importId: ListingImportId,
  form: FormData,
) {
  const { db, owner } = ownerIn(context)
  const rowNo = Number(form.get('row'))
  const cells = Object.fromEntries(
    Object.entries(textFields(form)).filter(([name]) =>
      importColumns.some((column) => column.name === name),
    ),
  )
  const outcome = await correctRow(db, importRules, owner, {
    importId,
    rowNo: Number.isInteger(rowNo) && rowNo > 0 && rowNo < MAX_ROW_NO ? rowNo : 0,
    cells,
  })
  const to = `${href('/business/imports/:id', { id: importId })}${new URL(request.url).search}`
  if (!outcome.ok) {
    const { reason } = outcome.problem
    if (reason === 'import-not-found') throw data(null, { status: 404 })
    return redirectWithError(to, SENTENCES[reason])
  }
  return outcome.value.isRefused
    ? redirectWithError(to, `Row ${rowNo} still needs a correction.`)
    : redirectWithSuccess(to, `Row ${rowNo} can be imported.`)
}

/** Larger than the number of any row, and small enough for its column. */
const MAX_ROW_NO = 1_000_000

const SENTENCES = {
  'not-mapping': 'The columns of this file have been chosen already.',
  'columns-stay': 'The columns of this file can no longer be changed.',
  'being-checked': 'Your last file is still being checked. Please wait until that is done.',
  'not-refused': 'This row has been corrected already.',
  'too-large': 'This import is too large for more text. Please import it in parts.',
  'not-checked': 'This file is not checked yet, or was discarded.',
  'nothing-to-import': 'There is nothing to import in this file.',
} satisfies Record<
  | 'columns-stay'
  | Exclude<(ImportStepProblem | CorrectionProblem | ChooseProblem)['reason'], 'import-not-found'>,
  string
>

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
