import type { Tx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import type { Auth } from './auth.ts'
import { consumeBackupCode } from './backup-codes.ts'
import { openSecret } from './sealed-secret.ts'
import { CODE_LOCK_MINUTES } from './time-limits.ts'
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
 * Checks a code of a person's app, or a backup code; a right code is used up. Wrong codes are
 * counted, so the transaction has to be committed either way.
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
    .select(['failed_verification_count'])
    .where('user_id', '=', userId)
    .where('verified', '=', true)
    .forUpdate()
    .executeTakeFirst()
  if (!factor) return 'off'
  if (factor.locked_until !== null && factor.locked_until > now) return 'locked'
  const used = await spend(auth, factor, code.replaceAll(/\s/g, ''), now)
  if (used === 'unreadable-app') return used
  const wrong = used ? 0 : factor.failed_verification_count + 1
  const isOver = wrong >= MAX_WRONG_CODES
  await tx
    .updateTable('auth_two_factors')
    .set({
      ...used,
      failed_verification_count: isOver ? 0 : wrong,
      locked_until: isOver ? new Date(now.getTime() + CODE_LOCK_MINUTES * 60_000) : null,
    })
    .where('id', '=', factor.id)
    .execute()
  return used ? 'right' : 'wrong'
}

type Factor = {
  readonly secret: string
  readonly backup_codes: string
  readonly last_step: number
}

/** What to store about a right code; null for a wrong one. */
async function spend(auth: Auth, factor: Factor, code: string, now: Date) {
  if (/^\d{6}$/.test(code)) {
    const step = await newStep(auth, factor, code, now)
    return typeof step === 'number' ? { last_step: step } : step
  }
  const left = await consumeBackupCode(auth, factor.backup_codes, code)
  return left === null ? null : { backup_codes: left }
}

/** The time step of a right code, if neither it nor a later step was used before; else null. */
export async function newStep(
  auth: Auth,
  { secret, last_step }: Pick<Factor, 'secret' | 'last_step'>,
  code: string,
  now: Date,
): Promise<number | 'unreadable-app' | null> {
  const key = await openSecret(auth, secret)
  if (key === null) return 'unreadable-app'
  const step = stepOfCode(Buffer.from(key), code, now)
  return step !== null && step > last_step ? step : null
}
