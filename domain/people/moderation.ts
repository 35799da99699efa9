import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import type { AccountType, BusinessStatus } from '#db/enums.ts'
import { queueMail } from '#domain/mail/outbox.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { accountChanged } from './moderation-emails.ts'
import { revokePendingAccess } from './pending-access.ts'

export type ModerationProblem =
  | { readonly reason: 'person-not-found' }
  /** Somebody else has changed it since the admin looked. */
  | { readonly reason: 'changed-meanwhile'; readonly accountType: AccountType }
  | { readonly reason: 'last-admin' }

export type AccountChange = {
  readonly personId: string
  /** What the admin saw. */
  readonly from: AccountType
  readonly to: AccountType
  /** Where the links of the mail lead. */
  readonly origin: string
}

type Account = {
  readonly id: string
  readonly full_name: string
  readonly email: string
  readonly account_type: AccountType
  readonly business_status: BusinessStatus | null
}

/**
 * An admin makes somebody a regular, a business or an admin account (spec 12.6).
 * Business approves, and decides what they have applied for. From business to regular blocks and
 * hides the items; their live rentals stay with the admins. The listings of an admin who is one no
 * longer pass to the acting admin, or to another one if these are the same.
 */
export async function changeAccountType(
  db: Db,
  admin: Admin,
  { personId, from, to, origin }: AccountChange,
  now: Date,
): Promise<Outcome<null, ModerationProblem>> {
  return inTransaction<Outcome<null, ModerationProblem>>(db, async (tx) => {
    // All admins first: two who demote each other at once take turns.
    const admins = await lockAdmins(tx)
    const account = await lockAccount(tx, personId)
    if (!account) return refused({ reason: 'person-not-found' })
    const { full_name } = account
    const before = pick(account)
    if (before.account_type !== from)
      return refused({ reason: 'changed-meanwhile', accountType: before.account_type })
    if (from === to) return done(null)
    if (from === 'admin') {
      const others = admins.filter((id) => id !== personId)
      const heir = others.find((id) => id === admin.id) ?? others[0]
      if (!heir) return refused({ reason: 'last-admin' })
      await passListings(tx, personId, heir, now)
    }
    const after = { account_type: to, business_status: statusAfter(account, to) }
    await tx
      .updateTable('user_profiles')
      .set({ ...after, updated_at: now })
      .where('id', '=', personId)
      .execute()
    // Nobody becomes an admin by a session or a link from before.
    if (to === 'admin') await revokePendingAccess(tx, personId)
    if (to === 'business') await approveWaitingApplication(tx, personId, admin, now)
    const line = {
      action: 'change account type',
      noun: 'person',
      nounId: personId,
      before: { full_name, ...before },
      after: { full_name, ...after },
    }
    await recordAction(tx, admin, line, now)
    const message = accountChanged({ fullName: full_name, origin, from, to })
    await queueMail(tx, { ...message, to: account.email, recipientId: account.id }, now)
    return done(null)
  })
}

/** A closet that is closed is blocked; one that never was has nothing to be blocked. */
function statusAfter({ business_status }: Account, to: AccountType): BusinessStatus | null {
  if (to === 'business') return 'approved'
  return to === 'regular' && business_status === 'approved' ? 'blocked' : business_status
}

const pick = ({ account_type, business_status }: Account) => ({ account_type, business_status })

async function lockAdmins(tx: Tx): Promise<string[]> {
  const admins = await tx
    .selectFrom('user_profiles')
    .select('id')
    .where('account_type', '=', 'admin')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return admins.map(({ id }) => id)
}

async function lockAccount(tx: Tx, id: string): Promise<Account | undefined> {
  return tx
    .selectFrom('user_profiles')
    .select(['id', 'full_name', 'email', 'account_type', 'business_status'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** With the rentals of them that live, whose owner has to be their lister. */
async function passListings(tx: Tx, from: string, to: string, now: Date): Promise<void> {
  await tx
    .updateTable('clothing_items')
    .set({ business_id: to, updated_at: now })
    .where('business_id', '=', from)
    .where('deleted_at', 'is', null)
    .execute()
  await tx
    .updateTable('rentals')
    .set({ owner_id: to })
    .where('owner_id', '=', from)
    .where('status', 'in', ['pending', 'confirmed', 'delivered'])
    .execute()
}

async function approveWaitingApplication(tx: Tx, personId: string, admin: Admin, now: Date) {
  await tx
    .updateTable('business_applications')
    .set({ status: 'approved', reviewed_at: now, reviewed_by: admin.id })
    .where('user_id', '=', personId)
    .where('status', '=', 'pending')
    .execute()
}
