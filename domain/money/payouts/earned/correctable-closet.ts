import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import type { Admin } from '#domain/shared/actors.ts'

/** The person, if their earnings can be corrected: a closet or anybody with earnings; else null. */
export async function correctableCloset(
  db: DbOrTx,
  _admin: Admin,
  id: PersonId,
): Promise<{ readonly id: PersonId; readonly fullName: string } | null> {
  const person = await db
    .selectFrom('user_profiles as p')
    .select(['p.id', 'p.full_name as fullName'])
    .where('p.id', '=', id)
    .where('p.deleted_at', 'is', null)
    .where(
      sql<boolean>`(p.account_type = 'business'
        or exists (select from earnings where owner_id = p.id))`,
    )
    .executeTakeFirst()
  return person ?? null
}
