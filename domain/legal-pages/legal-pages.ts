import { sql } from 'kysely'
import { type Db, type DbOrTx, inTransaction, type Tx, violatedConstraint } from '#db/connection.ts'
import type { LegalPage } from '#db/enums.ts'
import type { PersonId } from '#db/ids.ts'
import type { Admin, Person } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { MAX_LEGAL_CHARACTERS } from './legal-limits.ts'

export type LegalVersion = {
  readonly page: LegalPage
  readonly version: number
  readonly publishedAt: Date
  /** Null for a text shipped with Hemline. */
  readonly publishedBy: string | null
}

function versions(db: DbOrTx) {
  return db
    .selectFrom('legal_pages as l')
    .leftJoin('user_profiles as p', 'p.id', 'l.published_by')
    .select(['l.page', 'l.version', 'l.published_at as publishedAt'])
    .select('p.full_name as publishedBy')
}

/** The latest version of each page. */
export async function currentVersions(db: DbOrTx): Promise<readonly LegalVersion[]> {
  return await versions(db).where(isLatest()).orderBy('l.page').execute()
}

const isLatest = () =>
  sql<boolean>`not exists (select from legal_pages n where n.page = l.page and n.version > l.version)`

/** One version of a page, or its latest; null for one that was never published. */
export async function findLegalPage(
  db: DbOrTx,
  page: LegalPage,
  version: number | null,
): Promise<(LegalVersion & { readonly body: string; readonly isLatest: boolean }) | null> {
  const found = await versions(db)
    .select(['l.body', isLatest().as('isLatest')])
    .where('l.page', '=', page)
    .where(version === null ? isLatest() : sql<boolean>`l.version = ${version}::integer`)
    .executeTakeFirst()
  return found ?? null
}

const MAX_LISTED = 100

/** The versions of a page, latest first. */
export async function legalVersions(db: DbOrTx, page: LegalPage): Promise<readonly LegalVersion[]> {
  return await versions(db)
    .where('l.page', '=', page)
    .orderBy('l.version', 'desc')
    .limit(sql.lit(MAX_LISTED))
    .execute()
}

export type PublishProblem =
  | { readonly reason: 'text-missing' }
  | { readonly reason: 'text-too-long'; readonly max: number }
  | { readonly reason: 'nothing-changed' }
  /** Somebody else published a version after the form was opened. */
  | { readonly reason: 'edit-conflict'; readonly version: number }

/** An admin publishes the next version of a page; everybody it concerns is asked to agree. */
export async function publishLegalPage(
  db: Db,
  admin: Admin,
  {
    page,
    basedOn,
    ...given
  }: { readonly page: LegalPage; readonly body: string; readonly basedOn: number },
  now: Date,
): Promise<Outcome<{ readonly version: number }, PublishProblem>> {
  type Answer = Outcome<{ readonly version: number }, PublishProblem>
  const body = given.body.replaceAll('\r\n', '\n').trim()
  if (body === '') return refused({ reason: 'text-missing' })
  if ([...body].length > MAX_LEGAL_CHARACTERS)
    return refused({ reason: 'text-too-long', max: MAX_LEGAL_CHARACTERS })
  try {
    return await inTransaction<Answer>(db, async (tx) => {
      const latest = await findLegalPage(tx, page, null)
      if (latest && latest.version !== basedOn)
        return refused({ reason: 'edit-conflict', version: latest.version })
      if (latest?.body === body) return refused({ reason: 'nothing-changed' })
      const version = (latest?.version ?? 0) + 1
      await tx
        .insertInto('legal_pages')
        .values({ page, version, body, published_at: now, published_by: admin.id })
        .execute()
      const line = { action: 'publish', noun: 'legal page', nounId: page, after: { version } }
      await recordAction(tx, admin, line, now)
      return done({ version })
    })
  } catch (error) {
    if (violatedConstraint(error) === 'each_version_is_published_once')
      return refused({ reason: 'edit-conflict', version: basedOn + 1 })
    throw error
  }
}

/**
 * SQL: whether the account `p` has to agree to a new version. Lending terms concern only closets,
 * and nothing concerns admins. Versions shipped with Hemline need no new consent: people agreed to
 * the first one when they signed up or applied, and later ones only correct it.
 */
export function consentIsDue() {
  return sql<boolean>`exists (select from legal_pages l where ${isDue()})`
}

const isDue =
  () => sql<boolean>`(l.published_by is not null and p.account_type <> 'admin' and ${isLatest()}
  and (l.page <> 'lending-terms'
    or (p.account_type = 'business' and p.business_status = 'approved'))
  and not exists (select from consents c
    where c.user_id = p.id and c.page = l.page and c.version = l.version))`

export type DueConsent = Pick<LegalVersion, 'page' | 'version' | 'publishedAt'>

/** The versions that a person has to agree to. */
export async function consentsDue(db: DbOrTx, person: Person): Promise<readonly DueConsent[]> {
  return await db
    .selectFrom('user_profiles as p')
    .innerJoin('legal_pages as l', (join) => join.onTrue())
    .select(['l.page', 'l.version', 'l.published_at as publishedAt'])
    .where('p.id', '=', person.id)
    .where(isDue())
    .orderBy('l.page')
    .execute()
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

/** Part of signing up and of applying for a closet: stores the consent to the latest versions. */
export async function agreeToLatest(
  tx: Tx,
  personId: PersonId,
  pages: readonly LegalPage[],
  now: Date,
): Promise<void> {
  await sql`insert into consents (user_id, page, version, at)
    select ${personId}, l.page, l.version, ${now} from legal_pages l
    where l.page = any(${pages}::text[]) and ${isLatest()}
    on conflict do nothing`.execute(tx)
}
