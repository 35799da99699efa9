import { type InferResult, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ApplicationStatus, DrivingDistance } from '#db/enums.ts'
import type { ApplicationId, ImageId, PersonId } from '#db/ids.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { countUpTo } from '#domain/shared/found.ts'
import {
  containing,
  decodeNewestFirst,
  encodeCursor,
  PAGE_SIZE,
  type Page,
} from '#domain/shared/page.ts'

/** An application as admins see it (spec 12.2). */
export type ReceivedApplication = {
  readonly id: ApplicationId
  readonly personId: PersonId
  readonly fullName: string
  /** Of the account that applied. */
  readonly email: string
  readonly emailVerified: boolean
  readonly phone: string
  readonly instagram: string
  readonly city: string
  readonly state: string
  readonly drivingDistance: DrivingDistance
  readonly meetingFlexibility: string
  readonly outfitImages: readonly ImageId[]
  readonly status: ApplicationStatus
  readonly appliedAt: Date
  readonly reviewedAt: Date | null
  readonly reviewedBy: string | null
  readonly denialReason: string | null
}

/** A page of all applications, newest first; `q` searches name and address. */
export async function applications(
  db: DbOrTx,
  _admin: Admin,
  wanted: {
    readonly status: ApplicationStatus | null
    readonly q: string | null
    readonly after: string | null
  },
): Promise<Page<ReceivedApplication>> {
  const from = decodeNewestFirst<ApplicationId>(wanted.after)
  const words = containing(wanted.q)
  let list = applicationRows(db)
    .orderBy('a.applied_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(sql.lit(PAGE_SIZE + 1))
  if (wanted.status) list = list.where('a.status', '=', sql.lit(wanted.status))
  if (words) list = list.where(await applicationsOf(db, words))
  if (from)
    list = list.where((where) =>
      where(where.refTuple('a.applied_at', 'a.id'), '<', where.tuple(from.at, from.id)),
    )
  const rows = await list.execute()
  const shown = rows.slice(0, PAGE_SIZE)
  const last = shown.at(-1)
  const next =
    rows.length > PAGE_SIZE && last ? encodeCursor([last.applied_at.toISOString(), last.id]) : null
  return { rows: shown.map(shape), next }
}

function applicationRows(db: DbOrTx) {
  return db
    .selectFrom('business_applications as a')
    .innerJoin('user_profiles as p', 'p.id', 'a.user_id')
    .leftJoin('user_profiles as r', 'r.id', 'a.reviewed_by')
    .select(['a.id', 'a.user_id', 'a.full_name', 'p.email', 'p.email_verified', 'a.status'])
    .select(['a.denial_reason', 'a.contact_phone', 'a.instagram', 'a.city', 'a.state'])
    .select(['a.driving_distance', 'a.meeting_flexibility', 'a.outfit_images', 'a.applied_at'])
    .select(['a.reviewed_at', 'r.full_name as reviewed_by_name'])
}

type Row = InferResult<ReturnType<typeof applicationRows>>[number]

/** With more matches than this, a scan of the list soon finds one. */
const MAX_CANDIDATES = 1000

/**
 * The condition on `a` and `p` that a name or the address matches the pattern; by index when few
 * do.
 */
async function applicationsOf(db: DbOrTx, pattern: string) {
  const max = sql.lit(MAX_CANDIDATES + 1)
  const byName = db
    .selectFrom('business_applications')
    .select('id')
    .where('full_name', 'ilike', pattern)
    .limit(max)
  const byPerson = db
    .selectFrom('user_profiles as u')
    .innerJoin('business_applications as b', 'b.user_id', 'u.id')
    .select('b.id')
    .where(sql`u.full_name || ' ' || u.email`, 'ilike', pattern)
    .where('u.email', 'ilike', pattern)
    .limit(max)
  const rows = await db
    .selectFrom(byName.as('by_name'))
    .select('by_name.id')
    .unionAll(db.selectFrom(byPerson.as('by_person')).select('by_person.id'))
    .limit(max)
    .execute()
  const ids = rows.map(({ id }) => id)
  return ids.length > MAX_CANDIDATES
    ? sql<boolean>`(a.full_name ilike ${pattern} or p.email ilike ${pattern})`
    : sql<boolean>`a.id = any(${ids}::uuid[])`
}

/** How many applications await a decision, counted up to one more than `MAX_COUNTED`. */
export async function countWaitingApplications(db: DbOrTx, _admin: Admin): Promise<number> {
  const waiting = db
    .selectFrom('business_applications')
    .where('status', '=', sql.lit('pending' as const))
  return countUpTo(db, waiting)
}

function shape(row: Row): ReceivedApplication {
  return {
    id: row.id,
    personId: row.user_id,
    fullName: row.full_name,
    email: row.email,
    emailVerified: row.email_verified,
    phone: row.contact_phone,
    instagram: row.instagram,
    city: row.city,
    state: row.state,
    drivingDistance: row.driving_distance,
    meetingFlexibility: row.meeting_flexibility,
    outfitImages: row.outfit_images,
    status: row.status,
    appliedAt: row.applied_at,
    reviewedAt: row.reviewed_at,
    reviewedBy: row.reviewed_by_name,
    denialReason: row.denial_reason,
  }
}
