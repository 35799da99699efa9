import type { SettingProblem } from '#domain/site-style/site-settings.ts'
import type { StyleProblems } from '#domain/site-style/site-style.ts'

export const STYLE_NOT_SAVED = 'Failed to save customization'

const SENTENCES = {
  'not-a-font': 'Choose one of the fonts.',
  'not-a-color': 'Enter a color like #ec4899.',
  'not-a-number': 'Enter whole pixels from 0 to the largest that is allowed.',
  'too-long': 'This text is too long.',
  'not-https': 'Enter an address that begins with https://.',
} as const satisfies Record<SettingProblem, string>

/** What is to be corrected, by the field's name. */
export function styleSentences(problems: StyleProblems): Record<string, string> {
  return Object.fromEntries(
    Object.entries(problems).map(([key, problem]) => [key, SENTENCES[problem]]),
  )
}
