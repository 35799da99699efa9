import { isAPIError } from 'better-auth/api'
import { type Db, inTransaction, type Read } from '#db/connection.ts'
import { queueMail } from '#domain/mail/outbox.ts'
import type { Person } from '#domain/shared/actors.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { verificationLetter, welcomeLetter } from './account-letters.ts'
import type { Auth } from './auth.ts'
import { challengeIn } from './auth-cookies.ts'
import { type PasswordWeakness, passwordWeaknesses } from './passwords.ts'

/** Somebody has signed in: the token of the new session. */
export type SignedIn = { readonly sessionToken: string }

export type SignUpProblem =
  | { readonly reason: 'weak password'; readonly weaknesses: readonly PasswordWeakness[] }
  | { readonly reason: 'e-mail taken' }

export type NewAccount = {
  readonly fullName: string
  readonly email: string
  readonly password: string
  /** Where the links of the mail lead: the address that the visitor sees, without a slash. */
  readonly origin: string
  /** What the browser calls itself, for the list of sessions. */
  readonly browser?: string | null
}

/**
 * Makes a regular account, signs it in and mails a link that verifies the address. Which role it
 * has is never the visitor's to say.
 */
export async function signUp(
  db: Db,
  auth: Auth,
  { fullName, email, password, origin, browser }: NewAccount,
  now: Date,
): Promise<Outcome<SignedIn, SignUpProblem>> {
  const weaknesses = passwordWeaknesses(password, { fullName, email })
  if (weaknesses.length > 0) return refused({ reason: 'weak password', weaknesses })
  try {
    return await inTransaction(db, async (tx) => {
      let verificationToken = ''
      const { api } = auth.over(tx, now, {
        verification: (token) => {
          verificationToken = token
        },
      })
      const { token, user } = await api.signUpEmail({
        body: { name: fullName, email, password },
        headers: new Headers(browser ? { 'user-agent': browser } : {}),
      })
      const letter = welcomeLetter({ fullName, origin, verificationToken })
      await queueMail(tx, { ...letter, recipientId: user.id, to: user.email }, now)
      if (token === null) throw new Error('signing up did not sign in')
      return done({ sessionToken: token })
    })
  } catch (error) {
    // Two at once: the second one is stopped by the table's own constraint.
    if (isAPIError(error) && (await isTaken(db, email))) return refused({ reason: 'e-mail taken' })
    throw error
  }
}

/** The password was right, and the account asks for a code as well. */
export type SecondFactorAsked = {
  readonly reason: 'second factor needed'
  /** Proves that the password was given, for ten minutes; the browser brings it back. */
  readonly challenge: string
}

/**
 * Signs in. One answer for an unknown address and a wrong password, in the same time.
 * @param browser what the browser calls itself, for the list of sessions
 */
export async function signIn(
  db: Db,
  auth: Auth,
  { email, password, browser }: Credentials,
  now: Date,
): Promise<Outcome<SignedIn, 'wrong e-mail or password' | SecondFactorAsked>> {
  try {
    const { headers, response } = await auth.over(db, now).api.signInEmail({
      body: { email, password },
      headers: new Headers(browser ? { 'user-agent': browser } : {}),
      returnHeaders: true,
    })
    if (!('twoFactorRedirect' in response)) return done({ sessionToken: response.token })
    return refused({ reason: 'second factor needed', challenge: challengeIn(headers) })
  } catch (error) {
    if (isAPIError(error) && error.statusCode < 500) return refused('wrong e-mail or password')
    throw error
  }
}

type Credentials = {
  readonly email: string
  readonly password: string
  readonly browser?: string | null
}

/** Marks the address as verified that the link was mailed to. Following it again does no harm. */
export async function verifyEmail(
  db: Db,
  auth: Auth,
  token: string,
  now: Date,
): Promise<Outcome<null, 'link not valid'>> {
  try {
    await auth.over(db, now).api.verifyEmail({ query: { token } })
    return done(null)
  } catch (error) {
    if (isAPIError(error) && error.statusCode < 500) return refused('link not valid')
    throw error
  }
}

/** Mails the verifying link once more; nothing for an address that is verified. */
export async function askForVerification(
  db: Db,
  auth: Auth,
  { person, origin }: { readonly person: Person; readonly origin: string },
  now: Date,
): Promise<void> {
  if (person.emailVerified) return
  await inTransaction(db, async (tx) => {
    const tokens: string[] = []
    const { api } = auth.over(tx, now, { verification: (token) => tokens.push(token) })
    await api.sendVerificationEmail({ body: { email: person.email } })
    for (const token of tokens) {
      const letter = verificationLetter({ ...person, origin, verificationToken: token })
      await queueMail(tx, { ...letter, recipientId: person.id, to: person.email }, now)
    }
  })
}

async function isTaken(db: Read, email: string): Promise<boolean> {
  const found = await db
    .selectFrom('user_profiles')
    .select('id')
    .where((where) => where(where.fn('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst()
  return found !== undefined
}
