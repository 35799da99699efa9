import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ApplicationStatus, DrivingDistance } from '#db/enums.ts'
import type { ApplicationId, ImageId, PersonId } from '#db/ids.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { imageAddress } from '#domain/shared/image-address.ts'
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
  /** Addresses of pictures. */
  readonly outfitImages: readonly string[]
  readonly status: ApplicationStatus
  readonly appliedAt: Date
  readonly reviewedAt: Date | null
  readonly reviewedBy: string | null
  readonly denialReason: string | null
}

type Row = {
  id: ApplicationId
  user_id: PersonId
  full_name: string
  email: string
  email_verified: boolean
  contact_phone: string
  instagram: string
  city: string
  state: string
  driving_distance: DrivingDistance
  meeting_flexibility: string
  outfit_images: ImageId[]
  status: ApplicationStatus
  applied_at: Date
  reviewed_at: Date | null
  reviewed_by_name: string | null
  denial_reason: string | null
}

/** A page of all applications, newest first; `q` is looked for in name and address. */
export async function applications(
  db: DbOrTx,
  _admin: Admin,
  wanted: {
    readonly status: ApplicationStatus | null
    readonly q: string | null
    readonly after: string | null
  },
): Promise<Page<ReceivedApplication>> {
  const from = decodeNewestFirst(wanted.after)
  const words = containing(wanted.q)
  const { rows } = await sql<Row>`
    select a.id, a.user_id, a.full_name, p.email, p.email_verified, a.denial_reason, a.contact_phone, a.instagram, a.city, a.state,
      a.driving_distance, a.meeting_flexibility, a.outfit_images, a.status, a.applied_at,
      a.reviewed_at, r.full_name as reviewed_by_name
    from business_applications a
    join user_profiles p on p.id = a.user_id
    left join user_profiles r on r.id = a.reviewed_by
    where true
      ${wanted.status ? sql`and a.status = ${sql.lit(wanted.status)}` : sql``}
      ${words ? await applicationsOf(db, words) : sql``}
      ${from ? sql`and (a.applied_at, a.id) < (${from.at}::timestamptz, ${from.id}::uuid)` : sql``}
    order by a.applied_at desc, a.id desc limit ${sql.lit(PAGE_SIZE + 1)}`.execute(db)
  const shown = rows.slice(0, PAGE_SIZE)
  const last = shown.at(-1)
  const next =
    rows.length > PAGE_SIZE && last ? encodeCursor([last.applied_at.toISOString(), last.id]) : null
  return { rows: shown.map(shape), next }
}

/** Beyond so many matches the list itself meets one soon enough. */
const MAX_CANDIDATES = 1000

/** The condition on `a` and `p` that a name or the address carries the pattern; by index where few do. */
async function applicationsOf(db: DbOrTx, pattern: string) {
  const max = sql.lit(MAX_CANDIDATES + 1)
  const { rows } = await sql<{ ids: string[] }>`select array(
    (select id from business_applications where full_name ilike ${pattern} limit ${max})
    union all
    (select b.id from user_profiles u join business_applications b on b.user_id = u.id
      where u.full_name || ' ' || u.email ilike ${pattern} and u.email ilike ${pattern}
      limit ${max})
    limit ${max}) as ids`.execute(db)
  const ids = rows[0]?.ids ?? []
  return ids.length > MAX_CANDIDATES
    ? sql`and (a.full_name ilike ${pattern} or p.email ilike ${pattern})`
    : sql`and a.id = any(${ids}::uuid[])`
}

/** How many applications wait for a decision; at most `most` are counted. */
export async function countWaitingApplications(
  db: DbOrTx,
  _admin: Admin,
  max = 1000,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select from business_applications where status = 'pending' limit ${max}
    ) waiting`.execute(db)
  return rows[0]?.n ?? 0
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
    outfitImages: row.outfit_images.map(imageAddress),
    status: row.status,
    appliedAt: row.applied_at,
    reviewedAt: row.reviewed_at,
    reviewedBy: row.reviewed_by_name,
    denialReason: row.denial_reason,
  }
}
