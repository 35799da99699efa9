import { sql } from 'kysely'
import type { Db, DbOrTx, Tx } from '#db/connection.ts'
import type { AnnouncementId, PersonId } from '#db/ids.ts'
import type { Admin, Person } from '#domain/shared/actors.ts'
import { countUpTo } from '#domain/shared/lists/found.ts'
import { inBatch } from '#domain/shared/lists/in-batch.ts'
import {
  decodeNewestFirst,
  type Found,
  newestFirstKeys,
  PAGE_SIZE,
  toPage,
} from '#domain/shared/lists/page.ts'
import { versionOf } from '#domain/shared/version.ts'
import type { CheckedDraft } from './check-draft.ts'

export type Announcement = NonNullable<Awaited<ReturnType<typeof findAnnouncement>>>

/** One announcement as admins see it; null when there is none with this id. */
export async function findAnnouncement(db: DbOrTx, _admin: Admin, id: AnnouncementId) {
  const row = await announcementRows(db).where('a.id', '=', id).executeTakeFirst()
  return row ? { ...row, version: draftVersion(draftIn(row)) } : null
}

/** All announcements, newest first, one page at a time. */
export async function announcementList(
  db: DbOrTx,
  _admin: Admin,
  after: string | null,
): Promise<Found<Omit<Announcement, 'version'>>> {
  const last = decodeNewestFirst<AnnouncementId>(after)
  let page = announcementRows(db)
    .orderBy('a.created_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(PAGE_SIZE + 1)
  if (last) page = page.where(sql<boolean>`(a.created_at, a.id) < (${last.at}, ${last.id})`)
  const [rows, total] = await Promise.all([
    page.execute(),
    countUpTo(db, db.selectFrom('announcements')),
  ])
  return { ...toPage(rows, newestFirstKeys), total }
}

function announcementRows(db: DbOrTx) {
  return db
    .selectFrom('announcements as a')
    .innerJoin('user_profiles as author', 'author.id', 'a.created_by')
    .select(['a.id', 'a.title', 'a.words', 'a.audience', 'a.city', 'a.state', 'a.created_at'])
    .select(['a.link_address as linkAddress', 'a.link_label as linkLabel'])
    .select(['a.has_banner as hasBanner', 'a.has_email as hasEmail', 'a.emails'])
    .select(['a.starts_on as startsOn', 'a.ends_on as endsOn', 'a.published_at as publishedAt'])
    .select(['a.starts_at as startsAt', 'a.ends_at as endsAt', 'a.ended_at as endedAt'])
    .select(['a.emails_at as emailsAt', 'a.emails_done_at as emailsDoneAt'])
    .select('author.full_name as author')
}

type DraftRow = Pick<
  Awaited<ReturnType<ReturnType<typeof announcementRows>['executeTakeFirstOrThrow']>>,
  | 'title'
  | 'words'
  | 'linkAddress'
  | 'linkLabel'
  | 'audience'
  | 'city'
  | 'state'
  | 'hasBanner'
  | 'hasEmail'
  | 'startsOn'
  | 'endsOn'
>

/** What the form of a stored announcement has. */
export function draftIn(row: DraftRow): CheckedDraft {
  const { city: name, state } = row
  return {
    title: row.title,
    words: row.words,
    linkAddress: row.linkAddress ?? '',
    linkLabel: row.linkLabel ?? '',
    audience: row.audience,
    city: name !== null && state !== null ? { name, state } : null,
    hasBanner: row.hasBanner,
    hasEmail: row.hasEmail,
    startsOn: row.startsOn,
    endsOn: row.endsOn,
  }
}

export function draftVersion({ city, ...draft }: CheckedDraft): string {
  return versionOf({ ...draft, city: city?.name, state: city?.state })
}

/**
 * The newest of these banners that this person has not dismissed, and that is for their city if it
 * is for the renters of one; null without any.
 * @param ids of banners that are shown now
 */
export async function unseenBanner(
  db: DbOrTx,
  { id: personId }: Pick<Person, 'id'>,
  ids: readonly AnnouncementId[],
): Promise<AnnouncementId | null> {
  const row = await db
    .selectFrom('announcements as a')
    .innerJoin('user_profiles as p', (join) => join.on('p.id', '=', personId))
    .select('a.id')
    .where('a.id', 'in', ids)
    .where(
      sql<boolean>`(a.audience <> 'renters'
        or (lower(p.city) = lower(a.city) and lower(p.state) = lower(a.state)))`,
    )
    .where(
      sql<boolean>`not exists (select from announcement_dismissals d
        where d.user_id = p.id and d.announcement_id = a.id)`,
    )
    .orderBy('a.starts_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

/** The banner is not shown to this person again. Repeating it has no effect. */
export async function dismissBanner(
  db: Db,
  { id }: Pick<Person, 'id'>,
  announcementId: AnnouncementId,
  now: Date,
): Promise<void> {
  await db
    .insertInto('announcement_dismissals')
    .columns(['user_id', 'announcement_id', 'dismissed_at'])
    .expression((tables) =>
      tables
        .selectFrom('announcements')
        .select(({ val }) => [val(id).as('user_id'), 'id', val(now).as('dismissed_at')])
        .where('id', '=', announcementId)
        .where('has_banner', '=', true)
        .where('starts_at', '<=', now)
        .where('ends_at', '>', now)
        .where('ended_at', 'is', null),
    )
    .onConflict((conflict) => conflict.constraint('announcement_is_dismissed_once').doNothing())
    .execute()
}

/** Forgets who dismissed banners that are over. A job: a bounded number at a time. */
export async function forgetDismissals(db: Db, now: Date, max = 500): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from announcement_dismissals where ${inBatch(
      'ctid',
      sql`select d.ctid from announcements a
        join announcement_dismissals d on d.announcement_id = a.id
        where coalesce(a.ended_at, a.ends_at) <= ${now}
        limit ${sql.lit(max)} for update of d skip locked`,
    )}`.execute(db)
  return Number(numAffectedRows)
}

/** Part of closing an account. */
export async function removeDismissalsOf(tx: Tx, personId: PersonId): Promise<void> {
  await tx.deleteFrom('announcement_dismissals').where('user_id', '=', personId).execute()
}
