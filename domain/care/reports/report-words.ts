import type { ReportedNoun, ReportOutcome, ReportReason } from '#db/enums.ts'

/** 'the listing'. */
export const REPORTED_NOUNS = {
  item: 'listing',
  person: 'person',
  message: 'message',
  review: 'review',
} as const satisfies Record<ReportedNoun, string>

export const REPORT_REASONS = {
  misleading: 'Wrong or misleading',
  counterfeit: 'Counterfeit item',
  offensive: 'Insulting, hateful or harassing',
  fraud: 'Fraud, or payment outside Hemline',
  unlawful: 'Illegal',
  private: 'Shows private information',
  other: 'Something else',
} as const satisfies Record<ReportReason, string>

export const REPORT_OUTCOMES = {
  no_action: 'No action',
  warned: 'Warning',
  removed: 'Removed',
  blocked: 'Account blocked',
} as const satisfies Record<ReportOutcome, string>

/** What was reported, for use in a sentence: its title, or 'a message' where it has no title. */
export function reportedThing(noun: ReportedNoun, title: string, article: 'a' | 'your'): string {
  return hasWords(noun) ? `${article} ${REPORTED_NOUNS[noun]}` : title
}

/** The text of a message or review as a paragraph; none for things with a title. */
export function reportedWords(noun: ReportedNoun, title: string): string[] {
  return hasWords(noun) ? [`The ${REPORTED_NOUNS[noun]}: “${title}”`] : []
}

const hasWords = (noun: ReportedNoun) => noun === 'message' || noun === 'review'

/** The first line of what was reported; short enough for a subject. */
export function titleIn(shown: string): string {
  const [line = ''] = shown.split('\n', 1)
  const characters = [...line]
  return characters.length > 80 ? `${characters.slice(0, 79).join('')}…` : line
}
