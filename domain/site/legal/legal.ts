import { type RawBuilder, sql } from 'kysely'
import { type Db, type DbOrTx, inTransaction, type Tx, violatedConstraint } from '#db/connection.ts'
import { type LegalPage, legalPages } from '#db/enums.ts'
import type { PersonId } from '#db/ids.ts'
import type { Admin, Person } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { MAX_COUNTED } from '#domain/shared/lists/show-counted.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { addDays, type CalendarDate, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { startOfDay } from '#domain/shared/time/local-time.ts'
import { MAX_LEGAL_CHARACTERS, MAX_NOTICE_DAYS, MAX_SUMMARY_CHARACTERS } from './legal-limits.ts'
import { LEGAL_PAGES } from './legal-pages.ts'

export type LegalVersion = {
  readonly page: LegalPage
  readonly version: number
  readonly publishedAt: Date
  /** Null for a text shipped with Hemline. */
  readonly publishedBy: string | null
  /** Null: it applies from its publication. */
  readonly appliesFrom: Date | null
  /** What is new in it, for people; '' for a text shipped with Hemline. */
  readonly summary: string
  /** No lawyer has checked it. */
  readonly isDraft: boolean
}

export type LegalVersionText = LegalVersion & { readonly body: string }

function versions(db: DbOrTx) {
  return db
    .selectFrom('legal_pages as l')
    .leftJoin('user_profiles as p', 'p.id', 'l.published_by')
    .select(['l.page', 'l.version', 'l.published_at as publishedAt'])
    .select(['l.applies_from as appliesFrom', 'l.summary'])
    .select('p.full_name as publishedBy')
    .select(sql<boolean>`(l.is_draft or l.published_by is null)`.as('isDraft'))
}

/** SQL: whether a version `of` applies at this time, if no later one does. */
const hasBegun = (of: 'l' | 'n', now: Date) =>
  sql<boolean>`(${sql.ref(`${of}.applies_from`)} is null or ${sql.ref(`${of}.applies_from`)} <= ${now})`

/** SQL: whether `l` is the version in force: a later one replaces it once it applies. */
const isInForce = (now: Date) =>
  sql<boolean>`(${hasBegun('l', now)} and not exists (select from legal_pages n
    where n.page = l.page and n.version > l.version and ${hasBegun('n', now)}))`

/** The version of each page that is in force. */
export async function currentVersions(db: DbOrTx, now: Date): Promise<readonly LegalVersion[]> {
  return await versions(db).where(isInForce(now)).orderBy('l.page').execute()
}

/** The latest versions that do not apply yet, at most one of each page. */
export async function upcomingVersions(
  db: DbOrTx,
  now: Date,
): Promise<readonly (LegalVersion & { readonly appliesFrom: Date })[]> {
  const found = await versions(db)
    .where('l.applies_from', '>', now)
    .where(isLatest())
    .orderBy('l.page')
    .execute()
  return found.flatMap((one) => (one.appliesFrom ? [{ ...one, appliesFrom: one.appliesFrom }] : []))
}

const isLatest = () =>
  sql<boolean>`not exists (select from legal_pages n where n.page = l.page and n.version > l.version)`

/** One version of a page, or the one in force; null for one that was never published. */
export async function findLegalPage(
  db: DbOrTx,
  page: LegalPage,
  version: number | null,
  now: Date,
): Promise<(LegalVersionText & { readonly isInForce: boolean }) | null> {
  const found = await versions(db)
    .select(['l.body', isInForce(now).as('isInForce')])
    .where('l.page', '=', page)
    .where(version === null ? isInForce(now) : sql<boolean>`l.version = ${version}::integer`)
    .executeTakeFirst()
  return found ?? null
}

/** The version that the next one is based on, whether or not it applies yet. */
export async function latestLegalPage(
  db: DbOrTx,
  page: LegalPage,
): Promise<LegalVersionText | null> {
  const found = await versions(db)
    .select('l.body')
    .where('l.page', '=', page)
    .where(isLatest())
    .executeTakeFirst()
  return found ?? null
}

const MAX_LISTED = 100

