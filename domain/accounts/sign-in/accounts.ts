import { isAPIError } from 'better-auth/api'
import { type Db, type DbOrTx, inTransaction } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import { notify } from '#domain/outbound/notify/notify.ts'
import { asId } from '#domain/shared/ids.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { agreeToLatest } from '#domain/site/legal/legal.ts'
import { welcomeEmail } from './account-emails.ts'
import type { Auth } from './auth.ts'
import { dummyHash, hashPassword, isOutdated, verifyPassword } from './password-hash.ts'
import { passwordWeaknesses, type WeakPassword } from './passwords.ts'
import { isReservedName } from './reserved-names.ts'
import { afterFirstStep, type SecondFactorRequired } from './second-step.ts'
import type { SignedIn } from './sessions.ts'
import { findPassword, lockPassword, replaceHash } from './sign-in-methods.ts'
import { countUnconfirmed } from './unconfirmed-addresses.ts'
import { makeVerificationLink } from './verify-email.ts'

export type SignUpProblem =
  | WeakPassword
  | { readonly reason: 'name-reserved' }
  | { readonly reason: 'email-taken' }

export type NewAccount = {
  readonly fullName: string
  readonly email: string
  readonly password: string
  /** The origin for links in the email: the address that the visitor sees, without a slash. */
  readonly origin: string
  /** The browser's user agent, for the list of sessions. */
  readonly browser?: string | null
}

/**
 * Creates a regular account, signs it in and emails a link that verifies the address. The visitor
 * can never choose the role.
 */
export async function signUp(
  db: Db,
  auth: Auth,
  { fullName, email, password, origin, browser }: NewAccount,
  now: Date,
): Promise<Outcome<SignedIn, SignUpProblem>> {
  const weaknesses = passwordWeaknesses(password, { fullName, email })
  if (weaknesses.length > 0) return refused({ reason: 'weak-password', weaknesses })
  if (isReservedName(fullName)) return refused({ reason: 'name-reserved' })
  try {
    return await inTransaction(db, async (tx) => {
      const { token, user } = await auth.over(tx, now).api.signUpEmail({
        body: { name: fullName, email, password },
        headers: new Headers(browser ? { 'user-agent': browser } : {}),
      })
      const personId = asId<PersonId>(user.id)
      await agreeToLatest(tx, personId, ['terms', 'privacy'], now)
      // Otherwise the address can be confirmed later, from the profile or by a password reset.
      if ((await countUnconfirmed(tx, user.email, now)).ok) {
        const verificationToken = await makeVerificationLink(tx, personId, now)
        const message = welcomeEmail({ fullName, origin, verificationToken })
        await notify(tx, { ...message, recipientId: personId, to: user.email }, now)
      }
      if (token === null) throw new Error('signing up did not sign in')
      return done({ sessionToken: token })
    })
  } catch (error) {
    // Of two concurrent sign-ups, a constraint of the table refuses the second.
    if (isAPIError(error) && (await isTaken(db, email))) return refused({ reason: 'email-taken' })
    throw error
  }
}

export type SignInProblem = { readonly reason: 'wrong-email-or-password' } | SecondFactorRequired

/**
 * Signs in. An unknown address and a wrong password get the same answer in the same time.
 * @param browser the browser's user agent, for the list of sessions
 */
export async function signIn(
  db: Db,
  { email, password, browser }: Credentials,
  now: Date,
): Promise<Outcome<SignedIn, SignInProblem>> {
  const found = await findPassword(db, email)
  const isRight = await verifyPassword({ hash: found?.hash ?? dummyHash(), password })
  if (!found || !isRight) return refused({ reason: 'wrong-email-or-password' })
  const { userId } = found
  const hash = isOutdated(found.hash) ? await hashPassword(password) : found.hash
  // A concurrent request has changed or rehashed the password.
  if (hash !== found.hash && !(await replaceHash(db, found, hash)))
    return await signIn(db, { email, password, browser }, now)
  return inTransaction<Outcome<SignedIn, SignInProblem>>(db, async (tx) => {
    // Waits for a concurrent change of the password or second factor, then requires the new one.
    if ((await lockPassword(tx, userId)) !== hash)
      return refused({ reason: 'wrong-email-or-password' })
    return await afterFirstStep(tx, { userId, browser: browser ?? null }, now)
  })
}

type Credentials = {
  readonly email: string
  readonly password: string
  readonly browser?: string | null
}

async function isTaken(db: DbOrTx, email: string): Promise<boolean> {
  const found = await db
    .selectFrom('user_profiles')
    .select('id')
    .where((where) => where(where.fn('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst()
  return found !== undefined
}
