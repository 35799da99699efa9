import type { Db } from '#db/connection.ts'
import type { SessionId } from '#db/ids.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import type { Auth } from './auth.ts'
import { type NotProven, type Proof, proveOwner } from './own-password.ts'

/** Sessions of one person, by their ids. */
type SessionsToEnd = { readonly only: SessionId } | { readonly allBut: SessionId }

/** Ends some of a person's sessions. Sessions of other people are not affected. */
export async function endSessions(
  db: Db,
  auth: Auth,
  { which, ...proof }: Proof & { readonly which: SessionsToEnd },
  now: Date,
): Promise<Outcome<null, NotProven>> {
  const refusal = await proveOwner(db, auth, proof, now)
  if (refusal) return refused(refusal)
  await db
    .deleteFrom('auth_sessions')
    .where('user_id', '=', proof.person.id)
    .where((session) =>
      'only' in which ? session('id', '=', which.only) : session('id', '!=', which.allBut),
    )
    .execute()
  return done(null)
}
