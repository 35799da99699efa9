import { sql } from 'kysely'
import { type Db, type DbOrTx, inTransaction } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import { isReservedName } from '#domain/accounts/sign-in/reserved-names.ts'
import { notify } from '#domain/outbound/notify/notify.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { countUpTo } from '#domain/shared/lists/found.ts'
import { newestPage } from '#domain/shared/lists/newest-page.ts'
import { decodeNewestFirst } from '#domain/shared/lists/page.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { nameDecided } from './name-emails.ts'
import { lockNames } from './rename.ts'

/** A closet with the name that it requested. */
export type RequestedName = Awaited<ReturnType<typeof requestedNames>>['rows'][number]

const waiting = (db: DbOrTx) =>
  db.selectFrom('user_profiles').where('requested_name', 'is not', null)

/** A page of the names that wait for review, newest first. */
export async function requestedNames(
  db: DbOrTx,
  _admin: Admin,
  { after }: { readonly after: string | null },
) {
  const names = waiting(db)
    .select(['id', 'full_name as fullName', 'email'])
    .select(sql<string>`requested_name`.as('requestedName'))
    .select(sql<Date>`name_requested_at`.as('requestedAt'))
  const [page, total] = await Promise.all([
    newestPage(names, {
      by: ['name_requested_at', 'id'],
      keysOf: (row) => [row.requestedAt, row.id],
      from: decodeNewestFirst<PersonId>(after),
    }),
    countUpTo(db, waiting(db)),
  ])
  return { ...page, total }
}

/** How many names wait for review, counted up to one more than `MAX_COUNTED`. */
export async function countRequestedNames(db: DbOrTx, _admin: Admin): Promise<number> {
  return countUpTo(db, waiting(db))
}

export type NameProblem =
  /** Someone else decided first, or the closet withdrew it or is no closet any more. */
  | { readonly reason: 'name-not-waiting' }
  /** The closet has requested another name since the admin opened this one. */
  | { readonly reason: 'edit-conflict' }
  | { readonly reason: 'name-reserved' }

/** The name that the admin has seen, and the base address of links in emails. */
export type NameSeen = {
  readonly personId: PersonId
  readonly requestedName: string
  readonly origin: string
}

/** An admin approves the name that a closet requested, which everyone sees from now on. */
export async function approveName(
  db: Db,
  admin: Admin,
  seen: NameSeen,
  now: Date,
): Promise<Outcome<null, NameProblem>> {
  return decide(db, admin, { ...seen, reason: null }, now)
}

/** An admin denies it with a reason: the closet keeps its name, and can request another one. */
export async function denyName(
  db: Db,
  admin: Admin,
  seen: NameSeen & { readonly reason: string },
  now: Date,
): Promise<Outcome<null, NameProblem>> {
  return decide(db, admin, seen, now)
}

/** A decision with a reason is a denial. */
async function decide(
  db: Db,
  admin: Admin,
  { personId, requestedName, reason, origin }: NameSeen & { readonly reason: string | null },
  now: Date,
): Promise<Outcome<null, NameProblem>> {
  return inTransaction<Outcome<null, NameProblem>>(db, async (tx) => {
    const closet = await lockNames(tx, personId)
    if (!closet?.requested_name) return refused({ reason: 'name-not-waiting' })
    if (closet.requested_name !== requestedName) return refused({ reason: 'edit-conflict' })
    const isApproved = reason === null
    if (isApproved && isReservedName(requestedName)) return refused({ reason: 'name-reserved' })
    const full_name = isApproved ? requestedName : closet.full_name
    await tx
      .updateTable('user_profiles')
      .set({ full_name, requested_name: null, name_requested_at: null, updated_at: now })
      .where('id', '=', personId)
      .execute()
    const line = {
      action: isApproved ? 'approve name' : 'deny name',
      noun: 'closet',
      nounId: personId,
      before: { full_name: closet.full_name, requested_name: requestedName },
      after: { full_name, requested_name: null, ...(reason && { reason }) },
    }
    await recordAction(tx, admin, line, now)
    const message = nameDecided({ fullName: full_name, requestedName, reason, origin })
    await notify(tx, { ...message, to: closet.email, recipientId: personId }, now)
    return done(null)
  })
}
