import { type RawBuilder, type SelectQueryBuilder, type Simplify, sql } from 'kysely'
import { PAGE_SIZE, toPage } from './page.ts'

type Dated<Row> = {
  /** The columns of the order: an instant, and the id of the rows of one instant. */
  readonly by: readonly [at: string, id: string]
  readonly keysOf: (row: Row) => readonly [at: Date, id: string]
  /** The last row of the page before; null for the first page. */
  readonly from: { readonly at: Date; readonly id: string } | null
  readonly size?: number
}

/** A page of the rows that a query finds, newest first. */
export function newestPage<Database, Tables extends keyof Database, Row>(
  found: SelectQueryBuilder<Database, Tables, Row>,
  dated: Dated<Simplify<Row>>,
) {
  return pageOf(found, dated, { comparison: sql`<`, order: sql`desc` })
}

/** The same for a queue: who has waited longest comes first. */
export function oldestPage<Database, Tables extends keyof Database, Row>(
  found: SelectQueryBuilder<Database, Tables, Row>,
  dated: Dated<Simplify<Row>>,
) {
  return pageOf(found, dated, { comparison: sql`>`, order: sql`asc` })
}

async function pageOf<Database, Tables extends keyof Database, Row>(
  found: SelectQueryBuilder<Database, Tables, Row>,
  { by, keysOf, from, size = PAGE_SIZE }: Dated<Simplify<Row>>,
  { comparison, order }: { comparison: RawBuilder<unknown>; order: RawBuilder<unknown> },
) {
  const [at, id] = by.map((column) => sql.ref(column))
  const rows = await found
    .where(
      from
        ? sql<boolean>`(${at}, ${id}) ${comparison} (${from.at}, ${from.id})`
        : sql<boolean>`true`,
    )
    .orderBy(sql`${at} ${order}, ${id} ${order}`)
    .limit(size + 1)
    .execute()
  const written = (row: Simplify<Row>) => {
    const [instant, key] = keysOf(row)
    return [instant.toISOString(), key]
  }
  return toPage(rows, written, size)
}
