import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#db/connection.ts'
import type { Person } from './actors.ts'
import { newId } from './ids.ts'

export type Action = {
  /** A verb in plain language: 'approve', 'deliver', 'keep deposit'. */
  readonly action: string
  readonly noun: string
  readonly nounId: string
  readonly before?: unknown
  readonly after?: unknown
}

/** Adds a line to the audit log in the transaction of the action; null is the system (a job). */
export async function recordAction(
  tx: Tx,
  actor: Pick<Person, 'id'> | null,
  act: Action,
  now: Date,
) {
  await tx
    .insertInto('audit_log')
    .values(auditLine(actor, act, now))
    .execute()
}

/** The same for many actions, in one statement. */
export async function recordActions(
  tx: Tx,
  actor: Pick<Person, 'id'> | null,
  acts: readonly Action[],
  now: Date,
): Promise<void> {
  const lines = JSON.stringify(acts.map((act) => ({ id: newId(), ...act })))
  const actorId = actor?.id ?? null
  await sql`insert into audit_log (id, actor_id, action, noun, noun_id, before, after, at)
    select id, ${actorId}::uuid, action, noun, "nounId", before, after, ${now}::timestamptz
    from jsonb_to_recordset(${lines}::jsonb)
      as line (id uuid, action text, noun text, "nounId" text, before jsonb, after jsonb)`.execute(
    tx,
  )
}

/** Starts a statement that also adds such a line, for commands that need to save round trips. */
export function recordingAction(tx: Tx, actor: Pick<Person, 'id'> | null, act: Action, now: Date) {
  return tx.with('recorded', (also) =>
    also.insertInto('audit_log').values(auditLine(actor, act, now)),
  )
}

function auditLine(actor: Pick<Person, 'id'> | null, act: Action, now: Date) {
  return {
    id: newId(),
    actor_id: actor?.id ?? null,
    action: act.action,
    noun: act.noun,
    noun_id: act.nounId,
    before: act.before === undefined ? null : JSON.stringify(act.before),
    after: act.after === undefined ? null : JSON.stringify(act.after),
    at: now,
  }
}

export type LastEditor = { readonly fullName: string; readonly isViewer: boolean }

/** The person who last edited something the viewer was editing too; null if the log has none. */
export async function lastEditor(
  db: DbOrTx,
  viewer: Pick<Person, 'id'>,
  { noun, nounId, action = 'edit' }: Pick<Action, 'noun' | 'nounId'> & { action?: string },
): Promise<LastEditor | null> {
  const row = await db
    .selectFrom('audit_log as a')
    .innerJoin('user_profiles as p', 'p.id', 'a.actor_id')
    .select(['p.id', 'p.full_name'])
    .where('a.noun', '=', noun)
    .where('a.noun_id', '=', nounId)
    .where('a.action', '=', action)
    .orderBy('a.at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { fullName: row.full_name, isViewer: row.id === viewer.id } : null
}

/** What one person did to one kind of thing. */
type ActionsOf = {
  readonly actor: Pick<Person, 'id'>
  readonly noun: string
  readonly actions: readonly string[]
}

/** Up to `max` things that a person acted on since then, by id, with the latest line of each. */
export async function actedOnSince(
  db: DbOrTx,
  whose: ActionsOf,
  since: Date,
  max: number,
): Promise<
  ReadonlyMap<string, { readonly action: string; readonly at: Date; readonly before: unknown }>
> {
  const rows = await linesOf(db, whose)
    .where('a.at', '>=', since)
    .orderBy('a.at', 'desc')
    .limit(max)
    .execute()
  return new Map(rows.toReversed().map((line) => [line.noun_id, line]))
}

/**
 * What a person did at that instant, by id, up to `max` lines: without the things to which
 * anybody did one of `later` since.
 */
export async function actionsAt(
  tx: Tx,
  whose: ActionsOf,
  at: Date,
  { later, max }: { readonly later: readonly string[]; readonly max: number },
) {
  const isLatest = sql<boolean>`not exists (select from audit_log l
    where l.noun = a.noun and l.noun_id = a.noun_id and l.at > a.at and l.action = any(${later}))`
  return await linesOf(tx, whose)
    .where('a.at', '=', at)
    .where(isLatest)
    .orderBy('a.noun_id')
    .limit(max)
    .execute()
}

function linesOf(db: DbOrTx, { actor, noun, actions }: ActionsOf) {
  return db
    .selectFrom('audit_log as a')
    .select(['a.noun_id', 'a.action', 'a.at', 'a.before'])
    .where('a.actor_id', '=', actor.id)
    .where('a.noun', '=', noun)
    .where('a.action', 'in', actions)
}
