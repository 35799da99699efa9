import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { AppealStatus } from '#db/enums.ts'
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
  /** `dueAt` has passed. */
  readonly isOverdue: boolean
  readonly decidedAt: Date | null
  readonly returnedCents: number
}

type Part = CaseOrder & { readonly statuses: RawBuilder<unknown> }

/** Each deadline is a fixed time after these, so sorting by them sorts by the deadline. */
const PARTS: Readonly<Record<CasePart, Part>> = {
  decide: { statuses: sql`a.status = 'answered'`, at: sql`a.answered_at`, soonestFirst: true },
  answer: { statuses: sql`a.status = 'open'`, at: sql`a.answer_due_at`, soonestFirst: true },
  decided: {
    statuses: sql`a.status in ('upheld', 'reduced', 'overturned', 'withdrawn')`,
    at: sql`a.decided_at`,
    soonestFirst: false,
  },
}

/** Appeals to decide or to answer, the next deadline first; or decided ones, the latest first. */
export async function appealList(
  db: DbOrTx,
  _admin: Admin,
  { part, after, now }: { readonly part: CasePart; readonly after: string | null; now: Date },
): Promise<Found<ListedAppeal>> {
  const { statuses, ...order } = PARTS[part]
  const { orderBy, isAfter } = casesInOrder(order, sql`a.rental_id`, after)
  const appeals = db.selectFrom('deposit_appeals as a').where(sql<boolean>`${statuses}`)
  const query = appeals
    .innerJoin('deposit_claims as c', 'c.rental_id', 'a.rental_id')
    .innerJoin('rentals as r', 'r.id', 'a.rental_id')
    .innerJoin('clothing_items as i', 'i.id', 'r.item_id')
    .innerJoin('user_profiles as renter', 'renter.id', 'r.renter_id')
    .innerJoin('user_profiles as owner', 'owner.id', 'r.owner_id')
    .select(['a.rental_id', 'i.title', 'renter.full_name as renter_name', 'c.kept_cents'])
    .select(['owner.full_name as owner_name', 'a.status', 'a.answer_due_at', 'a.answered_at'])
    .select(['a.decided_at', 'a.returned_cents'])
    .select(order.at.as('ordered_by'))
    .where(isAfter)
    .orderBy(orderBy)
    .limit(sql.lit(PAGE_SIZE + 1))
  const [rows, total] = await Promise.all([
    query.execute(),
    countUpTo(db, appeals.orderBy(orderBy)),
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
        withheldCents: row.kept_cents,
        status: row.status,
        dueAt,
        isOverdue: dueAt !== null && dueAt < now,
        decidedAt: row.decided_at,
        returnedCents: row.returned_cents,
      }
    }),
    next: page.next,
    total,
  }
}

function dueOf(status: AppealStatus, answerDueAt: Date, answeredAt: Date | null): Date | null {
  if (status === 'open') return answerDueAt
  return status === 'answered' && answeredAt ? decisionDue(answeredAt) : null
}

/** The appeals that this closet has to answer, or admins for closets that cannot. */
export async function appealsToAnswer(
  db: DbOrTx,
  who: ClosetOwner | Admin,
  now: Date,
): Promise<CasesToDo> {
  const open = db
    .selectFrom('deposit_appeals as a')
    .innerJoin('rentals as r', 'r.id', 'a.rental_id')
    .select(['a.rental_id', 'a.answer_due_at as at'])
    .where('a.status', '=', sql.lit('open' as const))
    .where('a.answer_due_at', '>', now)
    .where(isToAnswer(who))
    .orderBy('a.answer_due_at')
    .limit(sql.lit(MAX_COUNTED + 1))
  return await casesToDo(db, open)
}

/** The appeals that admins have to decide. */
export async function appealsToDecide(db: DbOrTx, _admin: Admin): Promise<CasesToDo> {
  const answered = db
    .selectFrom('deposit_appeals')
    .select(['rental_id', 'answered_at as at'])
    .where('status', '=', sql.lit('answered' as const))
    .orderBy('answered_at')
    .limit(sql.lit(MAX_COUNTED + 1))
  return await casesToDo(db, answered, decisionDue)
}
