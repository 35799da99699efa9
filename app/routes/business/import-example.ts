import { importColumns } from '#app/components/imports/import-columns.ts'
import { writeCsv } from '#app/responses/csv.ts'
import examples from './import-examples.json' with { type: 'json' }

export function loader() {
  const names = importColumns.map(({ name }) => name)
  const csv = writeCsv([names, ...examples.map((row) => names.map((name) => row[name]))])
  return new Response(csv, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="hemline-listings-example.csv"',
      'Cache-Control': 'private, no-store',
    },
  })
}
