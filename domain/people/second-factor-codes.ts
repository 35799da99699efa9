import type { Tx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import type { Auth } from './auth.ts'
import { takeBackupCode } from './backup-codes.ts'
import { openSecret } from './sealed-secret.ts'
import { CODE_LOCK_MINUTES } from './time-limits.ts'
import { stepOfCode } from './totp.ts'

const MAX_WRONG_CODES = 10

export type CodeAnswer =
  | 'right'
  | 'wrong'
  /** Ten wrong ones in a row: no code counts for a quarter of an hour. */
  | 'locked'
  /** There is no second factor, or none that was confirmed. */
  | 'off'
  /** Of an app that was set up under another SESSION_SECRET: backup codes alone can be right. */
  | 'unreadable-app'

type Given = { readonly userId: PersonId; readonly code: string }

/**
 * Looks at a code of somebody's app, or a backup code; what is right is used up by it. Wrong ones
 * are counted, so its transaction has to be committed either way.
 */
export async function takeCode(
  tx: Tx,
  auth: Auth,
  { userId, code }: Given,
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

/** What is written down of a right code; null for a wrong one. */
async function spend(auth: Auth, factor: Factor, code: string, now: Date) {
  if (/^\d{6}$/.test(code)) {
    const step = await newStep(auth, factor, code, now)
    return typeof step === 'number' ? { last_step: step } : step
  }
  const left = await takeBackupCode(auth, factor.backup_codes, code)
  return left === null ? null : { backup_codes: left }
}

/** The half minute of a right code that was not used before, nor one after it; else null. */
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
