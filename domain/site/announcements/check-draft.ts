import type { AnnouncementAudience } from '#db/enums.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { canBeSeen, oneLine, severalLines } from '#domain/shared/plain-text.ts'
import { addDays, type CalendarDate, daysBetween } from '#domain/shared/time/calendar-date.ts'
import { isSectionLink } from '#domain/site/home/section-link.ts'
import {
  MAX_ANNOUNCEMENT_CHARACTERS,
  MAX_DAYS_AHEAD,
  MAX_DAYS_SHOWN,
  MAX_LINK_CHARACTERS,
  MAX_LINK_LABEL_CHARACTERS,
  MAX_TITLE_CHARACTERS,
} from './announcement-limits.ts'

/** What an announcement says, to whom and when, as the form has it. */
export type Draft = {
  readonly title: string
  readonly words: string
  /** An https address or a path of ours; '' without a link, and then the label is '' too. */
  readonly linkAddress: string
  readonly linkLabel: string
  readonly audience: AnnouncementAudience | null
  /** The city of `renters`; null for the others. */
  readonly city: { readonly name: string; readonly state: string } | null
  readonly hasBanner: boolean
  readonly hasEmail: boolean
  /** The first and the last day, in the time zone of the shop; null for what is no day. */
  readonly startsOn: CalendarDate | null
  readonly endsOn: CalendarDate | null
}

export type CheckedDraft = Draft & {
  readonly audience: AnnouncementAudience
  readonly startsOn: CalendarDate
  readonly endsOn: CalendarDate
}

export type DraftProblem =
  | 'title-missing'
  | 'title-too-long'
  | 'words-missing'
  | 'words-too-long'
  | 'link-not-allowed'
  | 'link-too-long'
  | 'label-missing'
  | 'label-too-long'
  | 'label-without-link'
  | 'audience-missing'
  | 'city-missing'
  | 'city-without-renters'
  | 'nowhere'
  | 'start-missing'
  | 'start-past'
  | 'start-too-far'
  | 'end-missing'
  | 'end-before-start'
  | 'too-many-days'

/** The texts as they are stored: plain text, without what nobody sees. */
export function cleaned(draft: Draft): Draft {
  const line = (text: string) => (canBeSeen(text) ? oneLine(text) : '')
  return {
    ...draft,
    title: line(draft.title),
    words: canBeSeen(draft.words) ? severalLines(draft.words) : '',
    linkAddress: line(draft.linkAddress),
    linkLabel: line(draft.linkLabel),
  }
}

const isLonger = (text: string, max: number) => [...text].length > max

/** The draft, or everything that keeps it from being saved on this day; its texts are `cleaned`. */
export function checkDraft(
  draft: Draft,
  today: CalendarDate,
): Outcome<
  CheckedDraft,
  { readonly reason: 'not-valid'; readonly problems: readonly DraftProblem[] }
> {
  const problems = draftProblems(draft, today)
  const { audience, startsOn, endsOn } = draft
  return problems.length === 0 && audience && startsOn && endsOn
    ? done({ ...draft, audience, startsOn, endsOn })
    : refused({ reason: 'not-valid', problems })
}

function draftProblems(draft: Draft, today: CalendarDate): readonly DraftProblem[] {
  return [
    draft.title === ''
      ? 'title-missing'
      : isLonger(draft.title, MAX_TITLE_CHARACTERS) && 'title-too-long',
    draft.words === ''
      ? 'words-missing'
      : isLonger(draft.words, MAX_ANNOUNCEMENT_CHARACTERS) && 'words-too-long',
    ...linkProblems(draft),
    !draft.audience && 'audience-missing',
    draft.audience === 'renters' && !draft.city && 'city-missing',
    draft.audience !== 'renters' && draft.city && 'city-without-renters',
    !draft.hasBanner && !draft.hasEmail && 'nowhere',
    ...dayProblems(draft, today),
  ].filter((problem): problem is DraftProblem => Boolean(problem))
}

function linkProblems({ linkAddress, linkLabel }: Draft): (DraftProblem | false)[] {
  if (linkAddress === '') return [linkLabel !== '' && 'label-without-link']
  return [
    isLonger(linkAddress, MAX_LINK_CHARACTERS)
      ? 'link-too-long'
      : !isAllowedLink(linkAddress) && 'link-not-allowed',
    linkLabel === ''
      ? 'label-missing'
      : isLonger(linkLabel, MAX_LINK_LABEL_CHARACTERS) && 'label-too-long',
  ]
}

/** An https address, or a path of this site. */
function isAllowedLink(address: string): boolean {
  return isSectionLink(address) && URL.canParse(address, 'https://shop.invalid')
}

function dayProblems({ startsOn, endsOn }: Draft, today: CalendarDate): (DraftProblem | false)[] {
  if (!startsOn || !endsOn) return [!startsOn && 'start-missing', !endsOn && 'end-missing']
  return [
    startsOn < today ? 'start-past' : startsOn > addDays(today, MAX_DAYS_AHEAD) && 'start-too-far',
    endsOn < startsOn
      ? 'end-before-start'
      : daysBetween(startsOn, endsOn) >= MAX_DAYS_SHOWN && 'too-many-days',
  ]
}
