import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import type { AccountType, BusinessStatus } from '#db/enums.ts'
import type { PersonId } from '#db/ids.ts'
import { approveWaitingApplication } from '#domain/closets/closets.ts'
import { transferItems } from '#domain/items/items.ts'
import { queueMail } from '#domain/mail/outbox.ts'
import { accountChanged } from '#domain/people/moderation-emails.ts'
import { changeAccount, revokePendingAccess } from '#domain/people/people.ts'
import { transferLiveRentals } from '#domain/rentals/rentals.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'

export type ModerationProblem =
  | { readonly reason: 'person-not-found' }
  /** Somebody else has changed it since the admin looked. */
  | { readonly reason: 'edit-conflict'; readonly accountType: AccountType }
  | { readonly reason: 'last-admin' }

export type AccountChange = {
  readonly personId: PersonId
  /** What the admin saw. */
  readonly from: AccountType
  readonly to: AccountType
  /** Where the links of the mail lead. */
  readonly origin: string
}

type Account = {
  readonly id: PersonId
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
      return refused({ reason: 'edit-conflict', accountType: before.account_type })
    if (from === to) return done(null)
    if (from === 'admin') {
      const demoted = await demoteAdmin(tx, { personId, by: admin, admins }, now)
      if (!demoted.ok) return demoted
    }
    const after = { account_type: to, business_status: statusAfter(account, to) }
    await changeAccount(tx, personId, after, now)
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

async function lockAdmins(tx: Tx): Promise<PersonId[]> {
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

async function lockAccount(tx: Tx, id: PersonId): Promise<Account | undefined> {
  return tx
    .selectFrom('user_profiles')
    .select(['id', 'full_name', 'email', 'account_type', 'business_status'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/**
 * Hands the listings of an admin who is one no longer to another admin, with their live rentals: the
 * acting one, or the first other one when these are the same. Refused for the last admin.
 */
async function demoteAdmin(
  tx: Tx,
  demotion: {
    readonly personId: PersonId
    readonly by: Admin
    readonly admins: readonly PersonId[]
  },
  now: Date,
): Promise<Outcome<null, ModerationProblem>> {
  const { personId: from, by, admins } = demotion
  const others = admins.filter((id) => id !== from)
  const to = others.find((id) => id === by.id) ?? others[0]
  if (!to) return refused({ reason: 'last-admin' })
  await transferItems(tx, { from, to }, now)
  await transferLiveRentals(tx, { from, to })
  return done(null)
}
