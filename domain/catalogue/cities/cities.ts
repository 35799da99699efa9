import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { CityId } from '#db/ids.ts'
import { MAX_ACTIVE_CITIES } from './city-limits.ts'

export type City = { readonly id: CityId; readonly name: string; readonly state: string }

/** The cities that closets can apply from, by name; at most `MAX_ACTIVE_CITIES`. */
export async function activeCities(db: DbOrTx): Promise<City[]> {
  return db
    .selectFrom('cities')
    .select(['id', 'name', 'state'])
    .where('is_active', '=', true)
    .orderBy('name')
    .orderBy('state')
    .limit(MAX_ACTIVE_CITIES)
    .execute()
}

/** The city if it is active, or null. */
export async function findActiveCity(db: DbOrTx, id: CityId): Promise<City | null> {
  const city = await db
    .selectFrom('cities')
    .select(['id', 'name', 'state'])
    .where('id', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst()
  return city ?? null
}

/**
 * The states that have a listed city of this name, ignoring case; few names are in more than one.
 */
export async function statesOfCity(db: DbOrTx, name: string): Promise<string[]> {
  const rows = await db
    .selectFrom('cities')
    .select('state')
    .where(sql`lower(name)`, '=', name.trim().toLowerCase())
    .orderBy('state')
    .limit(60)
    .execute()
  return rows.map(({ state }) => state)
}
