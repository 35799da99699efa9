import { sql } from 'kysely'
import { type Db, type DbOrTx, inTransaction } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import { isReservedName } from '#domain/accounts/sign-in/reserved-names.ts'
import { notify } from '#domain/outbound/notify/notify.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { actedOnSince, actionsAt, recordAction } from '#domain/shared/audit.ts'
import { countUpTo } from '#domain/shared/lists/found.ts'
import { oldestPage } from '#domain/shared/lists/newest-page.ts'
import {
  decodeNewestFirst,
  type Found,
  PAGE_SIZE,
  parseInstant,
} from '#domain/shared/lists/page.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { undoEnd, undoStart } from '#domain/shared/undo-time.ts'
import { nameDecided, nameReopened } from './name-emails.ts'
import { lockNames } from './rename.ts'

const noun = 'closet'
const DECISIONS = ['approve name', 'deny name']
/** After these there is another name to review, or this one was decided again. */
const LATER = [...DECISIONS, 'reopen name', 'request name', 'withdraw name']

/** A closet with the name that it requested. */
export type RequestedName = {
  readonly id: PersonId
  /** The name from before. */
  readonly fullName: string
  readonly requestedName: string
  readonly email: string
  readonly requestedAt: Date
  /** What the viewer decided on it and when, while they can undo that. */
  readonly decided: { readonly isApproved: boolean; readonly at: Date } | null
}

const waiting = (db: DbOrTx) =>
  db.selectFrom('user_profiles').where('requested_name', 'is not', null)

/**
 * A page of the names that wait for review, oldest first. Those that the viewer has decided on
 * `since` stay in their places while that can be undone.
 */
export async function requestedNames(
  db: DbOrTx,
  admin: Admin,
  { after, since }: { readonly after: string | null; readonly since: Date | null },
  now: Date,
): Promise<Found<RequestedName>> {
  const names = waiting(db)
    .select(['id', 'full_name as fullName', 'email'])
    .select(sql<string>`requested_name`.as('requestedName'))
    .select(sql<Date>`name_requested_at`.as('requestedAt'))
  const [page, total, decided] = await Promise.all([
    oldestPage(names, {
      by: ['name_requested_at', 'id'],
      keysOf: (row) => [row.requestedAt, row.id],
      from: decodeNewestFirst<PersonId>(after),
    }),
    countUpTo(db, waiting(db)),
    since ? decidedNames(db, admin, since, now) : [],
  ])
  const rows = page.rows.map((row) => ({ ...row, decided: null }))
  const isOlder = (a: RequestedName, b: RequestedName) =>
    a.requestedAt.getTime() - b.requestedAt.getTime() || (a.id < b.id ? -1 : 1)
  return { rows: [...rows, ...decided].toSorted(isOlder), next: page.next, total }
}

async function decidedNames(
  db: DbOrTx,
  admin: Admin,
  since: Date,
  now: Date,
): Promise<readonly RequestedName[]> {
  const mine = { actor: admin, noun, actions: DECISIONS }
  const decided = await actedOnSince(db, mine, undoStart(since, now), 2 * PAGE_SIZE)
  if (decided.size === 0) return []
  const rows = await db
    .selectFrom('user_profiles')
    .select(['id', 'email'])
    .where(sql<boolean>`id = any(${[...decided.keys()]}::uuid[])`)
    .where('requested_name', 'is', null)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.flatMap(({ id, email }) => {
    const line = decided.get(id)
    const before = namesIn(line?.before)
    if (!line || !before) return []
    return {
      ...{ id, email, fullName: before.full_name, requestedName: before.requested_name },
      requestedAt: before.name_requested_at,
      decided: { isApproved: line.action === 'approve name', at: line.at },
    }
  })
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
      noun,
      nounId: personId,
      before: {
        ...{ full_name: closet.full_name, requested_name: requestedName },
        name_requested_at: closet.name_requested_at,
      },
      after: { full_name, requested_name: null, ...(reason && { reason }) },
    }
    await recordAction(tx, admin, line, now)
    const message = nameDecided({ fullName: full_name, requestedName, reason, origin })
    await notify(tx, { ...message, to: closet.email, recipientId: personId }, now)
    return done(null)
  })
}

/**
 * Takes back what an admin decided `at` about a closet's name, within `UNDO_MINUTES`: the closet
 * has the name from before, and the requested one is reviewed again. Null when it is too late, or
 * the closet has requested another name since.
 */
export async function undoNameDecision(
  db: Db,
  admin: Admin,
  {
    personId,
    at,
    origin,
  }: { readonly personId: PersonId; readonly at: Date; readonly origin: string },
  now: Date,
): Promise<{ readonly requestedName: string } | null> {
  if (at > now || now >= undoEnd(at)) return null
  return inTransaction(db, async (tx) => {
    const closet = await lockNames(tx, personId)
    if (closet?.account_type !== 'business' || closet.requested_name) return null
    const mine = { actor: admin, noun, actions: DECISIONS }
    const lines = await actionsAt(tx, mine, at, { later: LATER, max: PAGE_SIZE })
    const before = namesIn(lines.find(({ noun_id }) => noun_id === personId)?.before)
    if (!before) return null
    const { full_name, requested_name: requestedName, name_requested_at } = before
    const write = (names: { full_name?: string; requested_name: string }) =>
      tx
        .updateTable('user_profiles')
        .set({ ...names, name_requested_at, updated_at: now })
        .where('id', '=', personId)
        .execute()
    // The database lets a closet have only a name that it requested.
    if (full_name !== closet.full_name) await write({ requested_name: full_name })
    await write(before)
    const line = {
      ...{ action: 'reopen name', noun, nounId: personId },
      before: { full_name: closet.full_name, requested_name: null },
      after: before,
    }
    await recordAction(tx, admin, line, now)
    const message = nameReopened({ fullName: full_name, requestedName, origin })
    await notify(tx, { ...message, to: closet.email, recipientId: personId }, now)
    return { requestedName }
  })
}

/** The names before a decision, as the audit log holds them. */
function namesIn(
  before: unknown,
): { full_name: string; requested_name: string; name_requested_at: Date } | null {
  const { full_name, requested_name, name_requested_at }: Record<string, unknown> = Object(before)
  const requestedAt = typeof name_requested_at === 'string' && parseInstant(name_requested_at)
  return typeof full_name === 'string' && typeof requested_name === 'string' && requestedAt
    ? { full_name, requested_name, name_requested_at: requestedAt }
    : null
}