/** The versions of a page, latest first. */
export async function legalVersions(db: DbOrTx, page: LegalPage): Promise<readonly LegalVersion[]> {
  return await versions(db)
    .where('l.page', '=', page)
    .orderBy('l.version', 'desc')
    .limit(MAX_LISTED)
    .execute()
}

export type PublishProblem =
  | { readonly reason: 'text-missing' }
  | { readonly reason: 'text-too-long'; readonly max: number }
  | { readonly reason: 'summary-missing' }
  | { readonly reason: 'summary-too-long'; readonly max: number }
  /** It would apply before today, or more than `MAX_NOTICE_DAYS` from now. */
  | { readonly reason: 'day-past' }
  | { readonly reason: 'day-too-far' }
  | { readonly reason: 'nothing-changed' }
  /** Somebody else published a version after the form was opened. */
  | { readonly reason: 'edit-conflict'; readonly version: number }

export type NextVersion = {
  readonly page: LegalPage
  readonly body: string
  readonly summary: string
  /** The first day on which it applies; today: at once. */
  readonly appliesOn: CalendarDate
  readonly isDraft: boolean
  /** The version that the text was written from. */
  readonly basedOn: number
}

/** Why this cannot be published; null when it can. */
export async function publishProblem(
  db: DbOrTx,
  { page, body, summary, appliesOn, isDraft, basedOn }: NextVersion,
  today: CalendarDate,
): Promise<PublishProblem | null> {
  if (body.trim() === '') return { reason: 'text-missing' }
  if ([...body].length > MAX_LEGAL_CHARACTERS)
    return { reason: 'text-too-long', max: MAX_LEGAL_CHARACTERS }
  if (summary.trim() === '') return { reason: 'summary-missing' }
  if ([...summary].length > MAX_SUMMARY_CHARACTERS)
    return { reason: 'summary-too-long', max: MAX_SUMMARY_CHARACTERS }
  if (appliesOn < today) return { reason: 'day-past' }
  if (appliesOn > addDays(today, MAX_NOTICE_DAYS)) return { reason: 'day-too-far' }
  const latest = await latestLegalPage(db, page)
  if (latest && latest.version !== basedOn)
    return { reason: 'edit-conflict', version: latest.version }
  return latest?.body === body && latest.isDraft === isDraft ? { reason: 'nothing-changed' } : null
}

/**
 * An admin publishes the next version of a page; from the day on which it applies, everybody it
 * concerns is asked to agree. A version that does not apply yet is replaced by a later one that
 * applies no later than it.
 */
export async function publishLegalPage(
  db: Db,
  admin: Admin,
  next: NextVersion,
  { now, timeZone }: { readonly now: Date; readonly timeZone: string },
): Promise<Outcome<{ readonly version: number }, PublishProblem>> {
  type Answer = Outcome<{ readonly version: number }, PublishProblem>
  const { page, body, summary, appliesOn, isDraft, basedOn } = next
  const today = calendarDateIn(timeZone, now)
  const version = basedOn + 1
  try {
    return await inTransaction<Answer>(db, async (tx) => {
      const problem = await publishProblem(tx, next, today)
      if (problem) return refused(problem)
      await tx
        .insertInto('legal_pages')
        .values({
          ...{ page, version, body, summary, is_draft: isDraft },
          ...{ published_at: now, published_by: admin.id },
          applies_from: appliesOn === today ? null : startOfDay(timeZone, appliesOn),
        })
        .execute()
      const after = { version, summary, applies_from: appliesOn }
      await recordAction(
        tx,
        admin,
        { action: 'publish', noun: 'legal page', nounId: page, after },
        now,
      )
      return done({ version })
    })
  } catch (error) {
    if (violatedConstraint(error) === 'each_version_is_published_once')
      return refused({ reason: 'edit-conflict', version })
    throw error
  }
}

