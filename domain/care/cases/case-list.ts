import { type AliasableExpression, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ReturnReason } from '#db/enums.ts'
import type { RentalId } from '#db/ids.ts'
import type { Admin, ClosetOwner } from '#domain/shared/actors.ts'
import { countUpTo } from '#domain/shared/lists/found.ts'
import { decodeNewestFirst, MAX_COUNTED, PAGE_SIZE, toPage } from '#domain/shared/lists/page.ts'
import { CASES, type CaseKind, type CasePart } from './case-kinds.ts'
import { decisionDue } from './case-limits.ts'
import { isToAnswer } from './cases.ts'

/** A case in the list of admins. */
export type ListedCase = Awaited<ReturnType<typeof caseList>>['rows'][number]

/** The deadlines are a fixed time after these columns, so both have the same order. */
const ORDERS = {
  decide: { at: sql<Date>`k.answered_at`, direction: sql`asc`, comparison: sql`>` },
  answer: { at: sql<Date>`k.answer_due_at`, direction: sql`asc`, comparison: sql`>` },
  decided: { at: sql<Date>`k.decided_at`, direction: sql`desc`, comparison: sql`<` },
} as const satisfies Record<CasePart, unknown>

/**
 * What the closet withheld, in cents, and why it is returned; null for cases of the other kind. What
 * the renter gets back: cents, or credits of a return.
 */
const OWN_COLUMNS = {
  appeal: {
    withheld: sql<number | null>`(select kept_cents from deposit_claims c
      where c.rental_id = k.rental_id)`,
    reason: sql<ReturnReason | null>`null`,
    back: sql<number>`k.returned_cents`,
  },
  return: {
    withheld: sql<number | null>`null`,
    reason: sql<ReturnReason | null>`k.reason`,
    back: sql<number>`k.credits_back`,
  },
} as const satisfies Record<CaseKind, unknown>

function casesIn(db: DbOrTx, kind: CaseKind, part: CasePart) {
  const { table, toDecide, decided } = CASES[kind]
  const statuses = { decide: [toDecide], answer: ['open'], decided } as const
  // Written into the statement, so that the partial indexes can be used.
  const known = sql.join(statuses[part].map((status) => sql.lit(status)))
  return db.selectFrom(db.dynamic.table(table).as('k')).where(sql<boolean>`k.status in (${known})`)
}

/** Cases to decide or to answer, the next deadline first; or decided ones, the latest first. */
export async function caseList(
  db: DbOrTx,
  _admin: Admin,
  kind: CaseKind,
  { part, after, now }: { readonly part: CasePart; readonly after: string | null; now: Date },
) {
  const { at, direction, comparison } = ORDERS[part]
  const orderBy = sql`${at} ${direction}, k.rental_id ${direction}`
  const cursor = decodeNewestFirst<RentalId>(after)
  const { withheld, reason, back } = OWN_COLUMNS[kind]
  const cases = casesIn(db, kind, part)
  const query = cases
    .innerJoin('rentals as r', 'r.id', 'k.rental_id')
    .innerJoin('clothing_items as i', 'i.id', 'r.item_id')
    .innerJoin('user_profiles as renter', 'renter.id', 'r.renter_id')
    .innerJoin('user_profiles as owner', 'owner.id', 'r.owner_id')
    .select(['k.rental_id as rentalId', 'i.title', 'k.status', 'k.decided_at as decidedAt'])
    .select(['renter.full_name as renterName', 'owner.full_name as ownerName'])
    .select(['k.answer_due_at', 'k.answered_at', at.as('ordered_by')])
    .select([withheld.as('withheldCents'), reason.as('reason'), back.as('back')])
    .$if(cursor !== null, (some) =>
      some.where(
        sql<boolean>`(${at}, k.rental_id)
          ${comparison} (${cursor?.at}::timestamptz, ${cursor?.id}::uuid)`,
      ),
    )
    .orderBy(orderBy)
    .limit(PAGE_SIZE + 1)
  const [rows, total] = await Promise.all([query.execute(), countUpTo(db, cases.orderBy(orderBy))])
  const page = toPage(rows, (row) => [row.ordered_by.toISOString(), row.rentalId])
  return {
    rows: page.rows.map(({ answer_due_at, answered_at, ordered_by: _, ...row }) => {
      const decideBy = row.decidedAt || !answered_at ? null : decisionDue(answered_at)
      // When the next turn is due; null once it is decided.
      const dueAt = row.status === 'open' ? answer_due_at : decideBy
      return { ...row, dueAt, isOverdue: dueAt !== null && dueAt < now }
    }),
    next: page.next,
    total,
  }
}

