import { isAPIError } from 'better-auth/api'
import { symmetricDecrypt } from 'better-auth/crypto'
import { type Db, inTransaction } from '#db/connection.ts'
import { queueMail } from '#domain/mail/outbox.ts'
import type { Person } from '#domain/shared/actors.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { secondFactorLetter } from './account-letters.ts'
import type { SignedIn } from './accounts.ts'
import type { Auth } from './auth.ts'
import { newSessionIn, withChallenge, withSession } from './auth-cookies.ts'

/** Whose second factor, in which of their sessions. */
export type Whose = { readonly person: Person; readonly sessionId: string }

export type SecondFactor =
  | { readonly state: 'off' }
  /** Begun, and waiting for a first code; the secret in base 32 and as an address for apps. */
  | { readonly state: 'begun'; readonly secret: string; readonly uri: string }
  | { readonly state: 'on'; readonly codesLeft: number }

export async function readSecondFactor(
  db: Db,
  auth: Auth,
  person: Person,
  now: Date,
): Promise<SecondFactor> {
  const row = await db
    .selectFrom('auth_two_factors')
    .select(['secret', 'verified'])
    .where('user_id', '=', person.id)
    .executeTakeFirst()
  if (!row) return { state: 'off' }
  if (row.verified) {
    const codes = await backupCodesOf(db, auth, person, now)
    return { state: 'on', codesLeft: codes.length }
  }
  const { secretConfig } = await auth.over(db, now).$context
  const secret = base32(await symmetricDecrypt({ key: secretConfig, data: row.secret }))
  const label = encodeURIComponent(`Hemline:${person.email}`)
  return { state: 'begun', secret, uri: `otpauth://totp/${label}?secret=${secret}&issuer=Hemline` }
}

/** Whether somebody signs in with a code besides their password. */
async function hasSecondFactor(db: Db, person: Person): Promise<boolean> {
  const row = await db
    .selectFrom('user_profiles')
    .select('two_factor_enabled')
    .where('id', '=', person.id)
    .executeTakeFirst()
  return row?.two_factor_enabled ?? false
}

/** Makes a new secret that a first code has to confirm. */
export async function beginSecondFactor(
  db: Db,
  auth: Auth,
  { person, sessionId, password }: Whose & { readonly password: string },
  now: Date,
): Promise<Outcome<null, 'wrong password' | 'on already'>> {
  if (await hasSecondFactor(db, person)) return refused('on already')
  return trying('wrong password', async () => {
    const headers = await withSession(db, auth, sessionId)
    await auth.over(db, now).api.enableTwoFactor({ body: { password }, headers })
    return null
  })
}

/**
 * Turns it on with a first code. The session begins anew, every other one ends, and the backup
 * codes are told this once.
 */
export async function confirmSecondFactor(
  db: Db,
  auth: Auth,
  { person, sessionId, code }: Whose & { readonly code: string },
  now: Date,
): Promise<Outcome<SignedIn & { readonly backupCodes: readonly string[] }, 'wrong code'>> {
  return trying('wrong code', async () => {
    const { headers } = await auth.over(db, now).api.verifyTOTP({
      body: { code },
      headers: await withSession(db, auth, sessionId),
      returnHeaders: true,
    })
    const sessionToken = newSessionIn(auth, headers)
    await inTransaction(db, async (tx) => {
      await tx
        .deleteFrom('auth_sessions')
        .where('user_id', '=', person.id)
        .where('token', '!=', sessionToken)
        .execute()
      const letter = secondFactorLetter({ ...person, on: true })
      await queueMail(tx, { ...letter, recipientId: person.id, to: person.email }, now)
    })
    return { sessionToken, backupCodes: await backupCodesOf(db, auth, person, now) }
  })
}

/** Ten new backup codes; the old ones open nothing any more. */
export async function renewBackupCodes(
  db: Db,
  auth: Auth,
  { sessionId, password }: Whose & { readonly password: string },
  now: Date,
): Promise<Outcome<readonly string[], 'wrong password'>> {
  return trying('wrong password', async () => {
    const headers = await withSession(db, auth, sessionId)
    const { backupCodes } = await auth
      .over(db, now)
      .api.generateBackupCodes({ body: { password }, headers })
    return backupCodes
  })
}

/** Turns it off. The session begins anew. */
export async function endSecondFactor(
  db: Db,
  auth: Auth,
  { person, sessionId, password }: Whose & { readonly password: string },
  now: Date,
): Promise<Outcome<SignedIn, 'wrong password'>> {
  return trying('wrong password', async () => {
    const { headers } = await auth.over(db, now).api.disableTwoFactor({
      body: { password },
      headers: await withSession(db, auth, sessionId),
      returnHeaders: true,
    })
    await inTransaction(db, async (tx) => {
      const letter = secondFactorLetter({ ...person, on: false })
      await queueMail(tx, { ...letter, recipientId: person.id, to: person.email }, now)
    })
    return { sessionToken: newSessionIn(auth, headers) }
  })
}

/**
 * The second step of signing in: a code of the app, or a backup code, which opens once. Five wrong
 * ones end the attempt, ten in a row lock the second step for a quarter of an hour.
 */
export async function signInWithCode(
  db: Db,
  auth: Auth,
  { challenge, code, browser }: Second,
  now: Date,
): Promise<Outcome<SignedIn, 'wrong code' | 'begin again' | 'locked'>> {
  const { api } = auth.over(db, now)
  const headers = withChallenge(challenge, browser)
  const typed = code.replaceAll(/\s/g, '')
  try {
    const { token } = /^\d{6}$/.test(typed)
      ? await api.verifyTOTP({ body: { code: typed }, headers })
      : await api.verifyBackupCode({ body: { code: typed }, headers })
    if (!token) throw new Error('a right code did not sign in')
    return done({ sessionToken: token })
  } catch (error) {
    if (!isAPIError(error) || error.statusCode >= 500) throw error
    const name = error.body?.code
    if (name === 'INVALID_CODE' || name === 'INVALID_BACKUP_CODE') return refused('wrong code')
    return refused(name === 'ACCOUNT_TEMPORARILY_LOCKED' ? 'locked' : 'begin again')
  }
}

type Second = {
  readonly challenge: string
  readonly code: string
  readonly browser: string | null
}

async function backupCodesOf(db: Db, auth: Auth, { id }: Person, now: Date): Promise<string[]> {
  const { backupCodes } = await auth.over(db, now).api.viewBackupCodes({ body: { userId: id } })
  return backupCodes
}

async function trying<Value, Problem>(
  problem: Problem,
  work: () => Promise<Value>,
): Promise<Outcome<Value, Problem>> {
  try {
    return done(await work())
  } catch (error) {
    if (isAPIError(error) && error.statusCode < 500) return refused(problem)
    throw error
  }
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648, without padding, as authenticator apps take a secret. */
function base32(text: string): string {
  const bits = [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('')
}
