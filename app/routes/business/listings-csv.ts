import { importColumns } from '#app/components/imports/import-columns.ts'
import { appContext, closetOwnerContext, todayIn } from '#app/http/contexts.ts'
import { csvLines, writeCsv } from '#app/http/csv.ts'
import { cellsOf } from '#app/http/import-rules.ts'
import { takeExport } from '#app/http/too-many.ts'
import { allKnownItems, type KnownItem } from '#domain/items/items.ts'
import type { Route } from './+types/listings-csv.ts'

const names = importColumns.map(({ name }) => name)

/** All items of the closet in the format of an import, sent while it is read. */
export async function loader({ context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const owner = context.get(closetOwnerContext)
  await takeExport(app, owner.id)
  const batches = allKnownItems(app.db, owner)
  // An immediate failure is an error page, not a broken file.
  const first = await batches.next()
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start(file) {
      file.enqueue(encoder.encode(writeCsv([[...names, 'id'], ...linesOf(first.value ?? [])])))
    },
    async pull(file) {
      const { done, value } = await batches.next()
      if (done) file.close()
      else file.enqueue(encoder.encode(csvLines(linesOf(value))))
    },
    async cancel() {
      await batches.return(undefined)
    },
  })
  return new Response(body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="hemline-listings-${todayIn(context)}.csv"`,
      'Cache-Control': 'private, no-store',
    },
  })
}

function linesOf(items: readonly KnownItem[]) {
  return items.map((item) => {
    const cells = cellsOf(item)
    return [...names.map((name) => cells[name]), item.id]
  })
}
