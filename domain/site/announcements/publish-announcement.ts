import { sql } from 'kysely'
import { type Db, type DbOrTx, inTransaction, type Tx } from '#db/connection.ts'
import type { AnnouncementId } from '#db/ids.ts'
import { removeUnsentMailOf } from '#domain/outbound/mail/outbox.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { countUpTo } from '#domain/shared/lists/found.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { type CalendarDate, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { endOfDay, instantIn, startOfDay } from '#domain/shared/time/local-time.ts'
import { EMAIL_HOUR, MAX_EMAILED_A_DAY, MAX_OPEN_ANNOUNCEMENTS } from './announcement-limits.ts'
import { announcementState } from './announcement-state.ts'
import { type Announcement, draftIn } from './announcements.ts'
import { checkDraft, type DraftProblem } from './check-draft.ts'
import { lineOf, lockAnnouncement } from './edit-announcement.ts'
import { recipients } from './recipients.ts'

export type PublishProblem =
  | { readonly reason: 'announcement-not-found' | 'already-published' }
  /** The draft is not what the admin has confirmed. */
  | { readonly reason: 'edit-conflict' }
  /** Its days have passed meanwhile. */
  | { readonly reason: 'not-valid'; readonly problems: readonly DraftProblem[] }
  /** `MAX_OPEN_ANNOUNCEMENTS` are published and not over. */
  | { readonly reason: 'too-many-open' }
  /** `MAX_EMAILED_A_DAY` announcements are sent by email on its first day. */
  | { readonly reason: 'too-many-emails' }

type At = { readonly now: Date; readonly timeZone: string }

/** Publishes a draft as it was seen: from then on it only ends (spec 12.14). */
export async function publishAnnouncement(
  db: Db,
  admin: Admin,
  { id, seen }: { readonly id: AnnouncementId; readonly seen: string },
  { now, timeZone }: At,
): Promise<Outcome<null, PublishProblem>> {
  return await inTransaction<Outcome<null, PublishProblem>>(db, async (tx) => {
    const found = await lockAnnouncement(tx, admin, id)
    if (!found) return refused({ reason: 'announcement-not-found' })
    if (found.publishedAt) return refused({ reason: 'already-published' })
    if (found.version !== seen) return refused({ reason: 'edit-conflict' })
    const today = calendarDateIn(timeZone, now)
    const checked = checkDraft(draftIn(found), today)
    if (!checked.ok) return checked
    // One at a time: the limits count what others publish.
    await sql`select pg_advisory_xact_lock(hashtext('announcements'))`.execute(tx)
    if ((await countOpen(tx, now)) >= MAX_OPEN_ANNOUNCEMENTS)
      return refused({ reason: 'too-many-open' })
    const emails = found.hasEmail ? await emailTimes(tx, found.startsOn, { now, timeZone }) : {}
    if (!emails) return refused({ reason: 'too-many-emails' })
    const times = {
      published_at: now,
      starts_at: found.startsOn === today ? now : startOfDay(timeZone, found.startsOn),
      ends_at: endOfDay(timeZone, found.endsOn),
    }
    await tx
      .updateTable('announcements')
      .set({ ...times, ...emails })
      .where('id', '=', id)
      .execute()
    const after = { title: found.title, starts_on: found.startsOn, ends_on: found.endsOn }
    await recordAction(tx, admin, { action: 'publish', ...lineOf(id), after }, now)
    return done(null)
  })
}

async function countOpen(tx: Tx, now: Date): Promise<number> {
  const open = tx
    .selectFrom('announcements')
    .where('published_at', 'is not', null)
    .where('ended_at', 'is', null)
    .where('ends_at', '>', now)
  return await countUpTo(tx, open, MAX_OPEN_ANNOUNCEMENTS)
}

/** When its emails are sent, in the first free place of the day; null when the day has none. */
async function emailTimes(tx: Tx, day: CalendarDate, { now, timeZone }: At) {
  const taken = await tx
    .selectFrom('announcements')
    .select('email_place')
    .where('email_day', '=', day)
    .execute()
  const places = Array.from({ length: MAX_EMAILED_A_DAY }, (_, index) => index + 1)
  const place = places.find((one) => !taken.some(({ email_place }) => email_place === one))
  if (place === undefined) return null
  const morning = instantIn(timeZone, day, EMAIL_HOUR)
  return {
    emails_at: morning > now && day !== calendarDateIn(timeZone, now) ? morning : now,
    email_day: day,
    email_place: place,
  }
}

export type EndProblem = {
  readonly reason: 'announcement-not-found' | 'not-published' | 'already-ended'
}

/**
 * Ends a published announcement before its last day: its banner disappears, and emails that have
 * not been sent are not. One that has ended already is refused.
 */
export async function endAnnouncement(
  db: Db,
  admin: Admin,
  id: AnnouncementId,
  now: Date,
): Promise<Outcome<null, EndProblem>> {
  return await inTransaction<Outcome<null, EndProblem>>(db, async (tx) => {
    const found = await lockAnnouncement(tx, admin, id)
    if (!found) return refused({ reason: 'announcement-not-found' })
    const state = announcementState(found, now)
    if (state === 'draft') return refused({ reason: 'not-published' })
    if (state === 'ended') return refused({ reason: 'already-ended' })
    const removed = found.emailsAt ? await removeUnsentMailOf(tx, id) : 0
    const emails = found.emails - removed
    await tx
      .updateTable('announcements')
      .set({ ended_at: now, emails })
      .$if(found.emailsAt !== null && found.emailsDoneAt === null, (end) =>
        end.set({ emails_done_at: now }),
      )
      // A day without any email has its place back.
      .$if(emails === 0, (end) => end.set({ email_day: null, email_place: null }))
      .where('id', '=', id)
      .execute()
    const before = { title: found.title }
    const after = { title: found.title, emails_sent: emails }
    await recordAction(tx, admin, { action: 'end early', ...lineOf(id), before, after }, now)
    return done(null)
  })
}

/** How many people an announcement reaches, each up to one more than `MAX_COUNTED`. */
export async function countReached(
  db: DbOrTx,
  announcement: Pick<Announcement, 'audience' | 'city' | 'state' | 'hasEmail' | 'hasBanner'>,
): Promise<{ readonly accounts: number; readonly emails: number }> {
  const [accounts, emails] = await Promise.all([
    countUpTo(db, recipients(db, announcement, 'banner')),
    announcement.hasEmail ? countUpTo(db, recipients(db, announcement, 'email')) : 0,
  ])
  return { accounts, emails }
}
