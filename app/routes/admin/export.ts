import { href, redirect } from 'react-router'
import { exportWords } from '#app/components/admin/export-words.ts'
import { adminContext, appContext, todayIn } from '#app/request/contexts.ts'
import { countExport } from '#app/request/too-many.ts'
import { answerCsv } from '#app/responses/csv-answer.ts'
import { orNotFound } from '#app/responses/not-found.ts'
import { exportLists } from '#domain/admin/exports/export-period.ts'
import { openExport } from '#domain/admin/exports/exports.ts'
import type { Route } from './+types/export.ts'
import { exportedPart, TOOK_TOO_LONG } from './exported-part.ts'

/** A list as shown, for a spreadsheet. If it does not fit into one file, a page says so. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const list = orNotFound(exportLists.find((known) => known === params.list))
  const app = context.get(appContext)
  const admin = context.get(adminContext)
  await countExport(app, admin.id)
  const { db, timeZone, clock } = app
  const query = new URL(request.url).searchParams
  const part = exportedPart(list, query)
  const opened = await openExport(db, admin, { list, timeZone, now: clock(), ...part })
  if (!opened.ok) {
    query.set('check', opened.problem.reason === 'takes-too-long' ? TOOK_TOO_LONG : 'yes')
    return redirect(`${href('/admin/downloads/:list', { list })}?${query}`)
  }
  const batches = opened.value
  const columns = (await batches.next()).value?.[0] ?? []
  const days = part.from && part.to ? `${part.from}-to-${part.to}` : todayIn(context)
  return await answerCsv(`hemline-${list}-${days}.csv`, columns, batches, (cells) =>
    exportWords(list, columns, cells, timeZone),
  )
}
