import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import { type AccountType, type BusinessStatus, liveRentalStatuses } from '#db/enums.ts'
import type { PersonId } from '#db/ids.ts'
import { approveWaitingApplication } from '#domain/accounts/closets/closets.ts'
import { changeAccount, revokePendingAccess } from '#domain/accounts/people/people.ts'
import { accountChanged } from '#domain/accounts/sign-in/moderation-emails.ts'
import { notify } from '#domain/outbound/notify/notify.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { transferListings } from './change-items.ts'
import { followAccountType } from './follow-account-type.ts'
import { hasManyItems, redirectTransfers, transferListingsLater } from './lister-changes.ts'

export type ModerationProblem =
  | { readonly reason: 'person-not-found' }
  /** Someone else has changed it since the admin loaded it. */
  | { readonly reason: 'edit-conflict'; readonly accountType: AccountType }
  /** A blocked account cannot change its type until it is unblocked. */
  | { readonly reason: 'account-blocked' }
  | { readonly reason: 'last-admin' }
  /** Every other admin has a live rental of an item that would become their own. */
  | { readonly reason: 'admins-rent-items' }

export type AccountChange = {
  readonly personId: PersonId
  /** The type that the admin saw. */
  readonly from: AccountType
  readonly to: AccountType
  /** The base address of links in the email. */
  readonly origin: string
}

type Account = {
  readonly id: PersonId
  readonly full_name: string
  readonly email: string
  readonly account_type: AccountType
  readonly business_status: BusinessStatus | null
  readonly blocked_at: Date | null
}

/**
 * An admin makes an account regular, business or admin (spec 12.6). A change to business approves
 * the account and its application. A change from business to regular blocks the closet and hides
 * its items; their live rentals are managed by the admins. The listings of a former admin pass to
 * the acting admin, or to another one when admins demote themselves.
 */
export async function changeAccountType(
  db: Db,
  admin: Admin,
  { personId, from, to, origin }: AccountChange,
  now: Date,
): Promise<Outcome<null, ModerationProblem>> {
  return inTransaction<Outcome<null, ModerationProblem>>(db, async (tx) => {
    const changed = await changeType(tx, admin, { personId, from, to }, now)
    if (!changed.ok) return changed
    if (!changed.value) return done(null)
    const { full_name: fullName, email, stopsPlan } = changed.value
    const message = accountChanged({ fullName, origin, from, to, stopsPlan })
    await notify(tx, { ...message, to: email, recipientId: personId }, now)
    return done(null)
  })
}

type Changed = Pick<Account, 'full_name' | 'email'> & { readonly stopsPlan: boolean }

/** Part of `changeAccountType` and of deciding a report: everything but the email. */
export async function changeType(
  tx: Tx,
  admin: Admin,
  { personId, from, to }: Omit<AccountChange, 'origin'>,
  now: Date,
): Promise<Outcome<Changed | null, ModerationProblem>> {
  // Locks all admins first, so that two who demote each other at once wait for each other.
  const admins = await lockAdmins(tx)
  const account = await lockAccount(tx, personId)
  if (!account) return refused({ reason: 'person-not-found' })
  const { full_name, email } = account
  const before = pick(account)
  if (before.account_type !== from)
    return refused({ reason: 'edit-conflict', accountType: before.account_type })
  if (from === to) return done(null)
  if (account.blocked_at) return refused({ reason: 'account-blocked' })
  if (from === 'admin') {
    const demoted = await demoteAdmin(tx, { personId, by: admin, admins }, now)
    if (!demoted.ok) return demoted
  }
  const after = { account_type: to, business_status: statusAfter(account, to) }
  await changeAccount(tx, personId, after, now)
  // Sessions and links from before must not give admin access.
  if (to === 'admin') await revokePendingAccess(tx, personId)
  if (to === 'business') await approveWaitingApplication(tx, personId, admin, now)
  const { stopsPlan } = await followAccountType(tx, personId, to, now)
  const line = {
    action: 'change account type',
    noun: 'person',
    nounId: personId,
    before: { full_name, ...before },
    after: { full_name, ...after },
  }
  await recordAction(tx, admin, line, now)
  return done({ full_name, email, stopsPlan })
}

/** Demoting a closet blocks it; other accounts have nothing to block. */
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
    .select(['id', 'full_name', 'email', 'account_type', 'business_status', 'blocked_at'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/**
 * Transfers a former admin's listings and their live rentals to another admin: the acting one, or
 * the first other one when admins demote themselves. Nobody can rent their own item, so an admin
 * with a live rental of such a listing is skipped. Refused for the last admin.
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
  if (others.length === 0) return refused({ reason: 'last-admin' })
  const renters = await rentersOfTransferred(tx, from)
  const free = others.filter((id) => !renters.has(id))
  const to = free.find((id) => id === by.id) ?? free[0]
  if (!to) return refused({ reason: 'admins-rent-items' })
  await redirectTransfers(tx, { from, to })
  if (await hasManyItems(tx, from)) await transferListingsLater(tx, { from, to })
  else await transferListings(tx, { from, to }, now)
  return done(null)
}

/** Admins with a live rental of a listing that is this admin's or is being transferred to them. */
async function rentersOfTransferred(tx: Tx, from: PersonId): Promise<ReadonlySet<PersonId>> {
  const rows = await tx
    .selectFrom('rentals as r')
    .innerJoin('user_profiles as p', 'p.id', 'r.renter_id')
    .select('p.id')
    .distinct()
    .where('p.account_type', '=', 'admin')
    .where('r.status', 'in', liveRentalStatuses)
    .where(
      sql<boolean>`(r.owner_id = ${from} or r.owner_id in
        (select lister_id from lister_changes where transfers_to = ${from}))`,
    )
    .execute()
  return new Set(rows.map(({ id }) => id))
}
