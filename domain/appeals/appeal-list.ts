import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { AppealStatus } from '#db/enums.ts'
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
import { decisionDue } from './appeal-limits.ts'

export const appealParts = ['decide', 'answer', 'decided'] as const
export type AppealPart = (typeof appealParts)[number]

/** An appeal in the list of admins; cents. */
export type ListedAppeal = {
  readonly rentalId: RentalId
  readonly title: string
  readonly renterName: string
  readonly ownerName: string
  readonly withheldCents: number
  readonly status: AppealStatus
  /** When the next turn is due; null once it is decided. */
  readonly dueAt: Date | null
  readonly decidedAt: Date | null
  readonly returnedCents: number
}

type Order = {
  readonly statuses: RawBuilder<unknown>
  readonly column: RawBuilder<unknown>
  readonly direction: RawBuilder<unknown>
  readonly comparison: RawBuilder<unknown>
}

const soonestFirst = { direction: sql`asc`, comparison: sql`>` } as const

/** The deadline is a fixed time after these, so their order is that of the deadlines. */
const ORDERS: Readonly<Record<AppealPart, Order>> = {
  decide: { statuses: sql`a.status = 'answered'`, column: sql`a.answered_at`, ...soonestFirst },
  answer: { statuses: sql`a.status = 'open'`, column: sql`a.answer_due_at`, ...soonestFirst },
  decided: {
    statuses: sql`a.status in ('upheld', 'reduced', 'overturned', 'withdrawn')`,
    column: sql`a.decided_at`,
    direction: sql`desc`,
    comparison: sql`<`,
  },
}

/** Appeals whose turn is at the admins, at the closets, or over; the next deadline first. */
export async function appealList(
  db: DbOrTx,
  _admin: Admin,
  { part, after }: { readonly part: AppealPart; readonly after: string | null },
): Promise<Found<ListedAppeal>> {
  const { statuses, column, direction, comparison } = ORDERS[part]
  const [at, written] = decodeCursor(after, 2) ?? []
  const [instant, id] = [parseInstant(at), parseId<RentalId>(written)]
  const appeals = db.selectFrom('deposit_appeals as a').where(sql<boolean>`${statuses}`)
  let query = appeals
    .innerJoin('deposit_claims as c', 'c.rental_id', 'a.rental_id')
    .innerJoin('rentals as r', 'r.id', 'a.rental_id')
    .innerJoin('clothing_items as i', 'i.id', 'r.item_id')
    .innerJoin('user_profiles as renter', 'renter.id', 'r.renter_id')
    .innerJoin('user_profiles as owner', 'owner.id', 'r.owner_id')
    .select(['a.rental_id', 'i.title', 'renter.full_name as renter_name', 'c.kept_cents'])
    .select(['owner.full_name as owner_name', 'a.status', 'a.answer_due_at', 'a.answered_at'])
    .select(['a.decided_at', 'a.returned_cents'])
    .select(sql<Date>`${column}`.as('ordered_by'))
    .orderBy(sql`${column} ${direction}, a.rental_id ${direction}`)
    .limit(sql.lit(PAGE_SIZE + 1))
  if (instant && id)
    query = query.where(
      sql<boolean>`(${column}, a.rental_id) ${comparison} (${instant}::timestamptz, ${id}::uuid)`,
    )
  const [rows, total] = await Promise.all([query.execute(), countUpTo(db, appeals)])
  const shown = rows.slice(0, PAGE_SIZE)
  const last = shown.at(-1)
  return {
    rows: shown.map((row) => ({
      rentalId: row.rental_id,
      title: row.title,
      renterName: row.renter_name,
      ownerName: row.owner_name,
      withheldCents: row.kept_cents,
      status: row.status,
      dueAt: dueOf(row.status, row.answer_due_at, row.answered_at),
      decidedAt: row.decided_at,
      returnedCents: row.returned_cents,
    })),
    next:
      rows.length > PAGE_SIZE && last
        ? encodeCursor([last.ordered_by.toISOString(), last.rental_id])
        : null,
    total,
  }
}

function dueOf(status: AppealStatus, answerDueAt: Date, answeredAt: Date | null): Date | null {
  if (status === 'open') return answerDueAt
  return status === 'answered' && answeredAt ? decisionDue(answeredAt) : null
}

/** How many appeals need somebody, counted up to 1,000, and the one that is due first. */
export type AppealsToDo = { readonly count: number; readonly rentalId: RentalId | null }

const MAX_COUNTED = 1_000

/** The appeals that this closet has to answer. */
export async function appealsToAnswer(
  db: DbOrTx,
  owner: ClosetOwner,
  now: Date,
): Promise<AppealsToDo> {
  const open = db
    .selectFrom('deposit_appeals as a')
    .innerJoin('rentals as r', 'r.id', 'a.rental_id')
    .select(['a.rental_id', 'a.answer_due_at as due_at'])
    .where('a.status', '=', sql.lit('open' as const))
    .where('a.answer_due_at', '>', now)
    .where('r.owner_id', '=', owner.id)
    .orderBy('a.answer_due_at')
    .limit(sql.lit(MAX_COUNTED))
  return await db.selectFrom(open.as('a')).select(toDo).executeTakeFirstOrThrow()
}

/** The appeals that admins have to decide. */
export async function appealsToDecide(db: DbOrTx, _admin: Admin): Promise<AppealsToDo> {
  const answered = db
    .selectFrom('deposit_appeals')
    .select(['rental_id', 'answered_at as due_at'])
    .where('status', '=', sql.lit('answered' as const))
    .orderBy('answered_at')
    .limit(sql.lit(MAX_COUNTED))
  return await db.selectFrom(answered.as('a')).select(toDo).executeTakeFirstOrThrow()
}

const toDo = [
  sql<number>`count(*)::int`.as('count'),
  sql<RentalId | null>`(array_agg(a.rental_id order by a.due_at, a.rental_id))[1]`.as('rentalId'),
] as const
