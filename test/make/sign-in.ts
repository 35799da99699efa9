import { randomBytes } from 'node:crypto'
import { sessionCookie } from '#app/request/session-cookie.ts'
import type { Db } from '#db/connection.ts'
import { sessionExpiry } from '#domain/accounts/sign-in/sessions.ts'
import type { Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import type { Settings } from '#server/settings/settings.ts'
import { insertRows } from '#test/postgres/rows.ts'

/** Starts a session; returns its cookie. */
export async function signIn(
  db: Db,
  settings: Settings,
  person: Person,
  now: Date,
): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await insertRows(db, 'auth_sessions', {
    id: newId(),
    token,
    user_id: person.id,
    expires_at: sessionExpiry(now),
    created_at: now,
    updated_at: now,
  })
  return sessionCookie(
    settings.sessionSecret,
    token,
    settings.publicUrl?.startsWith('https:') ?? false,
  )
}
