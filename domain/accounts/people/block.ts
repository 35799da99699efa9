import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import { accountBlocked, accountUnblocked } from '#domain/accounts/sign-in/moderation-emails.ts'
import { revokePendingAccess } from '#domain/accounts/sign-in/pending-access.ts'
import { notify } from '#domain/outbound/notify/notify.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { stopRenewalLater } from './plan-access.ts'

export type BlockProblem =
  | { readonly reason: 'person-not-found' }
  /** Only customers are blocked here: a closet changes its account type, an admin is demoted. */
  | { readonly reason: 'not-a-customer' }
  | { readonly reason: 'nothing-to-do' }

type BlockInput = { readonly personId: PersonId; readonly origin: string }

/** Blocks a customer: ends all sessions, prevents signing in, and stops the plan's renewal. */
export async function blockPerson(
  db: Db,
  admin: Admin,
  { personId, reason, origin }: BlockInput & { readonly reason: string },
  now: Date,
): Promise<Outcome<null, BlockProblem>> {
  return inTransaction<Outcome<null, BlockProblem>>(db, async (tx) => {
    const blocked = await blockCustomer(tx, admin, { personId, reason }, now)
    if (!blocked.ok) return blocked
    const { full_name: fullName, email, stopsPlan } = blocked.value
    const message = accountBlocked({ fullName, reason, stopsPlan, origin })
    await notify(tx, { ...message, to: email, recipientId: personId }, now)
    return done(null)
  })
}

type Blocked = {
  readonly full_name: string
  readonly email: string
  /** They have a plan, which no longer renews. */
  readonly stopsPlan: boolean
}

/** Part of `blockPerson` and of deciding a report: everything but the email. */
export async function blockCustomer(
  tx: Tx,
  admin: Admin,
  { personId, reason }: { readonly personId: PersonId; readonly reason: string },
  now: Date,
): Promise<Outcome<Blocked, BlockProblem>> {
  const person = await lockPerson(tx, personId)
  if (!person) return refused({ reason: 'person-not-found' })
  if (person.account_type !== 'regular') return refused({ reason: 'not-a-customer' })
  if (person.blocked_at) return refused({ reason: 'nothing-to-do' })
  await tx
    .updateTable('user_profiles')
    .set({ blocked_at: now, blocked_reason: reason, updated_at: now })
    .where('id', '=', personId)
    .execute()
  await revokePendingAccess(tx, personId)
  const stopsPlan = await stopRenewalLater(tx, personId)
  const line = { action: 'block', noun: 'person', nounId: personId, after: { reason } }
  await recordAction(tx, admin, line, now)
  return done({ full_name: person.full_name, email: person.email, stopsPlan })
}

/** Unblocks a customer. */
export async function unblockPerson(
  db: Db,
  admin: Admin,
  { personId, origin }: BlockInput,
  now: Date,
): Promise<Outcome<null, BlockProblem>> {
  return inTransaction<Outcome<null, BlockProblem>>(db, async (tx) => {
    const person = await lockPerson(tx, personId)
    if (!person) return refused({ reason: 'person-not-found' })
    if (!person.blocked_at) return refused({ reason: 'nothing-to-do' })
    await tx
      .updateTable('user_profiles')
      .set({ blocked_at: null, blocked_reason: null, updated_at: now })
      .where('id', '=', personId)
      .execute()
    const before = { reason: person.blocked_reason }
    const line = { action: 'unblock', noun: 'person', nounId: personId, before }
    await recordAction(tx, admin, line, now)
    const message = accountUnblocked({ fullName: person.full_name, origin })
    await notify(tx, { ...message, to: person.email, recipientId: personId }, now)
    return done(null)
  })
}

/** Signs a person out everywhere, and voids emailed links that would sign them in. */
export async function signOutEverywhere(
  db: Db,
  admin: Admin,
  personId: PersonId,
  now: Date,
): Promise<Outcome<null, BlockProblem>> {
  return inTransaction<Outcome<null, BlockProblem>>(db, async (tx) => {
    const person = await lockPerson(tx, personId)
    if (!person) return refused({ reason: 'person-not-found' })
    await revokePendingAccess(tx, personId)
    await recordAction(tx, admin, { action: 'sign out', noun: 'person', nounId: personId }, now)
    return done(null)
  })
}

async function lockPerson(tx: Tx, id: PersonId) {
  return tx
    .selectFrom('user_profiles')
    .select(['full_name', 'email', 'account_type', 'blocked_at', 'blocked_reason'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}
