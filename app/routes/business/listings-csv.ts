import { importColumns } from '#app/components/imports/import-columns.ts'
import { appContext, closetOwnerContext, todayIn } from '#app/request/contexts.ts'
import { countExport } from '#app/request/too-many.ts'
import { answerCsv } from '#app/responses/csv-answer.ts'
import { allKnownItems, type KnownItem } from '#domain/catalogue/items/items.ts'
import type { Route } from './+types/listings-csv.ts'
import { cellsOf } from './import-rules.ts'

const names = importColumns.map(({ name }) => name)

export async function loader({ context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const owner = context.get(closetOwnerContext)
  await countExport(app, owner.id)
  const name = `hemline-listings-${todayIn(context)}.csv`
  return await answerCsv(name, [...names, 'id'], allKnownItems(app.db, owner), lineOf)
}

function lineOf(item: KnownItem) {
  const cells = cellsOf(item)
  return [...names.map((name) => cells[name]), item.id]
}
