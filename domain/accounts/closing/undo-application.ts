import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import type { ApplicationId, PersonId } from '#db/ids.ts'
import { applicationReopened, reopenApplication } from '#domain/accounts/closets/closets.ts'
import { changeAccount } from '#domain/accounts/people/people.ts'
import { notify } from '#domain/outbound/notify/notify.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { undoEnd } from '#domain/shared/undo-time.ts'
import { followAccountType } from './follow-account-type.ts'

export type UndoApplicationProblem =
  /** Somebody else decided, the account has changed, or the time to undo it is over. */
  | { readonly reason: 'undo-too-late' }
  /** The closet has items already. */
  | { readonly reason: 'has-items'; readonly fullName: string }

/**
 * An admin takes back their decision about an application within `UNDO_MINUTES`: it is pending
 * again, and a closet that has no items yet is a regular account again. The applicant gets an email.
 */
export async function undoApplication(
  db: Db,
  admin: Admin,
  { applicationId, origin }: { readonly applicationId: ApplicationId; readonly origin: string },
  now: Date,
): Promise<Outcome<{ readonly fullName: string }, UndoApplicationProblem>> {
  return inTransaction(db, async (tx) => {
    const application = await tx
      .selectFrom('business_applications')
      .select(['user_id', 'full_name', 'status', 'reviewed_at', 'reviewed_by'])
      .where('id', '=', applicationId)
      .forUpdate()
      .executeTakeFirst()
    const isOpen =
      application?.reviewed_at &&
      application.reviewed_by === admin.id &&
      now < undoEnd(application.reviewed_at)
    if (!isOpen) return refused({ reason: 'undo-too-late' })
    const { user_id: personId, full_name: fullName, status } = application
    const account = await lockAccount(tx, personId)
    if (account?.business_status !== status) return refused({ reason: 'undo-too-late' })
    if (status === 'approved' && (await hasItems(tx, personId)))
      return refused({ reason: 'has-items', fullName })
    await reopenApplication(tx, applicationId)
    const isCloset = account.account_type === 'business'
    const after = {
      business_status: 'pending' as const,
      ...(isCloset && { account_type: 'regular' as const }),
    }
    await changeAccount(tx, personId, after, now)
    if (isCloset) await followAccountType(tx, personId, 'regular', now)
    const line = {
      ...{ action: 'reopen', noun: 'application', nounId: applicationId },
      before: { status, business_status: account.business_status },
      after: { status: 'pending', ...after },
    }
    await recordAction(tx, admin, line, now)
    const wasApproved = status === 'approved'
    const message = applicationReopened({ fullName: account.full_name, wasApproved, origin })
    await notify(tx, { ...message, to: account.email, recipientId: personId }, now)
    return done({ fullName })
  })
}

async function lockAccount(tx: Tx, personId: PersonId) {
  return await tx
    .selectFrom('user_profiles')
    .select(['full_name', 'email', 'account_type', 'business_status'])
    .where('id', '=', personId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

async function hasItems(tx: Tx, personId: PersonId): Promise<boolean> {
  const item = await tx
    .selectFrom('clothing_items')
    .select('id')
    .where('business_id', '=', personId)
    .limit(1)
    .executeTakeFirst()
  return item !== undefined
}
