import { tooLong } from '#app/forms/answered.ts'
import type { BadgeKind } from '#app/ui/badge.tsx'
import type { AnnouncementAudience } from '#db/enums.ts'
import { capitalized } from '#domain/shared/capitalized.ts'
import { inWords } from '#domain/shared/figures.ts'
import { showCounted } from '#domain/shared/lists/show-counted.ts'
import {
  MAX_ANNOUNCEMENT_CHARACTERS,
  MAX_DAYS_AHEAD,
  MAX_DAYS_SHOWN,
  MAX_EMAILED_A_DAY,
  MAX_LINK_CHARACTERS,
  MAX_LINK_LABEL_CHARACTERS,
  MAX_OPEN_ANNOUNCEMENTS,
  MAX_TITLE_CHARACTERS,
} from '#domain/site/announcements/announcement-limits.ts'
import type { AnnouncementState } from '#domain/site/announcements/announcement-state.ts'
import type { DraftProblem } from '#domain/site/announcements/check-draft.ts'

export const STATES: Readonly<Record<AnnouncementState, { label: string; badge: BadgeKind }>> = {
  draft: { label: 'Draft', badge: 'accent' },
  scheduled: { label: 'Scheduled', badge: 'info' },
  live: { label: 'Live', badge: 'success' },
  ended: { label: 'Ended', badge: 'plain' },
}

export const AUDIENCES: Readonly<Record<AnnouncementAudience, string>> = {
  everybody: 'Everybody',
  closets: 'Closets',
  renters: 'Renters of a city',
}

type Whom = {
  readonly audience: AnnouncementAudience
  readonly city: string | null
  readonly state: string | null
}

/** 'Renters of Brooklyn, NY'. */
export function whomInWords({ audience, city, state }: Whom): string {
  return audience === 'renters' ? `Renters of ${city}, ${state}` : AUDIENCES[audience]
}

export function waysInWords(ways: { hasBanner: boolean; hasEmail: boolean }): string {
  if (ways.hasBanner && ways.hasEmail) return 'banner and email'
  return ways.hasBanner ? 'banner' : 'email'
}

/** '1 person', '240 people'. */
export function peopleInWords(count: number): string {
  return count === 1 ? '1 person' : `${showCounted(count)} people`
}

export const ANNOUNCEMENT_NOT_SAVED = 'The announcement could not be saved. Please try again.'
export const ALREADY_PUBLISHED = 'This announcement is published already.'
export const ANNOUNCEMENT_GONE = 'Another admin has deleted this draft.'
export const TOO_MANY_OPEN = `${MAX_OPEN_ANNOUNCEMENTS} announcements are live or scheduled, which is the limit. Please end one first.`
export const TOO_MANY_EMAILS = `${capitalized(inWords(MAX_EMAILED_A_DAY, 'announcement'))} by email begin on its first day already, which is the limit. Please choose another day, or show only a banner.`

/** The field beside which each problem of a draft is said, and the sentence. */
export const DRAFT_SENTENCES: Readonly<Record<DraftProblem, readonly [string, string]>> = {
  'title-missing': ['title', 'Please enter a title.'],
  'title-too-long': ['title', tooLong(MAX_TITLE_CHARACTERS)],
  'words-missing': ['words', 'Please enter the text.'],
  'words-too-long': ['words', tooLong(MAX_ANNOUNCEMENT_CHARACTERS)],
  'link-not-allowed': ['link_address', 'Please enter a path like /styles or an https:// address.'],
  'link-too-long': ['link_address', tooLong(MAX_LINK_CHARACTERS)],
  'label-missing': ['link_label', 'Please enter the words of the link.'],
  'label-too-long': ['link_label', tooLong(MAX_LINK_LABEL_CHARACTERS)],
  'label-without-link': ['link_address', 'Please enter where the link leads, or remove its words.'],
  'audience-missing': ['audience', 'Please choose whom it is for.'],
  'city-missing': ['city', 'Please choose a city.'],
  'city-without-renters': ['city', 'Only renters are of a city. Please choose no city.'],
  nowhere: ['ways', 'Please choose a banner, an email, or both.'],
  'start-missing': ['starts_on', 'Please enter a date.'],
  'start-past': ['starts_on', 'Please choose today or a later day.'],
  'start-too-far': [
    'starts_on',
    `Please choose a day within the next ${inWords(MAX_DAYS_AHEAD, 'day')}.`,
  ],
  'end-missing': ['ends_on', 'Please enter a date.'],
  'end-before-start': ['ends_on', 'Please choose the first day or a later one.'],
  'too-many-days': ['ends_on', `An announcement lasts at most ${inWords(MAX_DAYS_SHOWN, 'day')}.`],
}
