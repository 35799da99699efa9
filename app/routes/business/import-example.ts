import { importColumns } from '#app/components/imports/import-columns.ts'
import { answerRows } from '#app/responses/csv-answer.ts'
import examples from './import-examples.json' with { type: 'json' }

export function loader() {
  const names = importColumns.map(({ name }) => name)
  return answerRows('hemline-listings-example.csv', [
    names,
    ...examples.map((row) => names.map((name) => row[name])),
  ])
}
