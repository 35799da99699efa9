import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ReturnReason, ReturnRequestStatus } from '#db/enums.ts'
import type { RentalId } from '#db/ids.ts'
import type { Admin, ClosetOwner } from '#domain/shared/actors.ts'
import { countUpTo } from '#domain/shared/found.ts'
import { parseId } from '#domain/shared/ids.ts'
import {
  decodeCursor,
  encodeCursor,
  type Found,
  PAGE_SIZE,
  parseInstant,
} from '#domain/shared/page.ts'
import { decisionDue } from './return-limits.ts'

export const returnParts = ['decide', 'answer', 'decided'] as const
export type ReturnPart = (typeof returnParts)[number]

/** A return request in the list of admins. */
export type ListedReturn = {
  readonly rentalId: RentalId
  readonly title: string
  readonly renterName: string
  readonly ownerName: string
  readonly reason: ReturnReason
  readonly status: ReturnRequestStatus
  /** When the next turn is due; null once it is decided. */
  readonly dueAt: Date | null
  /** That time has passed. */
  readonly isOverdue: boolean
  readonly decidedAt: Date | null
  /** Credits. */
  readonly creditsBack: number
}

type Order = {
  readonly statuses: RawBuilder<unknown>
  readonly column: RawBuilder<unknown>
  readonly direction: RawBuilder<unknown>
  readonly comparison: RawBuilder<unknown>
}

const soonestFirst = { direction: sql`asc`, comparison: sql`>` } as const

/** The deadline is a fixed time after these, so their order is that of the deadlines. */
const ORDERS: Readonly<Record<ReturnPart, Order>> = {
  decide: { statuses: sql`q.status = 'contested'`, column: sql`q.answered_at`, ...soonestFirst },
  answer: { statuses: sql`q.status = 'open'`, column: sql`q.answer_due_at`, ...soonestFirst },
  decided: {
    statuses: sql`q.status in ('accepted', 'refused', 'withdrawn')`,
    column: sql`q.decided_at`,
    direction: sql`desc`,
    comparison: sql`<`,
  },
}

/** Requests whose turn is at the admins, at the closets, or over; the next deadline first. */
export async function returnList(
  db: DbOrTx,
  _admin: Admin,
  { part, after, now }: { readonly part: ReturnPart; readonly after: string | null; now: Date },
): Promise<Found<ListedReturn>> {
  const { statuses, column, direction, comparison } = ORDERS[part]
  const [at, written] = decodeCursor(after, 2) ?? []
  const [instant, id] = [parseInstant(at), parseId<RentalId>(written)]
  const requests = db.selectFrom('return_requests as q').where(sql<boolean>`${statuses}`)
  let query = requests
    .innerJoin('rentals as r', 'r.id', 'q.rental_id')
    .innerJoin('clothing_items as i', 'i.id', 'r.item_id')
    .innerJoin('user_profiles as renter', 'renter.id', 'r.renter_id')
    .innerJoin('user_profiles as owner', 'owner.id', 'r.owner_id')
    .select(['q.rental_id', 'i.title', 'renter.full_name as renter_name', 'q.reason'])
    .select(['owner.full_name as owner_name', 'q.status', 'q.answer_due_at', 'q.answered_at'])
    .select(['q.decided_at', 'q.credits_back'])
    .select(sql<Date>`${column}`.as('ordered_by'))
    .orderBy(sql`${column} ${direction}, q.rental_id ${direction}`)
    .limit(sql.lit(PAGE_SIZE + 1))
  if (instant && id)
    query = query.where(
      sql<boolean>`(${column}, q.rental_id) ${comparison} (${instant}::timestamptz, ${id}::uuid)`,
    )
  const [rows, total] = await Promise.all([query.execute(), countUpTo(db, requests)])
  const shown = rows.slice(0, PAGE_SIZE)
  const last = shown.at(-1)
  return {
    rows: shown.map((row) => {
      const dueAt = dueOf(row.status, row.answer_due_at, row.answered_at)
      return {
        rentalId: row.rental_id,
        title: row.title,
        renterName: row.renter_name,
        ownerName: row.owner_name,
        reason: row.reason,
        status: row.status,
        dueAt,
        isOverdue: dueAt !== null && dueAt < now,
        decidedAt: row.decided_at,
        creditsBack: row.credits_back,
      }
    }),
    next:
      rows.length > PAGE_SIZE && last
        ? encodeCursor([last.ordered_by.toISOString(), last.rental_id])
        : null,
    total,
  }
}

function dueOf(status: ReturnRequestStatus, answerDueAt: Date, answeredAt: Date | null) {
  if (status === 'open') return answerDueAt
  return status === 'contested' && answeredAt ? decisionDue(answeredAt) : null
}

/** How many requests need somebody, counted up to 1,000, and the one that is due first. */
export type ReturnsToDo = {
  readonly count: number
  readonly rentalId: RentalId | null
  /** When that one is due. */
  readonly dueAt: Date | null
}

const MAX_COUNTED = 1_000

/** The requests that this closet has to answer. */
export async function returnsToAnswer(
  db: DbOrTx,
  owner: ClosetOwner,
  now: Date,
): Promise<ReturnsToDo> {
  const open = db
    .selectFrom('return_requests as q')
    .innerJoin('rentals as r', 'r.id', 'q.rental_id')
    .select(['q.rental_id', 'q.answer_due_at as at'])
    .where('q.status', '=', sql.lit('open' as const))
    .where('q.answer_due_at', '>', now)
    .where('r.owner_id', '=', owner.id)
    .orderBy('q.answer_due_at')
    .limit(sql.lit(MAX_COUNTED))
  const { at, ...next } = await db.selectFrom(open.as('q')).select(toDo).executeTakeFirstOrThrow()
  return { ...next, dueAt: at }
}

/** The requests that admins have to decide. */
export async function returnsToDecide(db: DbOrTx, _admin: Admin): Promise<ReturnsToDo> {
  const contested = db
    .selectFrom('return_requests')
    .select(['rental_id', 'answered_at as at'])
    .where('status', '=', sql.lit('contested' as const))
    .orderBy('answered_at')
    .limit(sql.lit(MAX_COUNTED))
  const { at, ...next } = await db
    .selectFrom(contested.as('q'))
    .select(toDo)
    .executeTakeFirstOrThrow()
  return { ...next, dueAt: at && decisionDue(at) }
}

const toDo = [
  sql<number>`count(*)::int`.as('count'),
  sql<RentalId | null>`(array_agg(q.rental_id order by q.at, q.rental_id))[1]`.as('rentalId'),
  sql<Date | null>`min(q.at)`.as('at'),
] as const
