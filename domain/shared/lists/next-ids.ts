import { type RawBuilder, sql } from 'kysely'

// Many rows of few people are not grouped to list these people: an index jumps from one to the next.

/** SQL: a column of people by which a table is indexed, and the rows that count. */
export type People = {
  readonly table: string
  readonly column: string
  readonly isOne: RawBuilder<unknown>
}

/** SQL: the first person after this id. */
export const firstAfter = ({ table, column, isOne }: People, id: RawBuilder<unknown>) => sql`(
  select ${sql.ref(`o.${column}`)} from ${sql.table(table)} o
  where ${sql.ref(`o.${column}`)} > ${id} and ${isOne} order by ${sql.ref(`o.${column}`)} limit 1)`

/** Sorts before all ids. */
const NIL_ID = sql`'00000000-0000-0000-0000-000000000000'::uuid`

/** SQL: the ids after this one, at most `max`, in their order: an array, so that this runs once. */
export function nextIds(
  after: string | null,
  max: number,
  next: (id: RawBuilder<unknown>) => readonly RawBuilder<unknown>[],
) {
  const first = (id: RawBuilder<unknown>) => sql`least(${sql.join(next(id))})`
  return sql<string[]>`array(
    with recursive person (id) as (
      select ${first(after === null ? NIL_ID : sql`${after}::uuid`)}
      union all
      select ${first(sql.ref('person.id'))} from person where person.id is not null
    )
    select id from person where id is not null limit ${sql.lit(max)})`
}
