import {
  MAX_ADDRESS_LINES,
  type SettingKey,
  type SettingProblem,
} from '#domain/site/style/site-settings.ts'
import type { StyleProblems } from '#domain/site/style/style.ts'

export const STYLE_NOT_SAVED = 'Failed to save customization'

export const SETTING_LABELS = {
  header_font: 'Header font',
  subtitle_font: 'Subtitle font',
  body_font: 'Body font',
  button_font: 'Button font',
  primary_500: 'Primary color',
  secondary_500: 'Secondary color',
  accent_500: 'Accent color',
  header_height: 'Header height (px)',
  border_radius: 'Border radius (px)',
  container_max_width: 'Container width (px)',
  hero_title: 'Hero title',
  hero_subtitle: 'Hero subtitle',
  hero_description: 'Hero description',
  social_link: 'Social link',
  support_email: 'Support email',
  business_address: 'Business address',
} as const satisfies Record<SettingKey, string>

const SENTENCES = {
  'not-a-font': 'Choose one of the fonts.',
  'not-a-color': 'Enter a color like #ec4899.',
  'not-a-number': 'Enter a whole number of pixels within the allowed range.',
  'too-long': 'This text is too long.',
  'not-https': 'Enter an address that begins with https://.',
  'not-an-email': 'Please enter a valid email address.',
  'too-many-lines': `Use at most ${MAX_ADDRESS_LINES} lines.`,
} as const satisfies Record<SettingProblem, string>

export function styleSentences(problems: StyleProblems): Record<string, string> {
  return Object.fromEntries(
    Object.entries(problems).map(([key, problem]) => [key, SENTENCES[problem]]),
  )
}
