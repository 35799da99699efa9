import { type Db, inTransaction } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import { notify } from '#domain/outbound/notify/notify.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import type { Auth } from './auth.ts'
import { secondFactorReset } from './moderation-emails.ts'
import { type NotProven, proveOwner } from './own-password.ts'
import { removeSecondFactor, revokePendingAccess } from './pending-access.ts'

export type ResetProblem =
  | { readonly reason: 'person-not-found' }
  /** Admins turn off or move their own second factor on their own pages. */
  | { readonly reason: 'own-account' }
  | { readonly reason: 'nothing-to-do' }
  /** The admin's proof of identity failed. */
  | NotProven

/**
 * Removes the second factor of a person who has lost it, and signs them out everywhere. The admin
 * has to prove their identity, because afterwards a password alone gives access to the account.
 */
export async function resetSecondFactor(
  db: Db,
  auth: Auth,
  admin: Admin,
  { personId, origin, password, code }: Reset,
  now: Date,
): Promise<Outcome<null, ResetProblem>> {
  if (personId === admin.id) return refused({ reason: 'own-account' })
  const refusal = await proveOwner(db, auth, { person: admin, password, code }, now)
  if (refusal) return refused(refusal)
  return inTransaction<Outcome<null, ResetProblem>>(db, async (tx) => {
    const person = await tx
      .selectFrom('user_profiles')
      .select(['full_name', 'email', 'two_factor_enabled'])
      .where('id', '=', personId)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!person) return refused({ reason: 'person-not-found' })
    if (!person.two_factor_enabled) return refused({ reason: 'nothing-to-do' })
    await removeSecondFactor(tx, personId, now)
    await revokePendingAccess(tx, personId)
    const line = { action: 'reset second factor', noun: 'person', nounId: personId }
    await recordAction(tx, admin, line, now)
    const message = secondFactorReset({ fullName: person.full_name, origin })
    await notify(tx, { ...message, to: person.email, recipientId: personId }, now)
    return done(null)
  })
}

type Reset = {
  readonly personId: PersonId
  readonly origin: string
  /** The admin's own password. */
  readonly password: string
  readonly code: string
}
