import { type Db, inTransaction } from '#db/connection.ts'
import type { ApprovalStatus } from '#db/enums.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'

export type ApprovalProblem =
  | { readonly reason: 'item-not-found' }
  /** Somebody was faster. */
  | { readonly reason: 'already-decided'; readonly status: ApprovalStatus }
  /** Its lister has changed it since the admin looked. */
  | { readonly reason: 'changed-meanwhile' }

/** Which item, and as of when the admin has seen it. */
export type ItemSeen = { readonly itemId: string; readonly changedAt: Date }

/** An admin lets everybody see an item that waits (business §4). */
export async function approveItem(
  db: Db,
  admin: Admin,
  seen: ItemSeen,
  now: Date,
): Promise<Outcome<null, ApprovalProblem>> {
  return decide(db, admin, seen, 'approved', now)
}

/** An admin turns down an item that waits; its lister may change it and try again. */
export async function denyItem(
  db: Db,
  admin: Admin,
  seen: ItemSeen,
  now: Date,
): Promise<Outcome<null, ApprovalProblem>> {
  return decide(db, admin, seen, 'denied', now)
}

async function decide(
  db: Db,
  admin: Admin,
  { itemId, changedAt }: ItemSeen,
  decision: 'approved' | 'denied',
  now: Date,
): Promise<Outcome<null, ApprovalProblem>> {
  return inTransaction<Outcome<null, ApprovalProblem>>(db, async (tx) => {
    const item = await tx
      .selectFrom('clothing_items')
      .select(['approval_status', 'updated_at'])
      .where('id', '=', itemId)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!item) return refused({ reason: 'item-not-found' })
    if (item.approval_status !== 'pending')
      return refused({ reason: 'already-decided', status: item.approval_status })
    if (item.updated_at.getTime() !== changedAt.getTime())
      return refused({ reason: 'changed-meanwhile' })
    await tx
      .updateTable('clothing_items')
      .set({ approval_status: decision, updated_at: now })
      .where('id', '=', itemId)
      .execute()
    const line = {
      action: decision === 'approved' ? 'approve' : 'deny',
      noun: 'item',
      nounId: itemId,
      before: { approval_status: item.approval_status },
      after: { approval_status: decision },
    }
    await recordAction(tx, admin, line, now)
    return done(null)
  })
}
