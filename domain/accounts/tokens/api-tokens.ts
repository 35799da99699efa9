import { createHash, randomBytes, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import type { ApiTokenId } from '#db/ids.ts'
import { apiTokenMadeEmail } from '#domain/accounts/sign-in/account-emails.ts'
import type { Auth } from '#domain/accounts/sign-in/auth.ts'
import { actAsOwner, type NotProven, type Proof } from '#domain/accounts/sign-in/own-password.ts'
import { queueNotice } from '#domain/accounts/sign-in/unconfirmed-addresses.ts'
import { asClosetOwner, asShopper, type Person, personOf } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { consentIsDue } from '#domain/site/legal/legal.ts'
import { type ApiScope, isApiScope, isClosetScope } from './api-scopes.ts'
import { type API_TOKEN_DAYS, ENDED_TOKEN_DAYS, MAX_API_TOKENS } from './api-token-limits.ts'

const DAY_MS = 86_400_000

/** `hml_`, 8 characters by which its owner recognizes it, and 43 that encode 256 random bits. */
const TOKEN = /^hml_[a-z0-9]{8}[\w-]{43}$/

/** Without characters that look alike. */
const READABLE = 'abcdefghjkmnpqrstuvwxyz23456789'

export type NewApiToken = Proof & {
  /** 1 to 60 characters. */
  readonly name: string
  readonly scopes: readonly ApiScope[]
  readonly days: (typeof API_TOKEN_DAYS)[number]
  readonly origin: string
}

export type NewTokenProblem =
  | NotProven
  | { readonly reason: 'too-many-tokens' }
  /** Some scopes are only for closets, or no scope was chosen. */
  | { readonly reason: 'scopes-not-allowed' }

/**
 * Creates a token with which a program acts for this person. It is returned only here, since only
 * its hash is stored. The person is notified by email.
 */
export async function makeApiToken(
  db: Db,
  auth: Auth,
  { name, scopes, days, origin, ...proof }: NewApiToken,
  now: Date,
): Promise<Outcome<{ readonly token: string }, NewTokenProblem>> {
  const { person } = proof
  const mayHaveAll = asClosetOwner(person) !== null
  const isAllowed = scopes.every((scope) => mayHaveAll || !isClosetScope(scope))
  if (!asShopper(person) || scopes.length === 0 || !isAllowed)
    return refused({ reason: 'scopes-not-allowed' })
  type Problem = Exclude<NewTokenProblem, NotProven>
  return actAsOwner<{ readonly token: string }, Problem>(db, auth, proof, now, async (tx) => {
    // With this lock, nobody else can create tokens for this person or block them.
    await tx
      .selectFrom('user_profiles')
      .select('id')
      .where('id', '=', person.id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    const { count } = await tx
      .selectFrom('api_tokens')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('owner_id', '=', person.id)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow()
    if (count >= MAX_API_TOKENS) return refused({ reason: 'too-many-tokens' })
    const { token, prefix } = freshToken()
    const expires_at = new Date(now.getTime() + days * DAY_MS)
    const row = { id: newId(), owner_id: person.id, name, prefix, token_hash: hashOf(token) }
    await tx
      .insertInto('api_tokens')
      .values({ ...row, scopes: [...scopes], created_at: now, expires_at })
      .execute()
    const message = apiTokenMadeEmail({ ...person, name, origin })
    await queueNotice(tx, person, message, now)
    return done({ token })
  })
}

function freshToken(): { readonly token: string; readonly prefix: string } {
  const readable = Array.from({ length: 8 }, () => READABLE[randomInt(READABLE.length)]).join('')
  const prefix = `hml_${readable}`
  return { token: prefix + randomBytes(32).toString('base64url'), prefix }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

export type OwnApiToken = {
  readonly id: ApiTokenId
  readonly name: string
  /** Its first 12 characters. */
  readonly prefix: string
  readonly scopes: readonly ApiScope[]
  readonly createdAt: Date
  /** With a resolution of a day. */
  readonly lastUsedAt: Date | null
  readonly expiresAt: Date
  readonly state: 'live' | 'expired' | 'revoked'
}

/** A person's tokens, newest first; ended ones are included for 30 days. */
export async function ownApiTokens(db: Db, person: Person, now: Date): Promise<OwnApiToken[]> {
  const rows = await db
    .selectFrom('api_tokens')
    .select(['id', 'name', 'prefix', 'scopes', 'created_at', 'last_used_at', 'expires_at'])
    .select('revoked_at')
    .where('owner_id', '=', person.id)
    .where(sql<boolean>`least(expires_at, revoked_at) > ${endedBefore(now)}`)
    .orderBy(sql`(revoked_at is not null or expires_at <= ${now})`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(5 * MAX_API_TOKENS)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: row.scopes.filter(isApiScope),
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    state: row.revoked_at ? 'revoked' : row.expires_at <= now ? 'expired' : 'live',
  }))
}

/** Revokes a token. Needs no password: revoking a lost token is urgent. */
export async function revokeApiToken(
  db: Db,
  person: Person,
  id: ApiTokenId,
  now: Date,
): Promise<Outcome<null, { readonly reason: 'token-not-found' }>> {
  const found = await db
    .updateTable('api_tokens')
    .set({ revoked_at: sql<Date>`coalesce(revoked_at, ${now})` })
    .where('id', '=', id)
    .where('owner_id', '=', person.id)
    .returning('id')
    .executeTakeFirst()
  return found ? done(null) : refused({ reason: 'token-not-found' })
}

/** Who calls, and what they may do. */
export type ApiCaller = {
  readonly tokenId: ApiTokenId
  readonly scopes: readonly ApiScope[]
  readonly person: Person
  /** They have to agree to a new version of a legal text. */
  readonly consentIsDue: boolean
}

/**
 * The person of a token; null for an invalid or ended one, and for people who may not use the API:
 * admins, and blocked or closed accounts.
 */
export async function findApiCaller(db: Db, token: string, now: Date): Promise<ApiCaller | null> {
  if (!TOKEN.test(token)) return null
  const row = await db
    .selectFrom('api_tokens as t')
    .innerJoin('user_profiles as p', 'p.id', 't.owner_id')
    .select(['t.id as token_id', 't.scopes', 't.last_used_at', 'p.id', 'p.full_name', 'p.email'])
    .select(['p.email_verified', 'p.account_type', 'p.business_status'])
    .select(consentIsDue(now).as('consent_is_due'))
    .where('t.token_hash', '=', hashOf(token))
    .where('t.revoked_at', 'is', null)
    .where('t.expires_at', '>', now)
    .where('p.deleted_at', 'is', null)
    .where('p.blocked_at', 'is', null)
    .where('p.account_type', '<>', 'admin')
    .executeTakeFirst()
  if (!row) return null
  if (!row.last_used_at || now.getTime() - row.last_used_at.getTime() > DAY_MS)
    await db
      .updateTable('api_tokens')
      .set({ last_used_at: now })
      .where('id', '=', row.token_id)
      .execute()
  return {
    tokenId: row.token_id,
    scopes: row.scopes.filter(isApiScope),
    person: personOf(row),
    consentIsDue: row.consent_is_due,
  }
}

const SWEEP_BATCH_SIZE = 500

/** Removes a batch of tokens that ended 30 days ago. Returns how many; the caller repeats it. */
export async function sweepApiTokens(db: Db, now: Date): Promise<number> {
  const ended = db
    .selectFrom('api_tokens')
    .select('id')
    .where(sql<boolean>`least(expires_at, revoked_at) <= ${endedBefore(now)}`)
    .limit(SWEEP_BATCH_SIZE)
  const { numDeletedRows } = await db
    .deleteFrom('api_tokens')
    .where('id', 'in', ended)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

function endedBefore(now: Date): Date {
  return new Date(now.getTime() - ENDED_TOKEN_DAYS * DAY_MS)
}
