import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { CityId } from '#db/ids.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { countUpTo } from '#domain/shared/lists/found.ts'
import { idsUpTo, type ListSearch, searchList } from '#domain/shared/lists/list-search.ts'
import {
  containing,
  decodeCursor,
  type Found,
  PAGE_SIZE,
  toPage,
} from '#domain/shared/lists/page.ts'

/** A city as admins see it. */
export type ListedCity = {
  readonly id: CityId
  readonly name: string
  readonly state: string
  readonly isActive: boolean
  readonly createdAt: Date
}

type Wanted = {
  readonly q: string
  readonly active: boolean | null
  readonly after: string | null
}

/** All cities by name; `q` searches name and state. */
export async function cityList(
  db: DbOrTx,
  _admin: Admin,
  wanted: Wanted,
): Promise<Found<ListedCity>> {
  const [name, state, id] = decodeCursor(wanted.after, 3) ?? []
  const search = await searchCities(db, wanted)
  let found = db.selectFrom('cities')
  if (search) found = found.where(search.isFound)
  if (wanted.active !== null) found = found.where('is_active', '=', sql.lit(wanted.active))
  let page = found
    .select(['id', 'name', 'state', 'is_active as isActive', 'created_at as createdAt'])
    .orderBy('name', (order) => order.collate('C'))
    .orderBy('state', (order) => order.collate('C'))
    .orderBy('id')
    .limit(PAGE_SIZE + 1)
  if (name !== undefined)
    page = page.where(
      sql<boolean>`(name collate "C", state collate "C", id::text) > (${name}, ${state}, ${id})`,
    )
  const [list, total] = await Promise.all([page.execute(), countUpTo(db, found)])
  const rows = toPage(list, ({ name, state, id }) => [name, state, id])
  return { ...rows, total, isPartial: search?.isPartial ?? false }
}

async function searchCities(db: DbOrTx, { q, active }: Wanted): Promise<ListSearch | null> {
  const words = containing(q)
  if (!words) return null
  const isNamed = sql<boolean>`name || ' ' || state ilike ${words}`
  return await searchList(db, words, {
    row: 'cities',
    findByIndex: (max) => idsUpTo(db, max, sql`select id from cities where ${isNamed}`),
    newest: sql`select id, name, state from cities
      ${active === null ? sql`` : sql`where is_active = ${sql.lit(active)}`}
      order by name collate "C", state collate "C", id`,
    matches: isNamed,
  })
}
