import { type InferResult, type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { Id, PersonId } from '#db/ids.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { isIndexed } from '#domain/shared/lists/list-search.ts'
import {
  containing,
  decodeNewestFirst,
  type Found,
  MAX_COUNTED,
  newestFirstKeys,
  PAGE_SIZE,
  toPage,
} from '#domain/shared/lists/page.ts'
import { MAX_NEWEST } from '#domain/shared/lists/show-counted.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { endOfDay, startOfDay } from '#domain/shared/time/local-time.ts'
import { auditName } from './audit-names.ts'

export type AuditLine = {
  readonly id: string
  readonly at: Date
  /** Null for the system: a job. */
  readonly actor: { readonly fullName: string; readonly email: string } | null
  readonly action: string
  readonly noun: string
  readonly nounId: string
  /** The current name of the object, if it has one. */
  readonly name: string | null
  readonly before: unknown
  readonly after: unknown
}

type AuditFilter = {
  /** Words of the actor's name or address; 'system' for jobs. */
  readonly actor: string
  readonly noun: string
  readonly action: string
  readonly nounId: string
  /** First and last day, both included, in `timeZone`. */
  readonly from: CalendarDate | null
  readonly to: CalendarDate | null
  readonly timeZone: string
}

export type AuditWanted = AuditFilter & { readonly after: string | null }

/** The most people to search; a name with more matches needs more words. */
const MAX_ACTORS = 50
const SYSTEM = 'system'

/** Who did what to which object, newest first. */
export async function auditLog(
  db: DbOrTx,
  _admin: Admin,
  wanted: AuditWanted,
): Promise<Found<AuditLine>> {
  const { first, isPartial } = await readAuditLog(db, wanted)
  const cursor = decodeNewestFirst<Id<'audit_log'>>(wanted.after)
  const place = cursor
    ? sql<boolean>`(a.at, a.id) < (${cursor.at}::timestamptz, ${cursor.id}::uuid)`
    : null
  const [shown, { total }] = await Promise.all([
    shownLines(db, first(place, PAGE_SIZE + 1)).execute(),
    db
      .selectFrom(first(null, MAX_COUNTED + 1))
      .select(sql<number>`count(*)::int`.as('total'))
      .executeTakeFirstOrThrow(),
  ])
  const page = toPage(shown, newestFirstKeys)
  return { rows: page.rows.map(shapeLine), next: page.next, total, isPartial }
}

/** The newest lines of the log. */
export async function newestAuditLines(
  db: DbOrTx,
  _admin: Admin,
  max: number,
): Promise<AuditLine[]> {
  const newest = newestLines(db, EVERYTHING).limit(max).as('l')
  return (await shownLines(db, newest).execute()).map(shapeLine)
}

const EVERYTHING: AuditFilter = {
  ...{ actor: '', noun: '', action: '', nounId: '' },
  ...{ from: null, to: null, timeZone: 'UTC' },
}

function shownLines(db: DbOrTx, lines: ReturnType<typeof firstOf>) {
  return db
    .selectFrom(lines)
    .leftJoin('user_profiles as p', 'p.id', 'l.actor_id')
    .select(['l.id', 'l.created_at', 'l.action', 'l.noun', 'l.noun_id', 'l.before', 'l.after'])
    .select(['p.full_name', 'p.email'])
    .select(auditName(sql.ref('l.noun'), sql.ref('l.noun_id')).as('name'))
    .orderBy('l.created_at', 'desc')
    .orderBy('l.id', 'desc')
}

function shapeLine({
  created_at: at,
  full_name,
  email,
  noun_id,
  ...line
}: InferResult<ReturnType<typeof shownLines>>[number]): AuditLine {
  const actor = full_name && email ? { fullName: full_name, email } : null
  return { ...line, at, nounId: noun_id, actor }
}

/**
 * Returns a function that reads the first matching lines `l` after a place, by index. `isPartial`
 * when only some of the matching actors are searched.
 */
export async function readAuditLog(db: DbOrTx, wanted: AuditFilter) {
  const [{ ids: actors, isPartial }, kinds, all] = await Promise.all([
    actorsNamed(db, wanted.actor),
    kindsOf(db, wanted),
    wanted.nounId && !wanted.noun ? loggedKinds(db) : null,
  ])
  const lines = newestLines(db, wanted)
  // The index of objects starts with the noun.
  const newest = all
    ? lines.where(sql<boolean>`a.noun = any(${[...new Set(all.map(({ noun }) => noun))]})`)
    : lines
  const first = (place: RawBuilder<boolean> | null, max: number) =>
    firstOf(db, place ? newest.where(place) : newest, { actors, kinds }, max)
  return { first, isPartial }
}

type Actors = {
  /** Null without a search for a name, and for the system. */
  readonly ids: readonly PersonId[] | null
  /** There are more people with these words. */
  readonly isPartial: boolean
}

/** The people with these words in their name or email address. */
async function actorsNamed(db: DbOrTx, actor: string): Promise<Actors> {
  const words = containing(actor)
  if (!words || isSystem(actor)) return { ids: null, isPartial: false }
  const named = sql`select id from ${peopleToSearch(words)} where ${isNamed(words)}`
  const others = isIndexed(words)
    ? sql<boolean>`false`
    : sql<boolean>`exists (${NEWEST_PEOPLE} offset ${sql.lit(MAX_NEWEST)} limit 1)`
  const { ids, hasOthers } = await db
    .selectNoFrom([
      sql<PersonId[]>`array(${named} limit ${sql.lit(MAX_ACTORS + 1)})`.as('ids'),
      others.as('hasOthers'),
    ])
    .executeTakeFirstOrThrow()
  return { ids: ids.slice(0, MAX_ACTORS), isPartial: hasOthers || ids.length > MAX_ACTORS }
}

const NEWEST_PEOPLE = sql`select id, full_name, email from user_profiles
  order by created_at desc, id desc`

/** All people, or only the newest for words that no index can find. */
const peopleToSearch = (words: string) =>
  isIndexed(words)
    ? sql`user_profiles`
    : sql`(${NEWEST_PEOPLE} limit ${sql.lit(MAX_NEWEST)}) newest`

/** Pairs of noun and action that the lines can have. */
type Kinds = { readonly nouns: readonly string[]; readonly actions: readonly string[] }

/**
 * With an actor and either a noun or an action, all pairs that contain it: the index by actor
 * starts with both. Null otherwise.
 */
async function kindsOf(db: DbOrTx, { actor, noun, action }: AuditFilter): Promise<Kinds | null> {
  if (!containing(actor) || Boolean(noun) === Boolean(action)) return null
  const all = await loggedKinds(db)
  const kinds = all.filter((kind) => (action ? kind.action === action : kind.noun === noun))
  return { nouns: kinds.map((kind) => kind.noun), actions: kinds.map((kind) => kind.action) }
}

/** The lines that match everything except the actor's name, newest first. */
function newestLines(db: DbOrTx, wanted: AuditFilter) {
  const zone = wanted.timeZone
  let found = db
    .selectFrom('audit_log as a')
    .select(['a.id', 'a.at as created_at', 'a.actor_id', 'a.action', 'a.noun', 'a.noun_id'])
    .select(['a.before', 'a.after'])
  // Without this order, the planner does not see that the index has the lines of `null` in order.
  if (isSystem(wanted.actor)) found = found.where('a.actor_id', 'is', null).orderBy('a.actor_id')
  found = found.orderBy('a.at', 'desc').orderBy('a.id', 'desc')
  if (wanted.noun) found = found.where('a.noun', '=', wanted.noun)
  if (wanted.action) found = found.where('a.action', '=', wanted.action)
  if (wanted.nounId) found = found.where('a.noun_id', '=', wanted.nounId)
  if (wanted.from) found = found.where('a.at', '>=', startOfDay(zone, wanted.from))
  if (wanted.to) found = found.where('a.at', '<', endOfDay(zone, wanted.to))
  return found
}

type Parts = { readonly actors: readonly PersonId[] | null; readonly kinds: Kinds | null }

/**
 * The first of these lines; with actors or kinds, the first of each by index, so that rare lines
 * are found without reading everything else.
 */
function firstOf(
  db: DbOrTx,
  lines: ReturnType<typeof newestLines>,
  { actors, kinds }: Parts,
  max: number,
) {
  if (actors === null && kinds === null) return lines.limit(max).as('l')
  const who = actors
    ? sql`unnest(${actors}::uuid[]) as who (id)`
    : sql`(select null::uuid as id) as who`
  const kind = kinds
    ? sql`unnest(${kinds.nouns}::text[], ${kinds.actions}::text[]) as kind (noun, action)`
    : sql`(select null::text as noun, null::text as action) as kind`
  let ofOne = lines.limit(max)
  if (actors) ofOne = ofOne.where(sql<boolean>`a.actor_id = part.who`)
  if (kinds) ofOne = ofOne.where(sql<boolean>`(a.noun = part.noun and a.action = part.action)`)
  return db
    .selectFrom(
      sql`(select who.id as who, kind.noun, kind.action from ${who} cross join ${kind})`.as('part'),
    )
    .innerJoinLateral(ofOne.as('of_one'), (join) => join.onTrue())
    .select(['of_one.id', 'of_one.created_at', 'of_one.actor_id', 'of_one.action', 'of_one.noun'])
    .select(['of_one.noun_id', 'of_one.before', 'of_one.after'])
    .orderBy('of_one.created_at', 'desc')
    .orderBy('of_one.id', 'desc')
    .limit(max)
    .as('l')
}

/** SQL: whether a row of `user_profiles` matches the words. */
const isNamed = (words: string) => sql<boolean>`full_name || ' ' || email ilike ${words}`

const isSystem = (actor: string) => actor.trim().toLowerCase() === SYSTEM

export type AuditWords = {
  readonly nouns: readonly string[]
  /** Each with the nouns that it is logged for. */
  readonly actions: readonly { readonly action: string; readonly nouns: readonly string[] }[]
}

/** The distinct nouns and actions in the log. */
export async function auditWords(db: DbOrTx, _admin: Admin): Promise<AuditWords> {
  const kinds = await loggedKinds(db)
  const byAction = Map.groupBy(kinds, ({ action }) => action)
  return {
    nouns: [...new Set(kinds.map(({ noun }) => noun))].toSorted(),
    actions: [...byAction].map(([action, pairs]) => ({
      action,
      nouns: pairs.map(({ noun }) => noun),
    })),
  }
}

/** The pairs of noun and action in the log, each found by one step in an index. */
async function loggedKinds(db: DbOrTx) {
  const { rows } = await sql<{ noun: string; action: string }>`
    with recursive kinds as (
      (select noun, action from audit_log order by noun, action limit 1)
      union all
      select next.noun, next.action from kinds cross join lateral (
        select l.noun, l.action from audit_log l
        where (l.noun, l.action) > (kinds.noun, kinds.action)
        order by l.noun, l.action limit 1) next
    )
    select noun, action from kinds order by action, noun`.execute(db)
  return rows
}
