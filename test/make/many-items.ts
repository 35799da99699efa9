import type { Db } from '#db/connection.ts'
import type { ItemId, PersonId } from '#db/ids.ts'
import { changeItems } from '#domain/accounts/closing/change-items.ts'
import type { TestDatabase } from '#test/postgres/database.ts'

/** More than a command changes at once. */
const MANY = 1001

/**
 * Gives a lister enough retired items that a change reaches all items only in batches. Their ids
 * sort last.
 */
export async function addManyItems(
  { pool }: Pick<TestDatabase, 'pool'>,
  lister: { readonly id: PersonId },
  count = MANY,
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(`begin; set local session_replication_role = replica`)
    await client.query(
      `insert into clothing_items (id, business_id, title, size, style, event_type, credits_per_day,
          approval_status, lister_in_good_standing, location, reach, category_group, created_at, updated_at,
          deleted_at)
        select ('f' || substr(gen_random_uuid()::text, 2))::uuid, p.id, 'Old gown', 'M', 'Formal',
          'Party', 1, 'denied', lister_is_in_good_standing(p), lister_location(p), lister_reach(p),
          'Gown', '2026-01-01Z',
          '2026-01-01Z', '2026-01-02Z'
        from user_profiles p cross join generate_series(1, ${count}) where p.id = $1`,
      [lister.id],
    )
    await client.query('commit')
  } finally {
    client.release()
  }
}

/** Changes one batch of `atOnce` items. */
export const nextItems = (db: Db, lister: { readonly id: PersonId }, atOnce: number, now: Date) =>
  changeItems(db, lister.id, now, atOnce)

/** Changes all remaining items. */
export const allItems = (db: Db, lister: { readonly id: PersonId }, now: Date) =>
  changeItems(db, lister.id, now, 10 * MANY)

/** The states of these items, in the given order. */
export async function itemStates(db: Db, ...items: readonly { readonly id: ItemId }[]) {
  const ids = items.map(({ id }) => id)
  const rows = await db
    .selectFrom('clothing_items')
    .select(['id', 'business_id', 'deleted_at', 'is_public', 'location'])
    .where('id', 'in', ids)
    .execute()
  return ids.map((id) => rows.find((row) => row.id === id))
}
