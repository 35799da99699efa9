import type { Db } from '#db/connection.ts'
import type { SessionId } from '#db/ids.ts'
import type { Person } from '#domain/shared/actors.ts'

/** In so many places somebody may be signed in at once; of more the least used end. */
export const MAX_SESSIONS = 20

export type OwnSession = {
  readonly id: SessionId
  readonly startedAt: Date
  /** To the day: a session in use is extended once a day. */
  readonly usedAt: Date
  /** What the browser called itself; null where nobody knows. */
  readonly browser: string | null
}

/** Everywhere that somebody is signed in, what was used last first. */
export async function ownSessions(db: Db, person: Person, now: Date): Promise<OwnSession[]> {
  const rows = await db
    .selectFrom('auth_sessions')
    .select(['id', 'created_at', 'updated_at', 'user_agent'])
    .where('user_id', '=', person.id)
    .where('expires_at', '>', now)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_SESSIONS)
    .execute()
  return rows.map(({ id, created_at, updated_at, user_agent }) => ({
    id,
    startedAt: created_at,
    usedAt: updated_at,
    browser: user_agent,
  }))
}
