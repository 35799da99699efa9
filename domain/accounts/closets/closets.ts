import type { Tx } from '#db/connection.ts'
import type { ApplicationId, PersonId } from '#db/ids.ts'
import type { Admin } from '#domain/shared/actors.ts'

export { searchApplications } from './application-queries.ts'
export { applicationReopened } from './closet-emails.ts'
export { removeClosetPageOf } from './closet-page.ts'
export { earnedSums } from './earnings.ts'

// What changing or closing an account does to applications and calendars; used by domain/accounts.

/** Approves the pending application of an account that an admin changes to business. */
export async function approveWaitingApplication(
  tx: Tx,
  personId: PersonId,
  admin: Admin,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('business_applications')
    .set({ status: 'approved', reviewed_at: now, reviewed_by: admin.id })
    .where('user_id', '=', personId)
    .where('status', '=', 'pending')
    .execute()
}

/** Part of undoing a decision, under the lock of the application. */
export async function reopenApplication(tx: Tx, applicationId: ApplicationId): Promise<void> {
  await tx
    .updateTable('business_applications')
    .set({ status: 'pending', denial_reason: null, reviewed_at: null, reviewed_by: null })
    .where('id', '=', applicationId)
    .execute()
}

/** Part of closing an account. */
export async function removeApplicationsOf(tx: Tx, personId: PersonId): Promise<void> {
  await tx.deleteFrom('business_applications').where('user_id', '=', personId).execute()
}

/** Part of other commands: the address of the closet's calendar stops working. False without one. */
export async function removeClosetCalendarOf(tx: Tx, personId: PersonId): Promise<boolean> {
  const removed = await tx
    .deleteFrom('closet_calendars')
    .where('owner_id', '=', personId)
    .executeTakeFirst()
  return removed.numDeletedRows > 0
}
