import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ApprovalStatus } from '#db/enums.ts'
import type { ItemId, PersonId } from '#db/ids.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { creditsPerWeek } from '#domain/shared/credits.ts'
import {
  containing,
  decodeNewestFirst,
  newestFirstKeys,
  PAGE_SIZE,
  type Page,
  toPage,
} from '#domain/shared/page.ts'
import { type ItemStatus, itemStatus } from './item-status.ts'
import { NO_LOCATION } from './item-words.ts'

/** An item as admins look it over (spec 12.3). */
export type ReviewedItem = {
  readonly id: ItemId
  readonly title: string
  readonly description: string
  readonly imageUrl: string | null
  readonly size: string
  readonly style: string
  readonly eventType: string
  readonly creditsPerWeek: number
  readonly approvalStatus: ApprovalStatus
  readonly status: ItemStatus
  readonly location: string
  readonly owner: { readonly id: PersonId; readonly fullName: string; readonly email: string }
  /** Why it was denied or taken down. */
  readonly denialReason: string | null
  readonly createdAt: Date
  /** Goes with a decision, so that nobody approves what they have not seen. */
  readonly changedAt: Date
}

type Row = {
  id: ItemId
  title: string
  description: string
  image_url: string | null
  size: string
  style: string
  event_type: string
  credits_per_day: number
  approval_status: ApprovalStatus
  denial_reason: string | null
  available: boolean
  paused: boolean
  deleted_at: Date | null
  lister_in_good_standing: boolean
  location: string | null
  created_at: Date
  updated_at: Date
  owner_id: PersonId
  owner_name: string
  owner_email: string
}

const COLUMNS = sql`i.id, i.title, i.description, i.image_url, i.size, i.style, i.event_type,
  i.credits_per_day, i.approval_status, i.denial_reason, i.available, i.paused, i.deleted_at,
  i.lister_in_good_standing, i.location, i.created_at, i.updated_at,
  p.id as owner_id, p.full_name as owner_name, p.email as owner_email`

/** One item of anybody, or null. */
export async function findReviewedItem(
  db: DbOrTx,
  _admin: Admin,
  itemId: ItemId,
): Promise<ReviewedItem | null> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from clothing_items i join user_profiles p on p.id = i.business_id
    where i.id = ${itemId} and i.deleted_at is null`.execute(db)
  const [row] = rows
  return row ? shape(row) : null
}

/** A page of everybody's items, newest first; `q` is looked for in the titles. */
export async function reviewedItems(
  db: DbOrTx,
  _admin: Admin,
  wanted: {
    readonly status: ApprovalStatus | null
    readonly q: string | null
    readonly after: string | null
  },
): Promise<Page<ReviewedItem>> {
  const from = decodeNewestFirst(wanted.after)
  const words = containing(wanted.q)
  const { rows } = await sql<Row>`
    select ${COLUMNS} from clothing_items i join user_profiles p on p.id = i.business_id
    where i.deleted_at is null
      ${wanted.status ? sql`and i.approval_status = ${sql.lit(wanted.status)}` : sql``}
      ${words ? sql`and i.title ilike ${words}` : sql``}
      ${from ? sql`and (i.created_at, i.id) < (${from.at}::timestamptz, ${from.id}::uuid)` : sql``}
    order by i.created_at desc, i.id desc limit ${sql.lit(PAGE_SIZE + 1)}`.execute(db)
  const page = toPage(rows, newestFirstKeys)
  return { rows: page.rows.map(shape), next: page.next }
}

/** How many items wait for a decision; at most `most` are counted. */
export async function countWaitingItems(db: DbOrTx, _admin: Admin, max = 1000): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select from clothing_items
      where approval_status = 'pending' and deleted_at is null limit ${max}
    ) waiting`.execute(db)
  return rows[0]?.n ?? 0
}

function shape(row: Row): ReviewedItem {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    imageUrl: row.image_url,
    size: row.size,
    style: row.style,
    eventType: row.event_type,
    creditsPerWeek: creditsPerWeek(row.credits_per_day),
    approvalStatus: row.approval_status,
    status: itemStatus(row),
    location: row.location ?? NO_LOCATION,
    owner: { id: row.owner_id, fullName: row.owner_name, email: row.owner_email },
    denialReason: row.denial_reason,
    createdAt: row.created_at,
    changedAt: row.updated_at,
  }
}
