import { data, href, redirect } from 'react-router'
import { importColumns } from '#app/components/imports/import-columns.ts'
import { answerProblem, problem, textFields } from '#app/forms/forms.ts'
import { readForm } from '#app/forms/read-form.ts'
import { type Context, ownerIn } from '#app/request/contexts.ts'
import { redirectWithError, redirectWithSuccess } from '#app/request/flash.ts'
import { orNotFound } from '#app/responses/not-found.ts'
import type { ListingImportId } from '#db/ids.ts'
import {
  type ChooseProblem,
  changeColumns,
  chooseColumns,
} from '#domain/catalogue/imports/choose-columns.ts'
import { type CorrectionProblem, correctRow } from '#domain/catalogue/imports/correct-row.ts'
import { findImport } from '#domain/catalogue/imports/import-queries.ts'
import {
  confirmImport,
  discardImport,
  type ImportStepProblem,
} from '#domain/catalogue/imports/imports.ts'
import { importRules } from './import-rules.ts'
import { missingFields, readMapping } from './map-import.ts'

/** Answers what a closet does with an import: its columns, a row of it, or all of it. */
export async function changeImport(context: Context, request: Request, importId: ListingImportId) {
  const form = await readForm(request)
  const intent = form.get('intent')
  if (intent === 'map') return await choose(context, importId, form)
  if (intent === 'columns') return await goBack(context, importId)
  if (intent === 'correct') return await correct(context, request, importId, form)
  return await finish(context, importId, intent === 'discard')
}

async function finish(context: Context, importId: ListingImportId, isDiscarded: boolean) {
  const { db, clock, owner } = ownerIn(context)
  const outcome = isDiscarded
    ? await discardImport(db, owner, importId, clock())
    : await confirmImport(db, owner, importId)
  const to = href('/business/imports/:id', { id: importId })
  if (outcome.ok)
    return redirectWithSuccess(
      to,
      isDiscarded ? 'Discarded. Nothing was imported.' : 'Your items are being imported.',
    )
  const { reason } = outcome.problem
  if (reason === 'import-not-found') throw data(null, { status: 404 })
  return redirectWithError(to, SENTENCES[reason])
}

async function choose(context: Context, importId: ListingImportId, form: FormData) {
  const { db, owner } = ownerIn(context)
  const { fileColumns } = orNotFound(await findImport(db, owner, importId))
  const read = readMapping(form, fileColumns)
  if (!read.ok) return answerProblem(problem(read.whole, { fields: read.fields, form }))
  const outcome = await chooseColumns(db, owner, importId, read.value)
  const to = href('/business/imports/:id', { id: importId })
  if (outcome.ok) return redirect(to)
  const { problem: refusal } = outcome
  if (refusal.reason === 'import-not-found') throw data(null, { status: 404 })
  if (refusal.reason === 'values-missing')
    return answerProblem(problem('', { fields: missingFields(refusal.columns), form }))
  return redirectWithError(to, SENTENCES[refusal.reason])
}

async function goBack(context: Context, importId: ListingImportId) {
  const { db, owner } = ownerIn(context)
  orNotFound(await findImport(db, owner, importId))
  const outcome = await changeColumns(db, owner, importId)
  const to = href('/business/imports/:id', { id: importId })
  return outcome.ok ? redirect(to) : redirectWithError(to, SENTENCES[outcome.problem.reason])
}

async function correct(
  context: Context,
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
  | Exclude<
      (ImportStepProblem | CorrectionProblem | ChooseProblem)['reason'],
      'import-not-found' | 'values-missing'
    >,
  string
>
