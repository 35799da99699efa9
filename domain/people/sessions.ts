import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import type { AccountType, BusinessStatus, PlanType } from '#db/enums.ts'
import type { Person } from '#domain/shared/actors.ts'

export const SESSION_DAYS = 30
const DAY_MS = 86_400_000

export type Session = {
  readonly id: string
  readonly expiresAt: Date
  readonly person: Person
  /** Credits that can be spent now: of lots neither expired nor frozen. */
  readonly creditsBalance: number
  /** The plan of the subscription that bills this person, past due included. */
  readonly heldPlan: PlanType | null
  /** Whether this person signs in with a code besides their password. */
  readonly hasSecondFactor: boolean
}

export function sessionExpiry(now: Date): Date {
  return new Date(now.getTime() + SESSION_DAYS * DAY_MS)
}

/** Once a day a session in use starts its thirty days anew. */
export function isDueForExtension(expiresAt: Date, now: Date): boolean {
  return expiresAt.getTime() - now.getTime() < (SESSION_DAYS - 1) * DAY_MS
}

type Row = {
  session_id: string
  expires_at: Date
  id: string
  full_name: string
  email: string
  email_verified: boolean
  account_type: AccountType
  business_status: BusinessStatus | null
  two_factor_enabled: boolean
  credits_balance: number
  held_plan: PlanType | null
}

/**
 * The session of a token with its person, balance and plan in one round trip: every page of somebody
 * signed in begins here. Null once it has ended, expired or lost its person.
 */
export async function findSession(db: Db, token: string, now: Date): Promise<Session | null> {
  const { rows } = await sql<Row>`
    select s.id as session_id, s.expires_at, p.id, p.full_name, p.email, p.email_verified,
      p.account_type, p.business_status, p.two_factor_enabled,
      (select coalesce(sum(l.available), 0)::integer from credit_lots l
        where l.user_id = p.id and l.available > 0 and l.expires_at > ${now}
          and l.frozen_at is null) as credits_balance,
      (select c.product_type from credit_subscriptions c
        where c.user_id = p.id and c.status in ('active', 'past_due')) as held_plan
    from auth_sessions s
    join user_profiles p on p.id = s.user_id and p.deleted_at is null
    where s.token = ${token} and s.expires_at > ${now}`.execute(db)
  const row = rows[0]
  if (!row) return null
  return {
    id: row.session_id,
    expiresAt: row.expires_at,
    creditsBalance: row.credits_balance,
    heldPlan: row.held_plan,
    hasSecondFactor: row.two_factor_enabled,
    person: {
      id: row.id,
      fullName: row.full_name,
      email: row.email,
      emailVerified: row.email_verified,
      accountType: row.account_type,
      businessStatus: row.business_status,
    },
  }
}

/** Starts the session's thirty days anew. */
export async function extendSession(db: Db, sessionId: string, now: Date): Promise<void> {
  await db
    .updateTable('auth_sessions')
    .set({ expires_at: sessionExpiry(now), updated_at: now })
    .where('id', '=', sessionId)
    .execute()
}

/** Signs a session out, wherever it is open. One that has ended already is no error. */
export async function endSession(db: Db, sessionId: string): Promise<void> {
  await db.deleteFrom('auth_sessions').where('id', '=', sessionId).execute()
}
