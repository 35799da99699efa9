import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import type { FreshId, PersonId } from '#db/ids.ts'
import { lockWallet } from '#domain/money/credits/credits.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { MAX_CORRECTION_CENTS, MAX_NOTE } from './correction-limits.ts'
import { recordEarning } from './earnings.ts'

export type Correction = {
  readonly ownerId: PersonId
  /** Whole cents, negative to deduct; not 0. */
  readonly cents: number
  /** Shown to the closet. */
  readonly note: string
  /** Single-use key of the form: it corrects once, however often the form is posted. */
  readonly requestKey: FreshId
}

export type CorrectionProblem =
  | { readonly reason: 'person-not-found' }
  | { readonly reason: 'amount-invalid'; readonly maxCents: number }
  | { readonly reason: 'note-missing' }
  | { readonly reason: 'note-too-long' }

/**
 * An admin adds to or deducts from a closet's earnings, payable at once: for cases that the rules
 * do not cover, and for money paid another way.
 */
export async function correctEarnings(
  db: Db,
  admin: Admin,
  { ownerId, cents, note: written, requestKey }: Correction,
  now: Date,
): Promise<Outcome<null, CorrectionProblem>> {
  const note = written.trim()
  if (!Number.isInteger(cents) || cents === 0 || Math.abs(cents) > MAX_CORRECTION_CENTS)
    return refused({ reason: 'amount-invalid', maxCents: MAX_CORRECTION_CENTS })
  if (note === '') return refused({ reason: 'note-missing' })
  if (note.length > MAX_NOTE) return refused({ reason: 'note-too-long' })
  return await inTransaction(db, async (tx) => {
    if (!(await findPerson(tx, ownerId))) return refused({ reason: 'person-not-found' })
    // Closing the account takes this lock too, before it checks what is owed.
    await lockWallet(tx, ownerId)
    const owner = await findPerson(tx, ownerId)
    if (!owner) return refused({ reason: 'person-not-found' })
    const key = `correction:${requestKey}`
    const earning = { ownerId, kind: 'correction', rentalId: null, cents, key, note } as const
    const isNew = await recordEarning(tx, { ...earning, payableAt: now, madeBy: admin.id }, now)
    if (!isNew) return done(null)
    const after = { full_name: owner.full_name, cents, note }
    const act = { action: 'correct earnings', noun: 'person', nounId: ownerId, after }
    await recordAction(tx, admin, act, now)
    return done(null)
  })
}

async function findPerson(tx: Tx, id: PersonId) {
  return await tx
    .selectFrom('user_profiles')
    .select('full_name')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}
