import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { Admin } from '#domain/shared/actors.ts'
import type { CalendarDate } from '#domain/shared/calendar-date.ts'
import {
  containing,
  decodeNewestFirst,
  type Found,
  MAX_COUNTED,
  PAGE_SIZE,
  toPage,
} from '#domain/shared/page.ts'
import { auditName } from './audit-names.ts'

export type AuditLine = {
  readonly id: string
  readonly at: Date
  /** Null for the system: a job. */
  readonly actor: { readonly fullName: string; readonly email: string } | null
  readonly action: string
  readonly noun: string
  readonly nounId: string
  /** What the thing is called today, where it has a name. */
  readonly name: string | null
  readonly before: unknown
  readonly after: unknown
}

export type AuditWanted = {
  /** Words of the actor's name or address; 'system' for jobs. */
  readonly actor: string
  readonly noun: string
  readonly action: string
  readonly nounId: string
  /** First and last day, both included, in `timeZone`. */
  readonly from: CalendarDate | null
  readonly to: CalendarDate | null
  readonly timeZone: string
  readonly after: string | null
}

type Row = {
  id: string
  created_at: Date
  full_name: string | null
  email: string | null
  action: string
  noun: string
  noun_id: string
  name: string | null
  before: unknown
  after: unknown
}

/** Enough people of one name; more asks for more words. */
const MAX_ACTORS = 50
const SYSTEM = 'system'

/** Who did what to which thing, newest first. */
export async function auditLog(
  db: DbOrTx,
  _admin: Admin,
  wanted: AuditWanted,
): Promise<Found<AuditLine>> {
  const cursor = decodeNewestFirst(wanted.after)
  const { timeZone: zone } = wanted
  const words = containing(wanted.actor)
  const bySystem = wanted.actor.trim().toLowerCase() === SYSTEM
  // Planned as if all of them were wanted: who few are is found by index, not by walking to the limit.
  const byWords = sql`and a.actor_id = any(array(
    with who as materialized (
      select id from user_profiles where full_name || ' ' || email ilike ${words})
    select id from who limit ${sql.lit(MAX_ACTORS)}))`
  const found = sql`from audit_log a where true
    ${bySystem ? sql`and a.actor_id is null` : words ? byWords : sql``}
    ${wanted.noun ? sql`and a.noun = ${wanted.noun}` : sql``}
    ${wanted.action ? sql`and a.action = ${wanted.action}` : sql``}
    ${wanted.nounId ? sql`and a.noun_id = ${wanted.nounId}` : sql``}
    ${wanted.from ? sql`and a.at >= ${wanted.from}::date::timestamp at time zone ${zone}` : sql``}
    ${wanted.to ? sql`and a.at < (${wanted.to}::date + 1)::timestamp at time zone ${zone}` : sql``}`
  const [list, counted] = await Promise.all([
    sql<Row>`
      select l.*, p.full_name, p.email,
        ${auditName(sql.ref('l.noun'), sql.ref('l.noun_id'))} as name from (
        select a.id, a.at as created_at, a.actor_id, a.action, a.noun, a.noun_id, a.before, a.after
        ${found}
        ${cursor ? sql`and (a.at, a.id) < (${cursor.at}::timestamptz, ${cursor.id}::uuid)` : sql``}
        order by a.at desc, a.id desc limit ${sql.lit(PAGE_SIZE + 1)}
      ) l left join user_profiles p on p.id = l.actor_id
      order by l.created_at desc, l.id desc`.execute(db),
    sql<{ n: number }>`
      select count(*)::int as n from (select ${found} limit ${sql.lit(MAX_COUNTED + 1)}) found`.execute(
      db,
    ),
  ])
  const page = toPage(list.rows, (row) => [row.created_at.toISOString(), row.id])
  return { rows: page.rows.map(shape), next: page.next, total: counted.rows[0]?.n ?? 0 }
}

export type AuditWords = { readonly nouns: readonly string[]; readonly actions: readonly string[] }

/** The words that the log uses, each found by one step in an index. */
export async function auditWords(db: DbOrTx, _admin: Admin): Promise<AuditWords> {
  const [nouns, actions] = await Promise.all([
    distinctWords(db, sql.ref('noun')),
    distinctWords(db, sql.ref('action')),
  ])
  return { nouns, actions }
}

async function distinctWords(db: DbOrTx, column: ReturnType<typeof sql.ref>): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    with recursive words as (
      (select ${column} as word from audit_log order by 1 limit 1)
      union all
      select (select ${column} from audit_log where ${column} > words.word order by 1 limit 1)
      from words where words.word is not null
    )
    select word from words where word is not null`.execute(db)
  return rows.map(({ word }) => word)
}

function shape(row: Row): AuditLine {
  return {
    id: row.id,
    at: row.created_at,
    actor: row.full_name && row.email ? { fullName: row.full_name, email: row.email } : null,
    action: row.action,
    noun: row.noun,
    nounId: row.noun_id,
    name: row.name,
    before: row.before,
    after: row.after,
  }
}
