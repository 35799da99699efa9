import { type Db, inTransaction, type Read } from '#db/connection.ts'
import { queueMail } from '#domain/mail/outbox.ts'
import type { Person } from '#domain/shared/actors.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { passwordLetter } from './account-letters.ts'
import type { Auth } from './auth.ts'
import { type PasswordWeakness, passwordWeaknesses } from './passwords.ts'

/** Whether this is the person's password; asked before what cannot be undone. */
export async function isOwnPassword(
  db: Read,
  auth: Auth,
  { person, password }: { readonly person: Person; readonly password: string },
  now: Date,
): Promise<boolean> {
  const { internalAdapter, password: passwords } = await auth.over(db, now).$context
  const accounts = await internalAdapter.findAccounts(person.id)
  const hash = accounts.find(({ providerId }) => providerId === 'credential')?.password
  return hash ? await passwords.verify({ hash, password }) : false
}

export type PasswordProblem =
  | { readonly reason: 'wrong password' }
  | { readonly reason: 'weak password'; readonly weaknesses: readonly PasswordWeakness[] }

/**
 * Sets a new password in place of the present one. Every other session ends and so does every link
 * that could set one; the person is told by mail.
 */
export async function changePassword(
  db: Db,
  auth: Auth,
  { person, sessionId, current, wanted }: PasswordChange,
  now: Date,
): Promise<Outcome<null, PasswordProblem>> {
  if (!(await isOwnPassword(db, auth, { person, password: current }, now)))
    return refused({ reason: 'wrong password' })
  const weaknesses = passwordWeaknesses(wanted, person)
  if (weaknesses.length > 0) return refused({ reason: 'weak password', weaknesses })
  return inTransaction(db, async (tx) => {
    const { internalAdapter, password } = await auth.over(tx, now).$context
    await internalAdapter.updatePassword(person.id, await password.hash(wanted))
    await tx
      .deleteFrom('auth_sessions')
      .where('user_id', '=', person.id)
      .where('id', '!=', sessionId)
      .execute()
    await tx.deleteFrom('auth_verifications').where('value', '=', person.id).execute()
    await tx.deleteFrom('email_changes').where('user_id', '=', person.id).execute()
    const letter = passwordLetter(person)
    await queueMail(tx, { ...letter, recipientId: person.id, to: person.email }, now)
    return done(null)
  })
}

type PasswordChange = {
  readonly person: Person
  /** The session that stays. */
  readonly sessionId: string
  readonly current: string
  readonly wanted: string
}
