import type { Read } from '#db/connection.ts'

export type City = { readonly id: string; readonly name: string; readonly state: string }

/** The cities that closets can apply from, by name. */
export async function activeCities(db: Read): Promise<City[]> {
  return db
    .selectFrom('cities')
    .select(['id', 'name', 'state'])
    .where('is_active', '=', true)
    .orderBy('name')
    .orderBy('state')
    .execute()
}

/** The city while it is active, or null. */
export async function findActiveCity(db: Read, id: string): Promise<City | null> {
  const city = await db
    .selectFrom('cities')
    .select(['id', 'name', 'state'])
    .where('id', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst()
  return city ?? null
}
