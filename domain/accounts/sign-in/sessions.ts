import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { compiledOnce } from '#db/compiled-once.ts'
import type { Db, DbOrTx } from '#db/connection.ts'
import type { PlanType } from '#db/enums.ts'
import type { PersonId, SessionId } from '#db/ids.ts'
import { type Person, personOf } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { consentIsDue } from '#domain/site/legal/legal.ts'
import { MAX_SESSIONS } from './own-sessions.ts'
import { MAX_SESSION_DAYS, SESSION_DAYS } from './time-limits.ts'

const DAY_MS = 86_400_000
const MAX_BROWSER_LENGTH = 500

/** The plan of a live subscription, including one that is past due. */
export type HeldPlan = {
  readonly type: PlanType
  /** It is canceled, or another plan follows it. */
  readonly isEnding: boolean
}

export type Session = {
  readonly id: SessionId
  readonly startedAt: Date
  readonly expiresAt: Date
  readonly person: Person
  /** Where pieces should come to; for a closet, where it is. Null if they have not said it. */
  readonly zip: string | null
  /** Credits that can be spent now: of lots neither expired nor frozen. */
  readonly creditsBalance: number
  readonly heldPlan: HeldPlan | null
  /** Whether this person signs in with a code besides their password. */
  readonly hasSecondFactor: boolean
  /** Whether they have unread messages. */
  readonly hasUnread: boolean
  /** They have to agree to a new version of a legal text. */
  readonly consentIsDue: boolean
  /** Changes with any setting of the site and any section of its home page. */
  readonly siteVersion: string | null
}

/** The token of the session that signing in has started. */
export type SignedIn = { readonly sessionToken: string }

export function sessionExpiry(now: Date): Date {
  return new Date(now.getTime() + SESSION_DAYS * DAY_MS)
}

/** Once a day, a session in use is extended to thirty days from now, up to ninety in all. */
export function isDueForExtension(
  { expiresAt, startedAt }: Pick<Session, 'expiresAt' | 'startedAt'>,
  now: Date,
): boolean {
  const reached = Math.min(now.getTime() + SESSION_DAYS * DAY_MS, endOf(startedAt).getTime())
  return reached - expiresAt.getTime() > DAY_MS
}

function endOf(startedAt: Date): Date {
  return new Date(startedAt.getTime() + MAX_SESSION_DAYS * DAY_MS)
}

/** Starts a session. Returns the token that the browser stores. */
export async function beginSession(
  db: DbOrTx,
  { userId, browser }: { readonly userId: PersonId; readonly browser: string | null },
  now: Date,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('auth_sessions')
    .values({
      id: newId(),
      token,
      user_id: userId,
      user_agent: browser?.slice(0, MAX_BROWSER_LENGTH) ?? null,
      expires_at: sessionExpiry(now),
      created_at: now,
      updated_at: now,
    })
    .execute()
  await sql`
    delete from auth_sessions where user_id = ${userId} and id not in (
      select id from auth_sessions where user_id = ${userId}
      order by updated_at desc, id desc limit ${sql.lit(MAX_SESSIONS)})`.execute(db)
  return token
}

type SessionValues = { readonly token: string; readonly now: Date; readonly oldest: Date }

const sessionRow = compiledOnce((db, { token, now, oldest }: SessionValues) =>
  db
    .selectFrom('auth_sessions as s')
    .innerJoin('user_profiles as p', 'p.id', 's.user_id')
    .select(['s.id as session_id', 's.created_at', 's.expires_at', 'p.id', 'p.full_name'])
    .select(['p.email', 'p.email_verified', 'p.account_type', 'p.business_status'])
    .select(['p.two_factor_enabled', 'p.zip'])
    .select([
      sql<number>`(select coalesce(sum(l.available), 0)::integer from credit_lots l
        where l.user_id = p.id and l.available > 0 and l.expires_at > ${now}
          and l.frozen_at is null)`.as('credits_balance'),
      sql<HeldPlan | null>`(select json_build_object('type', c.product_type,
          'isEnding', c.cancel_at is not null or c.pending_product_type is not null)
        from credit_subscriptions c
        where c.user_id = p.id and c.status in ('active', 'past_due'))`.as('held_plan'),
      // Any admin answers for items that admins list. Reads one row each, however many are unread.
      sql<boolean>`coalesce(
        (select true from conversations u
          where u.shopper_id = p.id and u.shopper_unread > 0
          order by u.last_message_at limit 1),
        (select true from conversations u
          where u.lister_id = p.id and u.lister_unread > 0
          order by u.last_message_at limit 1),
        p.account_type = 'admin' and (select true from user_profiles a
          cross join lateral (select from conversations u
            where u.lister_id = a.id and u.lister_unread > 0
            order by u.last_message_at limit 1) u
          where a.account_type = 'admin' and a.deleted_at is null limit 1),
        false)`.as('has_unread'),
    ])
    .select(consentIsDue(now).as('consent_is_due'))
    .select((eb) => eb.selectFrom('site_version').select('version').as('site_version'))
    .where('p.deleted_at', 'is', null)
    .where('p.blocked_at', 'is', null)
    .where('s.token', '=', token)
    .where('s.expires_at', '>', now)
    .where('s.created_at', '>', oldest),
)

/**
 * The session of a token with its person, balance and plan in one round trip; every page of a
 * signed-in person starts here. Null once it has ended or expired, or its person is gone.
 */
export async function findSession(db: Db, token: string, now: Date): Promise<Session | null> {
  const oldest = new Date(now.getTime() - MAX_SESSION_DAYS * DAY_MS)
  const [row] = await sessionRow(db, { token, now, oldest })
  if (!row) return null
  return {
    id: row.session_id,
    startedAt: row.created_at,
    expiresAt: row.expires_at,
    zip: row.zip,
    creditsBalance: row.credits_balance,
    heldPlan: row.held_plan,
    hasSecondFactor: row.two_factor_enabled,
    hasUnread: row.has_unread,
    consentIsDue: row.consent_is_due,
    siteVersion: row.site_version,
    person: personOf(row),
  }
}

/** Extends the session to thirty days from now, up to ninety in all. */
export async function extendSession(db: Db, sessionId: SessionId, now: Date): Promise<void> {
  await sql`
    update auth_sessions set updated_at = ${now}, expires_at = least(
      ${sessionExpiry(now)}::timestamptz,
      created_at + ${sql.lit(MAX_SESSION_DAYS * 24)} * interval '1 hour')
    where id = ${sessionId}`.execute(db)
}

/** Ends a session. Ending it again is not an error. */
export async function endSession(db: Db, sessionId: SessionId): Promise<void> {
  await db.deleteFrom('auth_sessions').where('id', '=', sessionId).execute()
}