/** How many cases are to do, and the one due first, with the title of its item. */
export type CasesToDo = {
  /** Up to one more than `MAX_COUNTED`. */
  readonly count: number
  readonly rentalId: RentalId | null
  readonly dueAt: Date | null
  readonly title: string | null
}

/** The cases of each kind that this closet has to answer. */
export async function casesToAnswer(db: DbOrTx, owner: ClosetOwner, now: Date) {
  const toAnswer = (kind: CaseKind) => answerable(db, owner, kind, now)
  const found = await countToDo(db, toAnswer('appeal'), toAnswer('return'))
  return { appeal: found('appeal', 'answer'), return: found('return', 'answer') }
}

/** What admins have to do about the cases of one kind. */
export type AdminCases = Awaited<ReturnType<typeof casesForAdmins>>[CaseKind]

/**
 * What admins have to do about the cases of each kind: those to decide, and those to answer for
 * closets that cannot.
 */
export async function casesForAdmins(db: DbOrTx, admin: Admin, now: Date) {
  const found = await countToDo(
    db,
    decidable(db, 'appeal'),
    answerable(db, admin, 'appeal', now),
    decidable(db, 'return'),
    answerable(db, admin, 'return', now),
  )
  const of = (kind: CaseKind) => {
    const answered = found(kind, 'decide')
    const dueAt = answered.dueAt && decisionDue(answered.dueAt)
    return {
      toDecide: { ...answered, dueAt },
      toAnswer: found(kind, 'answer'),
      isOverdue: dueAt !== null && dueAt < now,
    }
  }
  return { appeal: of('appeal'), return: of('return') }
}

type Part = 'answer' | 'decide'

type ToDo = {
  readonly kind: CaseKind
  readonly part: Part
  readonly cases: AliasableExpression<{ rental_id: RentalId; at: Date | null }>
}

function answerable(db: DbOrTx, who: ClosetOwner | Admin, kind: CaseKind, now: Date): ToDo {
  const cases = casesIn(db, kind, 'answer')
    .innerJoin('rentals as r', 'r.id', 'k.rental_id')
    .select(['k.rental_id', 'k.answer_due_at as at'])
    .where('k.answer_due_at', '>', now)
    .where(isToAnswer(who))
    .orderBy('k.answer_due_at')
    .limit(MAX_COUNTED + 1)
  return { kind, part: 'answer', cases }
}

function decidable(db: DbOrTx, kind: CaseKind): ToDo {
  const cases = casesIn(db, kind, 'decide')
    .select(['k.rental_id', 'k.answered_at as at'])
    .orderBy('k.answered_at')
    .limit(MAX_COUNTED + 1)
  return { kind, part: 'decide', cases }
}

const NOTHING: CasesToDo = { count: 0, rentalId: null, dueAt: null, title: null }

/** One statement for all. */
async function countToDo(db: DbOrTx, first: ToDo, ...others: readonly ToDo[]) {
  const due = sql<RentalId | null>`(array_agg(c.rental_id order by c.at, c.rental_id))[1]`
  const counted = ({ kind, part, cases }: ToDo) =>
    db
      .selectFrom(cases.as('c'))
      .select([sql.lit(kind).as('kind'), sql.lit(part).as('part')])
      .select([sql<number>`count(*)::int`.as('count'), due.as('rentalId')])
      .select(sql<Date | null>`min(c.at)`.as('dueAt'))
      .select(
        sql<string | null>`(select i.title from rentals r join clothing_items i on i.id = r.item_id
          where r.id = ${due})`.as('title'),
      )
  const rows = await others
    .reduce((all, one) => all.unionAll(counted(one)), counted(first))
    .execute()
  return (kind: CaseKind, part: Part): CasesToDo => {
    const found = rows.find((row) => row.kind === kind && row.part === part) ?? NOTHING
    const { count, rentalId, dueAt, title } = found
    return { count, rentalId, dueAt, title }
  }
}
