import type { Tx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import type { Email } from '#domain/outbound/mail/email.ts'
import { notify } from '#domain/outbound/notify/notify.ts'
import { passwordEndedEmail, wrongCodesEmail } from './account-emails.ts'
import type { Auth } from './auth.ts'
import { consumeBackupCode } from './backup-codes.ts'
import { openSecret } from './sealed-secret.ts'
import { setPassword } from './sign-in-methods.ts'
import {
  CODE_LOCK_MINUTES,
  MAX_CODE_LOCK_MINUTES,
  MAX_WRONG_CODES_OF_A_PASSWORD,
} from './time-limits.ts'
import { stepOfCode } from './totp.ts'

const MAX_WRONG_CODES = 10

export type CodeAnswer =
  | 'right'
  | 'wrong'
  /** After ten wrong codes in a row, no code is accepted for a quarter of an hour. */
  | 'locked'
  /** There is no confirmed second factor. */
  | 'off'
  /** The app was set up under another SESSION_SECRET, so only backup codes can be right. */
  | 'unreadable-app'

type CodeInput = { readonly userId: PersonId; readonly code: string }

/**
 * Checks a code of a person's app, or a backup code; a right code is used up, and counts no longer
 * as a guess when it is sent again. Wrong codes are counted, so the transaction has to be committed
 * either way. Every ten lock the second step, each time for twice as long, and the first time its
 * owner gets an email. A hundred end the password, which somebody else must know.
 */
export async function consumeCode(
  tx: Tx,
  auth: Auth,
  { userId, code }: CodeInput,
  now: Date,
): Promise<CodeAnswer> {
  const factor = await tx
    .selectFrom('auth_two_factors')
    .select(['id', 'secret', 'backup_codes', 'last_step', 'locked_until'])
    .select(['failed_verification_count', 'wrong_codes', 'locks'])
    .where('user_id', '=', userId)
    .where('verified', '=', true)
    .forUpdate()
    .executeTakeFirst()
  if (!factor) return 'off'
  if (factor.locked_until !== null && factor.locked_until > now) return 'locked'
  const used = await spend(auth, factor, code.replaceAll(/\s/g, ''), now)
  if (used === 'unreadable-app') return used
  if (used === 'used-before') return 'wrong'
  await tx
    .updateTable('auth_two_factors')
    .set(used === null ? countedWrong(factor, now) : { ...used, ...NOTHING_WRONG })
    .where('id', '=', factor.id)
    .execute()
  if (used !== null) return 'right'
  const wrong = factor.wrong_codes + 1
  if (wrong >= MAX_WRONG_CODES_OF_A_PASSWORD) await endPassword(tx, userId, now)
  else if (wrong === MAX_WRONG_CODES) await tellOwner(tx, userId, wrongCodesEmail, now)
  return 'wrong'
}

const NOTHING_WRONG = { failed_verification_count: 0, wrong_codes: 0, locks: 0, locked_until: null }

type Counts = Pick<Factor, 'failed_verification_count' | 'wrong_codes' | 'locks'>

function countedWrong({ failed_verification_count, wrong_codes, locks }: Counts, now: Date) {
  if (wrong_codes + 1 >= MAX_WRONG_CODES_OF_A_PASSWORD) return NOTHING_WRONG
  const isOver = failed_verification_count + 1 >= MAX_WRONG_CODES
  const minutes = Math.min(CODE_LOCK_MINUTES * 2 ** locks, MAX_CODE_LOCK_MINUTES)
  return {
    failed_verification_count: isOver ? 0 : failed_verification_count + 1,
    wrong_codes: wrong_codes + 1,
    locks: locks + (isOver ? 1 : 0),
    locked_until: isOver ? new Date(now.getTime() + minutes * 60_000) : null,
  }
}

/** Only a link to the owner's address sets a new password. Attempts under way end. */
async function endPassword(tx: Tx, userId: PersonId, now: Date): Promise<void> {
  await setPassword(tx, userId, null, now)
  await tx.deleteFrom('second_steps').where('user_id', '=', userId).execute()
  await tellOwner(tx, userId, passwordEndedEmail, now)
}

async function tellOwner(
  tx: Tx,
  userId: PersonId,
  write: (owner: { readonly fullName: string }) => Email,
  now: Date,
): Promise<void> {
  const owner = await tx
    .selectFrom('user_profiles')
    .select(['email', 'full_name as fullName'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  await notify(tx, { ...write(owner), recipientId: userId, to: owner.email }, now)
}

type Factor = {
  readonly secret: string
  readonly backup_codes: string
  readonly last_step: number
  readonly failed_verification_count: number
  readonly wrong_codes: number
  readonly locks: number
}

/** What to store about a right code; null for a wrong one. */
async function spend(auth: Auth, factor: Factor, code: string, now: Date) {
  if (/^\d{6}$/.test(code)) {
    const step = newStep(auth, factor, code, now)
    return typeof step === 'number' ? { last_step: step } : step
  }
  const left = await consumeBackupCode(factor.backup_codes, code)
  return left === null ? null : { backup_codes: left }
}

/**
 * The time step of a right code. 'used-before' if that or a later step was used; null if the code is
 * of no step.
 */
export function newStep(
  auth: Auth,
  { secret, last_step }: Pick<Factor, 'secret' | 'last_step'>,
  code: string,
  now: Date,
): number | 'unreadable-app' | 'used-before' | null {
  const key = openSecret(auth, secret)
  if (key === null) return 'unreadable-app'
  const step = stepOfCode(Buffer.from(key), code, now)
  return step !== null && step <= last_step ? 'used-before' : step
}
