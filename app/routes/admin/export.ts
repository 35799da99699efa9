import { data } from 'react-router'
import { adminContext, appContext, todayIn } from '#app/http/contexts.ts'
import { csvLines, writeCsv } from '#app/http/csv.ts'
import { exportLists, exportRows } from '#domain/oversight/exports.ts'
import type { Route } from './+types/export.ts'

/** A whole list for a spreadsheet, sent as it is read: however long it is, little of it is held. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const list = exportLists.find((known) => known === params.list)
  if (!list) throw data(null, { status: 404 })
  const { db, timeZone } = context.get(appContext)
  const batches = exportRows(db, context.get(adminContext), { list, timeZone })
  // What fails at once is an error page, not a broken file.
  const [header, first] = [await batches.next(), await batches.next()]
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start(file) {
      file.enqueue(encoder.encode(writeCsv([...(header.value ?? []), ...(first.value ?? [])])))
    },
    async pull(file) {
      const { done, value } = await batches.next()
      if (done) file.close()
      else file.enqueue(encoder.encode(csvLines(value)))
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
