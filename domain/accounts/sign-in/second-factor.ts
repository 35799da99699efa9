import { randomBytes } from 'node:crypto'
import { type Db, inTransaction } from '#db/connection.ts'
import type { Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { secondFactorEmail } from './account-emails.ts'
import type { Auth } from './auth.ts'
import { countBackupCodes, makeBackupCodes } from './backup-codes.ts'
import { actAsOwner, type NotProven, type Proof, proveOwner } from './own-password.ts'
import { removeSecondFactor, revokePendingAccess } from './pending-access.ts'
import { openSecret, sealSecret } from './sealed-secret.ts'
import { newStep } from './second-factor-codes.ts'
import { beginSession, type SignedIn } from './sessions.ts'
import { base32 } from './totp.ts'
import { queueNotice } from './unconfirmed-addresses.ts'

export type SecondFactor =
  | { readonly state: 'off' }
  /** Started, and waiting for a first code; the secret in base 32 and as a URI for apps. */
  | { readonly state: 'begun'; readonly secret: string; readonly uri: string }
  | { readonly state: 'on'; readonly codesLeft: number }

export async function readSecondFactor(db: Db, auth: Auth, person: Person): Promise<SecondFactor> {
  const row = await db
    .selectFrom('auth_two_factors')
    .select(['secret', 'verified', 'backup_codes'])
    .where('user_id', '=', person.id)
    .executeTakeFirst()
  if (!row) return { state: 'off' }
  if (row.verified) return { state: 'on', codesLeft: countBackupCodes(row.backup_codes) }
  const key = openSecret(auth, row.secret)
  if (key === null) return { state: 'off' }
  const secret = base32(Buffer.from(key))
  const label = encodeURIComponent(`Hemline:${person.email}`)
  return { state: 'begun', secret, uri: `otpauth://totp/${label}?secret=${secret}&issuer=Hemline` }
}

/** Creates a new secret, which a first code has to confirm. */
export async function beginSecondFactor(
  db: Db,
  auth: Auth,
  proof: Proof,
  now: Date,
): Promise<Outcome<null, NotProven | { readonly reason: 'on-already' }>> {
  const refusal = await proveOwner(db, auth, proof, now)
  if (refusal) return refused(refusal)
  const secret = sealSecret(auth, randomBytes(20).toString('base64url'))
  const begun = await db
    .insertInto('auth_two_factors')
    .values({ id: newId(), user_id: proof.person.id, secret, backup_codes: '' })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret, last_step: 0 })
        .where('auth_two_factors.verified', '=', false),
    )
    .returning('id')
    .executeTakeFirst()
  return begun ? done(null) : refused({ reason: 'on-already' })
}

/**
 * Turns the second factor on with a first code. Starts a new session, ends all others, and returns
 * the backup codes, which are shown only once.
 */
export async function confirmSecondFactor(
  db: Db,
  auth: Auth,
  { person, code, browser }: Confirmation,
  now: Date,
): Promise<Outcome<Confirmed, WrongCode>> {
  const { codes, storedCodes } = await makeBackupCodes()
  return inTransaction<Outcome<Confirmed, WrongCode>>(db, async (tx) => {
    const factor = await tx
      .selectFrom('auth_two_factors')
      .select(['id', 'secret', 'last_step'])
      .where('user_id', '=', person.id)
      .where('verified', '=', false)
      .forUpdate()
      .executeTakeFirst()
    const step = factor ? newStep(auth, factor, code, now) : null
    if (!factor || typeof step !== 'number') return refused({ reason: 'wrong-code' })
    await tx
      .updateTable('auth_two_factors')
      .set({ verified: true, last_step: step, backup_codes: storedCodes })
      .where('id', '=', factor.id)
      .execute()
    await tx
      .updateTable('user_profiles')
      .set({ two_factor_enabled: true, updated_at: now })
      .where('id', '=', person.id)
      .execute()
    await revokePendingAccess(tx, person.id)
    const sessionToken = await beginSession(tx, { userId: person.id, browser }, now)
    const message = secondFactorEmail({ ...person, on: true })
    await queueNotice(tx, person, message, now)
    return done({ sessionToken, backupCodes: codes })
  })
}

type Confirmed = SignedIn & { readonly backupCodes: readonly string[] }

type WrongCode = { readonly reason: 'wrong-code' }

type Confirmation = {
  readonly person: Person
  readonly code: string
  /** The browser's user agent, for the list of sessions. */
  readonly browser: string | null
}

/** Ten new backup codes; the old ones stop working. */
export async function renewBackupCodes(
  db: Db,
  auth: Auth,
  proof: Proof,
  now: Date,
): Promise<Outcome<readonly string[], NotProven>> {
  const refusal = await proveOwner(db, auth, proof, now)
  if (refusal) return refused(refusal)
  const { codes, storedCodes } = await makeBackupCodes()
  await db
    .updateTable('auth_two_factors')
    .set({ backup_codes: storedCodes })
    .where('user_id', '=', proof.person.id)
    .where('verified', '=', true)
    .execute()
  return done(codes)
}

/** Turns the second factor off. */
export async function endSecondFactor(
  db: Db,
  auth: Auth,
  proof: Proof,
  now: Date,
): Promise<Outcome<null, NotProven>> {
  const { person } = proof
  return actAsOwner<null, never>(db, auth, proof, now, async (tx) => {
    await removeSecondFactor(tx, person.id, now)
    const message = secondFactorEmail({ ...person, on: false })
    await queueNotice(tx, person, message, now)
    return done(null)
  })
}
