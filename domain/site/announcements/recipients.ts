import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { AnnouncementAudience } from '#db/enums.ts'

type Whom = {
  readonly audience: AnnouncementAudience
  readonly city: string | null
  readonly state: string | null
}

/**
 * The accounts `p` that an announcement is for: neither closed nor blocked. By email only those
 * with a confirmed address that have not turned announcements off. The renters of a city are the
 * customers whose profile names it.
 */
export function recipients(db: DbOrTx, { audience, city, state }: Whom, way: 'banner' | 'email') {
  let people = db
    .selectFrom('user_profiles as p')
    .where('p.deleted_at', 'is', null)
    .where('p.blocked_at', 'is', null)
    .where(sql<boolean>`p.business_status is distinct from 'blocked'`)
  if (audience === 'closets') people = people.where('p.business_status', '=', sql.lit('approved'))
  if (audience === 'renters')
    people = people
      .where('p.account_type', '=', sql.lit('regular'))
      .where(sql<boolean>`lower(p.city) = lower(${city}) and lower(p.state) = lower(${state})`)
  if (way === 'banner') return people
  return people.where('p.email_verified', '=', sql.lit(true)).where(
    sql<boolean>`not exists (select from mail_choices c
        where c.user_id = p.id and c.topic = 'announcements')`,
  )
}
