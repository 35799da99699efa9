import { problemText } from '#app/components/imports/import-words.ts'
import { appContext, closetOwnerContext } from '#app/request/contexts.ts'
import { countExport } from '#app/request/too-many.ts'
import { answerRows } from '#app/responses/csv-answer.ts'
import { orNotFound } from '#app/responses/not-found.ts'
import type { ListingImportId } from '#db/ids.ts'
import { findImport, refusedRows } from '#domain/catalogue/imports/import-queries.ts'
import { UNTITLED } from '#domain/catalogue/imports/import-rules.ts'
import { parseId } from '#domain/shared/ids.ts'
import type { Route } from './+types/refused-rows.ts'

/** The refused rows of an import as they were given, with a column that says why. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const owner = context.get(closetOwnerContext)
  const id = orNotFound(parseId<ListingImportId>(params.id))
  const found = orNotFound(await findImport(app.db, owner, id))
  await countExport(app, owner.id)
  const rows = await refusedRows(app.db, owner, found.id)
  // Cells without a title stay so, in a last column: the row is refused again until they have one.
  const untitled = rows.some(({ given }) => given[UNTITLED]) ? [UNTITLED] : []
  return answerRows('hemline-refused-rows.csv', [
    [...found.columns, 'why', ...untitled],
    ...rows.map(({ given, problems }) => [
      ...found.columns.map((name) => given[name] ?? ''),
      problems.map(problemText).join(' '),
      ...untitled.map((name) => given[name] ?? ''),
    ]),
  ])
}
