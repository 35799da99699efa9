import type { Db } from '#db/connection.ts'
import type { SessionId } from '#db/ids.ts'
import type { Person } from '#domain/shared/actors.ts'

/** The most sessions a person can have at once; beyond that, the least recently used end. */
export const MAX_SESSIONS = 20

export type OwnSession = {
  readonly id: SessionId
  readonly startedAt: Date
  /** With a resolution of a day, since a session in use is extended once a day. */
  readonly usedAt: Date
  /** The browser's user agent; null if not known. */
  readonly browser: string | null
}

/** A person's sessions, most recently used first. */
export async function ownSessions(db: Db, person: Person, now: Date): Promise<OwnSession[]> {
  return await db
    .selectFrom('auth_sessions')
    .select(['id', 'created_at as startedAt', 'updated_at as usedAt', 'user_agent as browser'])
    .where('user_id', '=', person.id)
    .where('expires_at', '>', now)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_SESSIONS)
    .execute()
}
