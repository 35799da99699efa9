import { type InferResult, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ApplicationStatus } from '#db/enums.ts'
import type { ApplicationId } from '#db/ids.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { actedOnSince } from '#domain/shared/audit.ts'
import { countUpTo } from '#domain/shared/lists/found.ts'
import {
  idsByPerson,
  idsUpTo,
  type ListSearch,
  searchList,
} from '#domain/shared/lists/list-search.ts'
import { newestPage, oldestPage } from '#domain/shared/lists/newest-page.ts'
import { containing, decodeNewestFirst, PAGE_SIZE } from '#domain/shared/lists/page.ts'
import { undoStart } from '#domain/shared/undo-time.ts'

/** An application as admins see it (spec 12.2). */
export type ReceivedApplication = Readonly<
  InferResult<ReturnType<typeof applicationRows>>[number]
> & {
  /** When the viewer decided on it, while they can undo that; null in other lists. */
  readonly decidedAt: Date | null
}

/**
 * A page of all applications, newest first, those to decide oldest first; `q` searches name and
 * address. Those that the viewer has decided on `since` stay in their places while that can be undone.
 */
export async function applications(
  db: DbOrTx,
  admin: Admin,
  wanted: {
    readonly status: ApplicationStatus | null
    readonly q: string | null
    readonly after: string | null
    /** Since when the viewer has been deciding on the pending applications of this page. */
    readonly since: Date | null
  },
  now: Date,
) {
  const search = await searchApplications(db, wanted)
  let list = applicationRows(db)
  if (wanted.status) list = list.where('a.status', '=', sql.lit(wanted.status))
  if (search) list = list.where(search.isFound)
  const isQueue = wanted.status === 'pending'
  const [page, decided] = await Promise.all([
    (isQueue ? oldestPage : newestPage)(list, {
      by: ['a.applied_at', 'a.id'],
      keysOf: (row) => [row.appliedAt, row.id],
      from: decodeNewestFirst<ApplicationId>(wanted.after),
    }),
    isQueue && wanted.since ? decidedApplications(db, admin, wanted.since, now) : [],
  ])
  const rows = page.rows.map((row) => ({ ...row, decidedAt: null }))
  const isOlder = (a: ReceivedApplication, b: ReceivedApplication) =>
    a.appliedAt.getTime() - b.appliedAt.getTime() || (a.id < b.id ? -1 : 1)
  return {
    rows: decided.length > 0 ? [...rows, ...decided].toSorted(isOlder) : rows,
    next: page.next,
    isPartial: search?.isPartial ?? false,
  }
}

async function decidedApplications(
  db: DbOrTx,
  admin: Admin,
  since: Date,
  now: Date,
): Promise<readonly ReceivedApplication[]> {
  const mine = { actor: admin, noun: 'application', actions: ['approve', 'deny'] }
  const decided = await actedOnSince(db, mine, undoStart(since, now), 2 * PAGE_SIZE)
  if (decided.size === 0) return []
  const rows = await applicationRows(db)
    .where(sql<boolean>`a.id = any(${[...decided.keys()]}::uuid[])`)
    .where('a.status', '<>', sql.lit('pending' as const))
    .execute()
  return rows.map((row) => ({ ...row, decidedAt: decided.get(row.id)?.at ?? null }))
}

function applicationRows(db: DbOrTx) {
  return (
    db
      .selectFrom('business_applications as a')
      .innerJoin('user_profiles as p', 'p.id', 'a.user_id')
      .leftJoin('user_profiles as r', 'r.id', 'a.reviewed_by')
      .select(['a.id', 'a.user_id as personId', 'a.full_name as fullName'])
      // The name of the account is public once the application is approved.
      .select(['p.full_name as accountName', 'p.email', 'p.email_verified as emailVerified'])
      .select(['a.contact_phone as phone', 'a.instagram', 'a.city', 'a.state', 'a.status'])
      .select(['a.driving_distance as drivingDistance', 'a.outfit_images as outfitImages'])
      .select(['a.meeting_flexibility as meetingFlexibility', 'a.denial_reason as denialReason'])
      .select(['a.applied_at as appliedAt', 'a.reviewed_at as reviewedAt'])
      .select('r.full_name as reviewedBy')
  )
}

/** Applications `a`, by the name in the application, and by the address of the account. */
export async function searchApplications(
  db: DbOrTx,
  { q, status }: { readonly q: string | null; readonly status: ApplicationStatus | null },
): Promise<ListSearch | null> {
  const words = containing(q)
  if (!words) return null
  const ofPerson = (people: readonly string[]) => sql`select a.id from business_applications a
    join user_profiles p on p.id = a.user_id
    where a.user_id = any(${people}) and p.email ilike ${words}`
  const byName = sql`select a.id from business_applications a where a.full_name ilike ${words}`
  return await searchList(db, words, {
    row: 'a',
    findByIndex: async (max) => {
      const [named, theirs] = await Promise.all([
        idsUpTo(db, max, byName),
        idsByPerson(db, max, words, ofPerson),
      ])
      return named && theirs && [...named, ...theirs]
    },
    newest: sql`select a.id, a.full_name, a.user_id from business_applications a
      ${status ? sql`where a.status = ${sql.lit(status)}` : sql``}
      order by a.applied_at desc, a.id desc`,
    matches: sql`(a.full_name ilike ${words}
      or (select p.email from user_profiles p where p.id = a.user_id) ilike ${words})`,
  })
}

/** How many applications await a decision, counted up to one more than `MAX_COUNTED`. */
export async function countWaitingApplications(db: DbOrTx, _admin: Admin): Promise<number> {
  const waiting = db
    .selectFrom('business_applications')
    .where('status', '=', sql.lit('pending' as const))
  return countUpTo(db, waiting)
}

/** Whether anybody has ever applied. */
export async function haveApplications(db: DbOrTx, _admin: Admin): Promise<boolean> {
  const one = await db.selectFrom('business_applications').select('id').limit(1).executeTakeFirst()
  return one !== undefined
}
