import { csvLines, type Row, writeCsv } from './csv.ts'

/**
 * A table as a file, streamed: the next rows are read once the client has taken the previous ones,
 * so little of it is held in memory, and nothing is read while the client does not read.
 */
export async function answerCsv<Read>(
  name: string,
  header: Row,
  batches: AsyncGenerator<readonly Read[]>,
  lineOf: (read: Read) => Row,
): Promise<Response> {
  // An immediate failure is an error page, not a broken file.
  const first = await batches.next()
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start(file) {
      file.enqueue(encoder.encode(writeCsv([header, ...(first.value ?? []).map(lineOf)])))
    },
    async pull(file) {
      const { done, value } = await batches.next()
      if (done) file.close()
      else file.enqueue(encoder.encode(csvLines(value.map(lineOf))))
    },
    async cancel() {
      await batches.return(undefined)
    },
  })
  return new Response(body, { headers: csvHeaders(name) })
}

/** A small table as a file. */
export function answerRows(name: string, rows: readonly Row[]): Response {
  return new Response(writeCsv(rows), { headers: csvHeaders(name) })
}

function csvHeaders(name: string) {
  return {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}"`,
    'Cache-Control': 'private, no-store',
  }
}
