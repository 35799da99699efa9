import { data } from 'react-router'
import { exportWords } from '#app/components/admin/export-words.ts'
import { adminContext, appContext, todayIn } from '#app/http/contexts.ts'
import { csvLines, writeCsv } from '#app/http/csv.ts'
import { takeExport } from '#app/http/too-many.ts'
import { exportLists, exportRows } from '#domain/oversight/exports.ts'
import { parseCalendarDate } from '#domain/shared/calendar-date.ts'
import { plainText } from '#domain/shared/plain-text.ts'
import type { Route } from './+types/export.ts'

/** A list as shown, for a spreadsheet, sent while it is read: little of it is held in memory. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const list = exportLists.find((known) => known === params.list)
  if (!list) throw data(null, { status: 404 })
  const app = context.get(appContext)
  const admin = context.get(adminContext)
  await takeExport(app, admin.id)
  const { db, timeZone } = app
  const wanted = {
    list,
    timeZone,
    today: todayIn(context),
    ...wantedIn(new URL(request.url).searchParams),
  }
  const batches = exportRows(db, admin, wanted)
  // An immediate failure is an error page, not a broken file.
  const [header, first] = [await batches.next(), await batches.next()]
  const columns = header.value?.[0] ?? []
  const inWords = (rows: readonly (readonly string[])[]) =>
    rows.map((cells) => exportWords(list, columns, cells, timeZone))
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start(file) {
      file.enqueue(encoder.encode(writeCsv([columns, ...inWords(first.value ?? [])])))
    },
    async pull(file) {
      const { done, value } = await batches.next()
      if (done) file.close()
      else file.enqueue(encoder.encode(csvLines(inWords(value))))
    },
    async cancel() {
      await batches.return(undefined)
    },
  })
  return new Response(body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="hemline-${list}-${todayIn(context)}.csv"`,
      'Cache-Control': 'private, no-store',
    },
  })
}

/** The part of the list that its page was showing. */
function wantedIn(query: URLSearchParams) {
  const text = (...names: string[]) => {
    const found = names.map((name) => query.get(name)).find((value) => value !== null)
    return plainText(found ?? '')
      .trim()
      .slice(0, 100)
  }
  return {
    q: text('q'),
    part: text('part', 'status', 'filter'),
    actor: text('actor'),
    noun: text('noun'),
    action: text('action'),
    nounId: text('id'),
    from: parseCalendarDate(query.get('from')),
    to: parseCalendarDate(query.get('to')),
  }
}
