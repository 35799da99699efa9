import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ReportId } from '#db/ids.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { countUpTo } from '#domain/shared/lists/found.ts'
import { decodeNewestFirst, PAGE_SIZE, toPage } from '#domain/shared/lists/page.ts'
import { titleIn } from './report-words.ts'
import { stateOfReported } from './reported-state.ts'

export const reportParts = ['open', 'decided'] as const
export type ReportPart = (typeof reportParts)[number]

/** A report in the list of admins. */
export type ListedReport = Awaited<ReturnType<typeof reportList>>['rows'][number]

/** Open reports, oldest first, or decided ones, latest first. */
export async function reportList(
  db: DbOrTx,
  _admin: Admin,
  { part, after }: { readonly part: ReportPart; readonly after: string | null },
) {
  const isOpen = part === 'open'
  const column = isOpen ? sql<Date>`r.at` : sql<Date>`r.decided_at`
  const direction = isOpen ? sql`asc` : sql`desc`
  const reports = db
    .selectFrom('reports as r')
    .where('r.decided_at', isOpen ? 'is' : 'is not', null)
  const from = decodeNewestFirst<ReportId>(after)
  let query = reports
    .innerJoin('user_profiles as reporter', 'reporter.id', 'r.reporter_id')
    .innerJoin('user_profiles as reported', 'reported.id', 'r.reported_id')
    .select(['r.id', 'r.noun', 'r.shown', 'r.reason', 'r.at', 'r.decided_at as decidedAt'])
    .select(['r.outcome', 'reporter.full_name as reporterName'])
    .select(['reported.full_name as reportedName', column.as('orderedBy')])
    .orderBy(sql`${column} ${direction}, r.id ${direction}`)
    .limit(PAGE_SIZE + 1)
  if (from)
    query = query.where(
      sql<boolean>`(${column}, r.id) ${isOpen ? sql`>` : sql`<`}
        (${from.at}::timestamptz, ${from.id}::uuid)`,
    )
  const [rows, total] = await Promise.all([query.execute(), countUpTo(db, reports)])
  const page = toPage(rows, (row) => [row.orderedBy.toISOString(), row.id])
  const listed = page.rows.map(({ shown, orderedBy: _, ...row }) => ({
    ...row,
    title: titleIn(shown),
  }))
  return { rows: listed, next: page.next, total }
}

export type FoundReport = NonNullable<Awaited<ReturnType<typeof findReport>>>

/** One report, with everything that an admin needs to decide. */
export async function findReport(db: DbOrTx, _admin: Admin, id: ReportId) {
  const row = await db
    .selectFrom('reports as r')
    .innerJoin('user_profiles as reporter', 'reporter.id', 'r.reporter_id')
    .innerJoin('user_profiles as reported', 'reported.id', 'r.reported_id')
    .leftJoin('user_profiles as admin', 'admin.id', 'r.decided_by')
    .select(['r.id', 'r.noun', 'r.noun_id', 'r.shown', 'r.reason', 'r.words', 'r.at', 'r.outcome'])
    .select(['r.decided_at as decidedAt', 'r.outcome_reasons as outcomeReasons'])
    .select(['r.reporter_id as reporterId', 'r.reported_id as reportedId'])
    .select(['reporter.full_name as reporterName', 'reported.full_name as reportedName'])
    .select('admin.full_name as decidedByName')
    .select([
      // Other open reports about the same thing, and decided ones about the same person; up to 100.
      sql<number>`(select count(*)::int from (select from reports o where o.noun = r.noun
        and o.noun_id = r.noun_id and o.decided_at is null and o.id <> r.id limit 100) o)`.as(
        'alsoOpen',
      ),
      sql<number>`(select count(*)::int from (select from reports o
        where o.reported_id = r.reported_id and o.decided_at is not null and o.id <> r.id
        limit 100) o)`.as('earlier'),
    ])
    .where('r.id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const { noun_id, ...report } = row
  const state = await stateOfReported(db, {
    noun: row.noun,
    noun_id,
    reported_id: row.reportedId,
  })
  return { ...report, ...state, nounId: noun_id, title: titleIn(row.shown) }
}

/** How many reports are open, counted up to one more than `MAX_COUNTED`. */
export async function countOpenReports(db: DbOrTx, _admin: Admin): Promise<number> {
  const open = db.selectFrom('reports').where('decided_at', 'is', null)
  return await countUpTo(db, open)
}
