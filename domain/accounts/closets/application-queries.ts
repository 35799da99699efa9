import { type InferResult, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ApplicationStatus, DrivingDistance } from '#db/enums.ts'
import type { ApplicationId, ImageId, PersonId } from '#db/ids.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { countUpTo } from '#domain/shared/lists/found.ts'
import {
  idsByPerson,
  idsUpTo,
  type ListSearch,
  searchList,
} from '#domain/shared/lists/list-search.ts'
import {
  containing,
  decodeNewestFirst,
  encodeCursor,
  PAGE_SIZE,
  type Page,
} from '#domain/shared/lists/page.ts'

/** An application as admins see it (spec 12.2). */
export type ReceivedApplication = {
  readonly id: ApplicationId
  readonly personId: PersonId
  readonly fullName: string
  /** The name of the account, which is public once it is approved. */
  readonly accountName: string
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
): Promise<Page<ReceivedApplication> & { readonly isPartial: boolean }> {
  const from = decodeNewestFirst<ApplicationId>(wanted.after)
  const search = await searchApplications(db, wanted)
  let list = applicationRows(db)
    .orderBy('a.applied_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(sql.lit(PAGE_SIZE + 1))
  if (wanted.status) list = list.where('a.status', '=', sql.lit(wanted.status))
  if (search) list = list.where(search.isFound)
  if (from)
    list = list.where((where) =>
      where(where.refTuple('a.applied_at', 'a.id'), '<', where.tuple(from.at, from.id)),
    )
  const rows = await list.execute()
  const shown = rows.slice(0, PAGE_SIZE)
  const last = shown.at(-1)
  const next =
    rows.length > PAGE_SIZE && last ? encodeCursor([last.applied_at.toISOString(), last.id]) : null
  return { rows: shown.map(shape), next, isPartial: search?.isPartial ?? false }
}

function applicationRows(db: DbOrTx) {
  return db
    .selectFrom('business_applications as a')
    .innerJoin('user_profiles as p', 'p.id', 'a.user_id')
    .leftJoin('user_profiles as r', 'r.id', 'a.reviewed_by')
    .select([
      'a.id',
      'a.user_id',
      'a.full_name',
      'p.full_name as account_name',
      'p.email',
      'p.email_verified',
      'a.status',
    ])
    .select(['a.denial_reason', 'a.contact_phone', 'a.instagram', 'a.city', 'a.state'])
    .select(['a.driving_distance', 'a.meeting_flexibility', 'a.outfit_images', 'a.applied_at'])
    .select(['a.reviewed_at', 'r.full_name as reviewed_by_name'])
}

type Row = InferResult<ReturnType<typeof applicationRows>>[number]

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

function shape(row: Row): ReceivedApplication {
  return {
    id: row.id,
    personId: row.user_id,
    fullName: row.full_name,
    accountName: row.account_name,
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
