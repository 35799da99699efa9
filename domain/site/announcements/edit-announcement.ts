import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import type { AnnouncementId, CityId } from '#db/ids.ts'
import { findActiveCity } from '#domain/catalogue/cities/cities.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { hasChanged } from '#domain/shared/version.ts'
import { draftIn, draftVersion, findAnnouncement } from './announcements.ts'
import {
  type CheckedDraft,
  checkDraft,
  cleaned,
  type Draft,
  type DraftProblem,
} from './check-draft.ts'

export type DraftInput = Omit<Draft, 'city'> & {
  /** A new id for a new announcement, so that the same form sent twice adds one. */
  readonly id: AnnouncementId
  /** One of the active cities, for its renters. */
  readonly cityId: CityId | null
  /** The version that the edit began from; null for a new announcement. */
  readonly seen: string | null
}

export type SaveProblem =
  | { readonly reason: 'not-valid'; readonly problems: readonly DraftProblem[] }
  /** It was published, or its draft deleted, since the form was opened. */
  | { readonly reason: 'already-published' | 'announcement-not-found' }
  /** Another admin has saved the draft since this edit began. */
  | { readonly reason: 'edit-conflict' }

/** Adds the draft of an announcement, or changes it (spec 12.14). */
export async function saveAnnouncement(
  db: Db,
  admin: Admin,
  { id, cityId, seen, ...input }: DraftInput,
  { now, today }: { readonly now: Date; readonly today: CalendarDate },
): Promise<Outcome<null, SaveProblem>> {
  return await inTransaction<Outcome<null, SaveProblem>>(db, async (tx) => {
    const city = cityId && (await findActiveCity(tx, cityId))
    const checked = checkDraft(cleaned({ ...input, city }), today)
    if (!checked.ok) return checked
    const draft = checked.value
    const columns = columnsOf(draft)
    const before = await lockAnnouncement(tx, admin, id)
    if (!before) {
      if (seen !== null) return refused({ reason: 'announcement-not-found' })
      const added = await tx
        .insertInto('announcements')
        .values({ id, ...columns, created_by: admin.id, created_at: now })
        // The same form sent twice at once.
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!added) return done(null)
      await recordAction(tx, admin, { action: 'add', ...lineOf(id), after: columns }, now)
      return done(null)
    }
    if (before.publishedAt) return refused({ reason: 'already-published' })
    const version = draftVersion(draft)
    if (hasChanged(seen ?? '', before.version, version)) return refused({ reason: 'edit-conflict' })
    if (before.version === version) return done(null)
    await tx.updateTable('announcements').set(columns).where('id', '=', id).execute()
    const line = { action: 'edit', ...lineOf(id), before: columnsOf(draftIn(before)) }
    await recordAction(tx, admin, { ...line, after: columns }, now)
    return done(null)
  })
}

/** Deletes a draft; one that is gone already stays so. What was published cannot be deleted. */
export async function deleteDraft(
  db: Db,
  admin: Admin,
  id: AnnouncementId,
  now: Date,
): Promise<Outcome<null, { readonly reason: 'already-published' }>> {
  return await inTransaction<Outcome<null, { readonly reason: 'already-published' }>>(
    db,
    async (tx) => {
      const before = await lockAnnouncement(tx, admin, id)
      if (!before) return done(null)
      if (before.publishedAt) return refused({ reason: 'already-published' })
      await tx.deleteFrom('announcements').where('id', '=', id).execute()
      const line = { action: 'delete', ...lineOf(id), before: columnsOf(draftIn(before)) }
      await recordAction(tx, admin, line, now)
      return done(null)
    },
  )
}

/** Part of commands that change one. */
export async function lockAnnouncement(tx: Tx, admin: Admin, id: AnnouncementId) {
  await tx.selectFrom('announcements').select('id').where('id', '=', id).forUpdate().execute()
  return await findAnnouncement(tx, admin, id)
}

export const lineOf = (id: AnnouncementId) => ({ noun: 'announcement', nounId: id })

function columnsOf(draft: CheckedDraft) {
  return {
    title: draft.title,
    words: draft.words,
    link_address: draft.linkAddress || null,
    link_label: draft.linkLabel || null,
    audience: draft.audience,
    city: draft.city?.name ?? null,
    state: draft.city?.state ?? null,
    has_banner: draft.hasBanner,
    has_email: draft.hasEmail,
    starts_on: draft.startsOn,
    ends_on: draft.endsOn,
  }
}
