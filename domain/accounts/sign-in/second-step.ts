import { createHash, randomBytes } from 'node:crypto'
import { type Db, type DbOrTx, inTransaction, type Tx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import type { Auth } from './auth.ts'
import { consumeCode } from './second-factor-codes.ts'
import { beginSession, type SignedIn } from './sessions.ts'

// The step of signing in between the password and the code of the second factor.

const SECOND_STEP_MINUTES = 10
const MAX_WRONG_CODES = 5

/** The first step was right, and the account asks for a code as well. */
export type SecondFactorRequired = {
  readonly reason: 'second-factor-needed'
  /** Proves for ten minutes that the first step was passed; the browser sends it back. */
  readonly challenge: string
}

/** Signs in whoever has passed the first step, unless their account has a second factor. */
export async function afterFirstStep(
  tx: Tx,
  account: { readonly userId: PersonId; readonly browser: string | null },
  now: Date,
): Promise<Outcome<SignedIn, SecondFactorRequired>> {
  if (await hasSecondFactor(tx, account.userId)) {
    const challenge = await beginSecondStep(tx, account.userId, now)
    return refused({ reason: 'second-factor-needed', challenge })
  }
  return done({ sessionToken: await beginSession(tx, account, now) })
}

async function hasSecondFactor(tx: Tx, userId: PersonId): Promise<boolean> {
  const { two_factor_enabled } = await tx
    .selectFrom('user_profiles')
    .select('two_factor_enabled')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return two_factor_enabled
}

/** Returns a challenge that the browser sends back with the code. */
export async function beginSecondStep(db: DbOrTx, userId: PersonId, now: Date): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  await db
    .insertInto('second_steps')
    .values({
      token_hash: hashOf(challenge),
      user_id: userId,
      expires_at: new Date(now.getTime() + SECOND_STEP_MINUTES * 60_000),
    })
    .execute()
  return challenge
}

export type SecondStepProblem = {
  readonly reason: 'wrong-code' | 'unreadable-app' | 'begin-again' | 'locked'
}

/**
 * The second step of signing in: a code of the app, or a backup code, each valid once. Five wrong
 * codes end the attempt; ten in a row lock the second step for a quarter of an hour.
 */
export async function signInWithCode(
  db: Db,
  auth: Auth,
  { challenge, code, browser }: SecondStepInput,
  now: Date,
): Promise<Outcome<SignedIn, SecondStepProblem>> {
  return inTransaction<Outcome<SignedIn, SecondStepProblem>>(db, async (tx) => {
    const token_hash = hashOf(challenge)
    const step = await tx
      .selectFrom('second_steps')
      .select(['user_id', 'wrong_codes'])
      .where('token_hash', '=', token_hash)
      .where('expires_at', '>', now)
      .forUpdate()
      .executeTakeFirst()
    if (!step || step.wrong_codes >= MAX_WRONG_CODES) return refused({ reason: 'begin-again' })
    const userId = step.user_id
    const answer = await consumeCode(tx, auth, { userId, code }, now)
    if (answer === 'off') return refused({ reason: 'begin-again' })
    if (answer === 'locked' || answer === 'unreadable-app') return refused({ reason: answer })
    if (answer === 'wrong') {
      await tx
        .updateTable('second_steps')
        .set({ wrong_codes: step.wrong_codes + 1 })
        .where('token_hash', '=', token_hash)
        .execute()
      return refused({ reason: 'wrong-code' })
    }
    await tx.deleteFrom('second_steps').where('token_hash', '=', token_hash).execute()
    return done({ sessionToken: await beginSession(tx, { userId, browser }, now) })
  })
}

type SecondStepInput = {
  readonly challenge: string
  readonly code: string
  readonly browser: string | null
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
