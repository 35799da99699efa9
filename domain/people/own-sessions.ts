import type { Db } from '#db/connection.ts'
import type { Person } from '#domain/shared/actors.ts'

export type OwnSession = {
  readonly id: string
  readonly startedAt: Date
  /** To the day: a session in use is extended once a day. */
  readonly usedAt: Date
  /** What the browser called itself; null where nobody knows. */
  readonly browser: string | null
}

/** The most that one person is shown; the newest first. */
const MOST = 50

/** Where somebody is signed in. */
export async function ownSessions(db: Db, person: Person, now: Date): Promise<OwnSession[]> {
  const rows = await db
    .selectFrom('auth_sessions')
    .select(['id', 'created_at', 'updated_at', 'user_agent'])
    .where('user_id', '=', person.id)
    .where('expires_at', '>', now)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute()
  return rows.map(({ id, created_at, updated_at, user_agent }) => ({
    id,
    startedAt: created_at,
    usedAt: updated_at,
    browser: user_agent,
  }))
}

/** Signs somebody out everywhere but here. Answers how many sessions ended. */
export async function endOtherSessions(db: Db, person: Person, here: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('auth_sessions')
    .where('user_id', '=', person.id)
    .where('id', '!=', here)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Signs one of somebody's own sessions out; of anybody else's nothing happens. */
export async function endOwnSession(db: Db, person: Person, sessionId: string): Promise<void> {
  await db
    .deleteFrom('auth_sessions')
    .where('user_id', '=', person.id)
    .where('id', '=', sessionId)
    .execute()
}