/** How many people a new version of a page concerns, up to one more than `MAX_COUNTED`. */
export async function countConcerned(db: DbOrTx, page: LegalPage): Promise<number> {
  const concerned = db
    .selectFrom('user_profiles as p')
    .select('p.id')
    .where('p.deleted_at', 'is', null)
    .where(concerns(sql.val(page)))
    .limit(MAX_COUNTED + 1)
  const { count } = await db
    .selectFrom(concerned.as('c'))
    .select(sql<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const pagesFor = (whom: 'everyone' | 'closets') =>
  legalPages.filter((page) => LEGAL_PAGES[page].concerns === whom)

/** SQL: whether a page concerns the account `p`. */
const concerns = (page: RawBuilder<unknown>) => sql<boolean>`(p.account_type <> 'admin'
  and (${page} = any(${pagesFor('everyone')}::text[])
    or (${page} = any(${pagesFor('closets')}::text[])
      and p.account_type = 'business' and p.business_status = 'approved')))`

/**
 * SQL: whether the account `p` has to agree to a version in force. Versions shipped with Hemline
 * need no new consent: people agreed to the first one when they signed up or applied, and later
 * ones only correct it.
 */
export function consentIsDue(now: Date) {
  return sql<boolean>`exists (select from legal_pages l where ${isDue(now)})`
}

const isDue = (now: Date) =>
  sql<boolean>`(l.published_by is not null and ${isInForce(now)} and ${concerns(sql.ref('l.page'))}
  and not exists (select from consents c
    where c.user_id = p.id and c.page = l.page and c.version = l.version))`

export type DueConsent = Pick<
  LegalVersionText,
  'page' | 'version' | 'publishedAt' | 'summary' | 'body'
> & {
  /** The version they know: the last they agreed to, or else the one before; null for none. */
  readonly known: { readonly version: number; readonly body: string } | null
}

/** The versions that a person has to agree to, with the ones they know. */
export async function consentsDue(
  db: DbOrTx,
  person: Person,
  now: Date,
): Promise<readonly DueConsent[]> {
  const known = sql<number | null>`coalesce(
    (select max(c.version) from consents c
      where c.user_id = p.id and c.page = l.page and c.version < l.version),
    (select max(o.version) from legal_pages o where o.page = l.page and o.version < l.version))`
  const due = await db
    .selectFrom('user_profiles as p')
    .innerJoin('legal_pages as l', (join) => join.onTrue())
    .leftJoin('legal_pages as k', (join) =>
      join.onRef('k.page', '=', 'l.page').on('k.version', '=', known),
    )
    .select(['l.page', 'l.version', 'l.published_at as publishedAt', 'l.summary', 'l.body'])
    .select(['k.version as knownVersion', 'k.body as knownBody'])
    .where('p.id', '=', person.id)
    .where(isDue(now))
    .orderBy('l.page')
    .execute()
  return due.map(({ knownVersion, knownBody, ...version }) => ({
    ...version,
    known:
      knownVersion === null || knownBody === null
        ? null
        : { version: knownVersion, body: knownBody },
  }))
}

/** Part of commands that begin something new: whether this person has to agree to a version first. */
export async function hasConsentDue(
  tx: Tx,
  person: Pick<Person, 'id'>,
  now: Date,
): Promise<boolean> {
  const due = await tx
    .selectFrom('user_profiles as p')
    .select('p.id')
    .where('p.id', '=', person.id)
    .where(consentIsDue(now))
    .executeTakeFirst()
  return due !== undefined
}

/** Stores a person's consent to the versions they have seen; unknown versions are ignored. */
export async function agree(
  db: DbOrTx,
  person: Pick<Person, 'id'>,
  seen: readonly { readonly page: LegalPage; readonly version: number }[],
  now: Date,
): Promise<void> {
  for (const { page, version } of seen)
    await sql`insert into consents (user_id, page, version, at)
      select ${person.id}, l.page, l.version, ${now} from legal_pages l
      where l.page = ${page} and l.version = ${version}
      on conflict do nothing`.execute(db)
}

/** Part of signing up and of applying for a closet: stores the consent to the versions in force. */
export async function agreeToLatest(
  tx: Tx,
  personId: PersonId,
  pages: readonly LegalPage[],
  now: Date,
): Promise<void> {
  await sql`insert into consents (user_id, page, version, at)
    select ${personId}, l.page, l.version, ${now} from legal_pages l
    where l.page = any(${pages}::text[]) and ${isInForce(now)}
    on conflict do nothing`.execute(tx)
}
