import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import type { Person } from '#domain/shared/actors.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { passwordChangedEmail } from './account-emails.ts'
import type { Auth } from './auth.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'
import { passwordWeaknesses, type WeakPassword } from './passwords.ts'
import { revokePendingAccess } from './pending-access.ts'
import { consumeCode } from './second-factor-codes.ts'
import { beginSession, type SignedIn } from './sessions.ts'
import { lockPassword, passwordOf, setPassword } from './sign-in-methods.ts'
import { queueNotice } from './unconfirmed-addresses.ts'

/** Proof of identity, required before important or irreversible actions. */
export type Proof = {
  readonly person: Person
  readonly password: string
  /** A code of the second factor; required if they have one. */
  readonly code?: string
}

export type NotProven = {
  readonly reason: 'wrong-password' | 'wrong-code' | 'unreadable-app' | 'too-many-wrong-codes'
}

/** Null if the password is right, and the code too if they have a second factor. */
export async function proveOwner(
  db: Db,
  auth: Auth,
  proof: Proof,
  now: Date,
): Promise<NotProven | null> {
  const proven = await prove(db, auth, proof, now)
  return proven.ok ? null : proven.problem
}

/**
 * Checks the proof, and acts in one transaction in which the password is still the proven one, so
 * that nothing is done with an old password after a new one has been set.
 */
export async function actAsOwner<T, P extends { readonly reason: string }>(
  db: Db,
  auth: Auth,
  proof: Proof,
  now: Date,
  act: (tx: Tx) => Promise<Outcome<T, P>>,
): Promise<Outcome<T, P | NotProven>> {
  const proven = await prove(db, auth, proof, now)
  if (!proven.ok) return proven
  return inTransaction<Outcome<T, P | NotProven>>(db, async (tx) => {
    const hash = await lockPassword(tx, proof.person.id)
    if (hash !== proven.value.hash) return refused({ reason: 'wrong-password' })
    return await act(tx)
  })
}

async function prove(
  db: Db,
  auth: Auth,
  { person, password, code = '' }: Proof,
  now: Date,
): Promise<Outcome<{ readonly hash: string }, NotProven>> {
  const userId = person.id
  const hash = await passwordOf(db, userId)
  if (!hash || !(await verifyPassword({ hash, password })))
    return refused({ reason: 'wrong-password' })
  const answer = await inTransaction(db, (tx) => consumeCode(tx, auth, { userId, code }, now))
  if (answer === 'locked') return refused({ reason: 'too-many-wrong-codes' })
  if (answer === 'unreadable-app') return refused({ reason: answer })
  return answer === 'wrong' ? refused({ reason: 'wrong-code' }) : done({ hash })
}

export type PasswordProblem = NotProven | WeakPassword

/**
 * Replaces the current password. Starts a new session, revokes every other access to the account,
 * and notifies the person by email.
 */
export async function changePassword(
  db: Db,
  auth: Auth,
  { browser, wanted, ...proof }: PasswordChange,
  now: Date,
): Promise<Outcome<SignedIn, PasswordProblem>> {
  const { person } = proof
  const weaknesses = passwordWeaknesses(wanted, person)
  if (weaknesses.length > 0) return refused({ reason: 'weak-password', weaknesses })
  const hash = await hashPassword(wanted)
  return actAsOwner<SignedIn, never>(db, auth, proof, now, async (tx) => {
    await setPassword(tx, person.id, hash, now)
    const revoked = await revokePendingAccess(tx, person.id)
    const message = passwordChangedEmail({ ...person, ...revoked })
    await queueNotice(tx, person, message, now)
    return done({ sessionToken: await beginSession(tx, { userId: person.id, browser }, now) })
  })
}

type PasswordChange = Proof & {
  readonly wanted: string
  /** The browser's user agent, for the list of sessions. */
  readonly browser: string | null
}
