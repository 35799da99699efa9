import { type SelectQueryBuilder, type Simplify, sql } from 'kysely'
import { PAGE_SIZE, toPage } from './page.ts'

type Newest<Row> = {
  /** The columns of the order: an instant, and the id of the rows of one instant. */
  readonly by: readonly [at: string, id: string]
  readonly keysOf: (row: Row) => readonly [at: Date, id: string]
  /** The last row of the page before; null for the first page. */
  readonly from: { readonly at: Date; readonly id: string } | null
  readonly size?: number
}

/** A page of the rows that a query finds, newest first. */
export async function newestPage<Database, Tables extends keyof Database, Row>(
  found: SelectQueryBuilder<Database, Tables, Row>,
  { by, keysOf, from, size = PAGE_SIZE }: Newest<Simplify<Row>>,
) {
  const [at, id] = by.map((column) => sql.ref(column))
  const rows = await found
    .where(from ? sql<boolean>`(${at}, ${id}) < (${from.at}, ${from.id})` : sql<boolean>`true`)
    .orderBy(sql`${at} desc, ${id} desc`)
    .limit(sql.lit(size + 1))
    .execute()
  const written = (row: Simplify<Row>) => {
    const [instant, key] = keysOf(row)
    return [instant.toISOString(), key]
  }
  return toPage(rows, written, size)
}
