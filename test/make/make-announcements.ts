import type { Db } from '#db/connection.ts'
import type { AnnouncementId } from '#db/ids.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { findAnnouncement } from '#domain/site/announcements/announcements.ts'
import { type DraftInput, saveAnnouncement } from '#domain/site/announcements/edit-announcement.ts'
import { publishAnnouncement } from '#domain/site/announcements/publish-announcement.ts'
import type { MakeThings } from './make.ts'

type Announced = Partial<Omit<DraftInput, 'id' | 'seen'>> & {
  readonly admin?: Admin
  readonly now?: Date
  readonly timeZone?: string
}

/** What admins announce. */
export function makeAnnouncements(db: Db, things: MakeThings) {
  /** A draft, by default of a banner for everybody from today to tomorrow. */
  async function draftAnnouncement({
    now = new Date(),
    timeZone = 'UTC',
    ...given
  }: Announced = {}): Promise<{ id: AnnouncementId; admin: Admin; title: string }> {
    const { admin = await things.admin(), ...draft } = given
    const today = calendarDateIn(timeZone, now)
    const input: DraftInput = {
      id: newId(),
      title: 'New arrivals',
      words: 'Winter coats are here.',
      linkAddress: '',
      linkLabel: '',
      audience: 'everybody',
      cityId: null,
      hasBanner: true,
      hasEmail: false,
      startsOn: today,
      endsOn: addDays(draft.startsOn ?? today, 1),
      seen: null,
      ...draft,
    }
    const saved = await saveAnnouncement(db, admin, input, { now, today })
    if (!saved.ok) throw new Error(`not saved: ${JSON.stringify(saved.problem)}`)
    return { id: input.id, admin, title: input.title }
  }

  /** The same, published. */
  async function announcement(given: Announced = {}) {
    const { now = new Date(), timeZone = 'UTC' } = given
    const draft = await draftAnnouncement(given)
    const found = await findAnnouncement(db, draft.admin, draft.id)
    const seen = { id: draft.id, seen: found?.version ?? '' }
    const published = await publishAnnouncement(db, draft.admin, seen, { now, timeZone })
    if (!published.ok) throw new Error(`not published: ${published.problem.reason}`)
    return draft
  }

  return { draftAnnouncement, announcement }
}
