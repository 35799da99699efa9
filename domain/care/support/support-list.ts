import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { SupportKind } from '#db/enums.ts'
import type { PersonId, RentalId, SupportRequestId } from '#db/ids.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { countUpTo } from '#domain/shared/lists/found.ts'
import { decodeNewestFirst, MAX_COUNTED, PAGE_SIZE, toPage } from '#domain/shared/lists/page.ts'
import { requestRows } from './locked-request.ts'
import { supportMessages } from './support-queries.ts'

export const supportParts = ['open', 'mine', 'answered', 'closed', 'all'] as const
export type SupportPart = (typeof supportParts)[number]

export type SupportFilter = {
  readonly part: SupportPart
  /** Only requests of this kind; null for all. */
  readonly kind: SupportKind | null
  /** Only requests of this person; null for everybody's. */
  readonly personId: PersonId | null
}

/** A request in the list of admins. */
export type ListedRequest = Awaited<ReturnType<typeof supportList>>['rows'][number]

/** Open requests, due first; answered, closed or all ones, the newest message first. */
export async function supportList(
  db: DbOrTx,
  admin: Admin,
  filter: SupportFilter,
  { after, now }: { readonly after: string | null; readonly now: Date },
) {
  const isDue = filter.part === 'open' || filter.part === 'mine'
  const column = isDue ? sql<Date>`q.due_at` : sql<Date>`q.last_message_at`
  const direction = isDue ? sql`asc` : sql`desc`
  const from = decodeNewestFirst<SupportRequestId>(after)
  const found = conditionsOf(admin, filter)
  const query = requestRows(db)
    .select(column.as('orderedBy'))
    .where(found)
    .$if(from !== null, (some) =>
      some.where(
        sql<boolean>`(${column}, q.id) ${isDue ? sql`>` : sql`<`}
          (${from?.at}::timestamptz, ${from?.id}::uuid)`,
      ),
    )
    .orderBy(sql`${column} ${direction}, q.id ${direction}`)
    .limit(PAGE_SIZE + 1)
  const counted = db
    .selectFrom('support_requests as q')
    .where(found)
    .orderBy(sql`${column} ${direction}, q.id ${direction}`)
  const [rows, total] = await Promise.all([query.execute(), countUpTo(db, counted)])
  const page = toPage(rows, (row) => [row.orderedBy.toISOString(), row.id])
  return {
    rows: page.rows.map(({ orderedBy: _, personEmail: __, assigneeEmail: ___, ...row }) => ({
      ...row,
      isOverdue: row.status === 'open' && row.dueAt < now,
    })),
    next: page.next,
    total,
  }
}

// Written into the statement, so that the partial indexes can be used.
const OPEN = sql<boolean>`q.status = 'open'`

const PARTS: Readonly<Record<SupportPart, (admin: Admin) => RawBuilder<boolean>>> = {
  open: () => OPEN,
  mine: ({ id }) => sql<boolean>`q.status = 'open' and q.assigned_to = ${id}`,
  answered: () => sql<boolean>`q.status = 'answered'`,
  closed: () => sql<boolean>`q.status = 'closed'`,
  all: () => sql<boolean>`true`,
}

function conditionsOf(admin: Admin, { part, kind, personId }: SupportFilter): RawBuilder<boolean> {
  return sql<boolean>`(${PARTS[part](admin)}
    and ${kind ? sql`q.kind = ${kind}` : sql`true`}
    and ${personId ? sql`q.person_id = ${personId}` : sql`true`})`
}

export type FoundRequest = NonNullable<Awaited<ReturnType<typeof findRequest>>>

/** One request with its messages and what its person wrote to us before, up to 100. */
export async function findRequest(db: DbOrTx, _admin: Admin, id: SupportRequestId, now: Date) {
  const request = await requestRows(db)
    .select(
      sql<number>`(select count(*)::int from (select from support_requests o
        where o.person_id = q.person_id and o.id <> q.id limit 100) o)`.as('others'),
    )
    .where('q.id', '=', id)
    .executeTakeFirst()
  if (!request) return null
  return {
    ...request,
    isOverdue: request.status === 'open' && request.dueAt < now,
    messages: await supportMessages(db, id),
  }
}

/** The requests about a rental, newest message first; up to 10. */
export async function requestsAboutRental(db: DbOrTx, _admin: Admin, rentalId: RentalId) {
  return await requestRows(db)
    .where('q.rental_id', '=', rentalId)
    .orderBy('q.last_message_at', 'desc')
    .orderBy('q.id', 'desc')
    .limit(10)
    .execute()
}

/** Admins to whom a request can be assigned, by name; up to 50. */
export async function assignableAdmins(db: DbOrTx, _admin: Admin) {
  return await db
    .selectFrom('user_profiles')
    .select(['id', 'full_name as fullName'])
    .where('account_type', '=', 'admin')
    .where('deleted_at', 'is', null)
    .orderBy('full_name')
    .orderBy('id')
    .limit(50)
    .execute()
}

/** How many requests are open, and how many of them overdue, counted up to one more than `MAX_COUNTED`. */
export async function countOpenRequests(db: DbOrTx, _admin: Admin, now: Date) {
  const open = db
    .selectFrom('support_requests as q')
    .select('q.due_at')
    .where(OPEN)
    .orderBy('q.due_at')
    .limit(MAX_COUNTED + 1)
  return await db
    .selectFrom(open.as('open'))
    .select([
      sql<number>`count(*)::int`.as('open'),
      sql<number>`count(*) filter (where open.due_at < ${now})::int`.as('overdue'),
    ])
    .executeTakeFirstOrThrow()
}
