import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { CityId } from '#db/ids.ts'
import type { Admin } from '#domain/shared/actors.ts'
import {
  containing,
  decodeCursor,
  encodeCursor,
  type Found,
  MAX_COUNTED,
  PAGE_SIZE,
} from '#domain/shared/page.ts'

/** A city as admins see it. */
export type ListedCity = {
  readonly id: CityId
  readonly name: string
  readonly state: string
  readonly isActive: boolean
  readonly createdAt: Date
}

/** All cities by name; `q` is looked for in name and state. */
export async function cityList(
  db: DbOrTx,
  _admin: Admin,
  wanted: { readonly q: string; readonly active: boolean | null; readonly after: string | null },
): Promise<Found<ListedCity>> {
  const [name, state, id] = decodeCursor(wanted.after, 3) ?? []
  const words = containing(wanted.q)
  const found = sql`from cities where true
    ${words ? sql`and name || ' ' || state ilike ${words}` : sql``}
    ${wanted.active === null ? sql`` : sql`and is_active = ${sql.lit(wanted.active)}`}`
  const from = sql`and (name collate "C", state collate "C", id::text) > (${name}, ${state}, ${id})`
  const [list, counted] = await Promise.all([
    sql<ListedCity>`
      select id, name, state, is_active as "isActive", created_at as "createdAt"
      ${found} ${name !== undefined ? from : sql``}
      order by name collate "C", state collate "C", id limit ${sql.lit(PAGE_SIZE + 1)}`.execute(db),
    sql<{ n: number }>`
      select count(*)::int as n from (select ${found} limit ${sql.lit(MAX_COUNTED + 1)}) found`.execute(
      db,
    ),
  ])
  const rows = list.rows.slice(0, PAGE_SIZE)
  const last = rows.at(-1)
  const next =
    list.rows.length > PAGE_SIZE && last ? encodeCursor([last.name, last.state, last.id]) : null
  return { rows, next, total: counted.rows[0]?.n ?? 0 }
}
