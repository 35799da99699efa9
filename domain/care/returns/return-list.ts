import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ReturnReason, ReturnRequestStatus } from '#db/enums.ts'
import type { RentalId } from '#db/ids.ts'
import { decisionDue } from '#domain/care/cases/case-times.ts'
import {
  type CaseOrder,
  type CasePart,
  type CasesToDo,
  casesInOrder,
  casesToDo,
  isToAnswer,
} from '#domain/care/cases/cases.ts'
import type { Admin, ClosetOwner } from '#domain/shared/actors.ts'
import { countUpTo } from '#domain/shared/lists/found.ts'
import { type Found, MAX_COUNTED, PAGE_SIZE, toPage } from '#domain/shared/lists/page.ts'

/** A return request in the list of admins. */
export type ListedReturn = {
  readonly rentalId: RentalId
  readonly title: string
  readonly renterName: string
  readonly ownerName: string
  readonly reason: ReturnReason
  readonly status: ReturnRequestStatus
  /** The next deadline; null once it is decided. */
  readonly dueAt: Date | null
  /** The deadline has passed. */
  readonly isOverdue: boolean
  readonly decidedAt: Date | null
  readonly creditsBack: number
}

type Part = CaseOrder & { readonly statuses: RawBuilder<unknown> }

/** The deadlines are a fixed time after these columns, so both have the same order. */
const PARTS: Readonly<Record<CasePart, Part>> = {
  decide: { statuses: sql`q.status = 'contested'`, at: sql`q.answered_at`, soonestFirst: true },
  answer: { statuses: sql`q.status = 'open'`, at: sql`q.answer_due_at`, soonestFirst: true },
  decided: {
    statuses: sql`q.status in ('accepted', 'refused', 'withdrawn')`,
    at: sql`q.decided_at`,
    soonestFirst: false,
  },
}

/** Requests waiting for admins, waiting for closets, or decided; earliest deadline first. */
export async function returnList(
  db: DbOrTx,
  _admin: Admin,
  { part, after, now }: { readonly part: CasePart; readonly after: string | null; now: Date },
): Promise<Found<ListedReturn>> {
  const { statuses, ...order } = PARTS[part]
  const { orderBy, isAfter } = casesInOrder(order, sql`q.rental_id`, after)
  const requests = db.selectFrom('return_requests as q').where(sql<boolean>`${statuses}`)
  const query = requests
    .innerJoin('rentals as r', 'r.id', 'q.rental_id')
    .innerJoin('clothing_items as i', 'i.id', 'r.item_id')
    .innerJoin('user_profiles as renter', 'renter.id', 'r.renter_id')
    .innerJoin('user_profiles as owner', 'owner.id', 'r.owner_id')
    .select(['q.rental_id', 'i.title', 'renter.full_name as renter_name', 'q.reason'])
    .select(['owner.full_name as owner_name', 'q.status', 'q.answer_due_at', 'q.answered_at'])
    .select(['q.decided_at', 'q.credits_back'])
    .select(order.at.as('ordered_by'))
    .where(isAfter)
    .orderBy(orderBy)
    .limit(sql.lit(PAGE_SIZE + 1))
  const [rows, total] = await Promise.all([
    query.execute(),
    countUpTo(db, requests.orderBy(orderBy)),
  ])
  const page = toPage(rows, (row) => [row.ordered_by.toISOString(), row.rental_id])
  return {
    rows: page.rows.map((row) => {
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
    next: page.next,
    total,
  }
}

function dueOf(status: ReturnRequestStatus, answerDueAt: Date, answeredAt: Date | null) {
  if (status === 'open') return answerDueAt
  return status === 'contested' && answeredAt ? decisionDue(answeredAt) : null
}

/** The requests that this closet has to answer; for admins, those of closets that cannot. */
export async function returnsToAnswer(
  db: DbOrTx,
  who: ClosetOwner | Admin,
  now: Date,
): Promise<CasesToDo> {
  const open = db
    .selectFrom('return_requests as q')
    .innerJoin('rentals as r', 'r.id', 'q.rental_id')
    .select(['q.rental_id', 'q.answer_due_at as at'])
    .where('q.status', '=', sql.lit('open' as const))
    .where('q.answer_due_at', '>', now)
    .where(isToAnswer(who))
    .orderBy('q.answer_due_at')
    .limit(sql.lit(MAX_COUNTED + 1))
  return await casesToDo(db, open)
}

/** The requests that admins have to decide. */
export async function returnsToDecide(db: DbOrTx, _admin: Admin): Promise<CasesToDo> {
  const contested = db
    .selectFrom('return_requests')
    .select(['rental_id', 'answered_at as at'])
    .where('status', '=', sql.lit('contested' as const))
    .orderBy('answered_at')
    .limit(sql.lit(MAX_COUNTED + 1))
  return await casesToDo(db, contested, decisionDue)
}
