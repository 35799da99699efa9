import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'
import type { DB } from '#db/types.ts'

type Table = keyof DB
type Row<T extends Table> = Selectable<DB[T]>
type Column<T extends Table> = keyof Row<T> & string

/** The id of a row, or the value of each named column. */
type Where<T extends Table> = ('id' extends keyof Row<T> ? Row<T>['id'] : never) | Partial<Row<T>>

/** For tables and columns that only the types of the caller know. */
type AnyTables = Kysely<Record<string, Record<string, unknown>>>

/** Adds one row, or several with the same columns. */
export async function insertRows<T extends Table>(
  db: Kysely<DB>,
  table: T,
  rows: Insertable<DB[T]> | readonly Insertable<DB[T]>[],
): Promise<void> {
  await db.insertInto(table).values(rows).execute()
}

/** Changes the row with this id, or every row with these values. */
export async function updateRows<T extends Table>(
  db: Kysely<DB>,
  table: T,
  where: Where<T>,
  set: Updateable<DB[T]>,
): Promise<void> {
  let update = (db as unknown as AnyTables).updateTable(String(table)).set({ ...set })
  for (const [column, operator, value] of conditions(where))
    update = update.where(column, operator, value)
  await update.execute()
}

/** Columns of every row with these values, in the order of one of them. */
export async function readRows<T extends Table, C extends Column<T>>(
  db: Kysely<DB>,
  table: T,
  columns: C | readonly C[],
  where: Where<T>,
  orderBy?: Column<T>,
): Promise<Pick<Row<T>, C>[]> {
  let query = (db as unknown as AnyTables).selectFrom(String(table)).select([columns].flat())
  for (const [column, operator, value] of conditions(where))
    query = query.where(column, operator, value)
  if (orderBy) query = query.orderBy(orderBy)
  return (await query.execute()) as unknown as Pick<Row<T>, C>[]
}

/** Columns of the first row with this id or these values; there must be one. */
export async function readRow<T extends Table, C extends Column<T>>(
  db: Kysely<DB>,
  table: T,
  columns: C | readonly C[],
  where: Where<T>,
): Promise<Pick<Row<T>, C>> {
  const [row] = await readRows(db, table, columns, where)
  if (!row) throw new Error(`no such row of ${table}`)
  return row
}

function conditions(where: unknown) {
  const values = typeof where === 'object' && where ? where : { id: where }
  return Object.entries(values).map(
    ([column, value]) => [column, value === null ? 'is' : '=', value] as const,
  )
}
