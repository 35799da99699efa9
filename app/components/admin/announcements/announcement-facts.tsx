import { Facts } from '#app/components/admin/facts.tsx'
import { Moment } from '#app/components/admin/moment.tsx'
import { capitalized } from '#domain/shared/capitalized.ts'
import { showNumber } from '#domain/shared/credits.ts'
import type { AnnouncementState } from '#domain/site/announcements/announcement-state.ts'
import type { Announcement } from '#domain/site/announcements/announcements.ts'
import { waysInWords, whomInWords } from './announcement-words.ts'
import { StateBadge } from './state-badge.tsx'

type AnnouncementFactsProps = { announcement: Announcement; state: AnnouncementState }

/** A published announcement: to whom, when, and what was sent. */
export function AnnouncementFacts({ announcement, state }: AnnouncementFactsProps) {
  const { startsAt, endsAt, endedAt, emailsAt, emailsDoneAt, emails } = announcement
  const at = (instant: Date | null) => instant && <Moment at={instant} />
  return (
    <Facts
      facts={[
        ['State', <StateBadge key="state" state={state} />],
        ['For', whomInWords(announcement)],
        ['Sent as', capitalized(waysInWords(announcement))],
        ['From', at(startsAt)],
        ['Until', at(endsAt)],
        ['Ended early', at(endedAt)],
        ['Emails', emailsAt && showNumber(emails)],
        [emailsDoneAt ? 'Emails finished' : 'Emails from', at(emailsDoneAt ?? emailsAt)],
        ['Written by', announcement.author],
      ]}
    />
  )
}
