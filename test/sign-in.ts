import { createHmac, randomBytes } from 'node:crypto'
import type { Db } from '#db/connection.ts'
import type { Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import type { Settings } from '#server/settings.ts'

const THIRTY_DAYS_MS = 30 * 86_400_000

/** Begins a real session; answers the cookie that carries it. */
export async function signIn(
  db: Db,
  settings: Settings,
  person: Person,
  now: Date,
): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await db
    .insertInto('auth_sessions')
    .values({
      id: newId(),
      token,
      user_id: person.id,
      expires_at: new Date(now.getTime() + THIRTY_DAYS_MS),
      created_at: now,
      updated_at: now,
    })
    .execute()
  const signature = createHmac('sha256', settings.sessionSecret).update(token).digest('base64')
  return `better-auth.session_token=${encodeURIComponent(`${token}.${signature}`)}`
}
