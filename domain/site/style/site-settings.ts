import type { SettingCategory, SettingType } from '#db/enums.ts'
import { severalLines, storable } from '#domain/shared/plain-text.ts'
import { recordBy } from '#domain/shared/records.ts'
import { isFont } from './fonts.ts'

type Setting = {
  readonly type: SettingType
  readonly category: SettingCategory
  /** The default when nothing valid was saved. */
  readonly usual: string
  readonly description: string
  /** The largest number, or the longest text. */
  readonly max?: number
}

export const MAX_ADDRESS_LINES = 5

const font = (usual: string, description: string) =>
  ({ type: 'font', category: 'typography', usual, description }) as const
const colour = (usual: string, description: string) =>
  ({ type: 'color', category: 'colors', usual, description }) as const
const pixels = (usual: string, max: number, description: string) =>
  ({ type: 'number', category: 'layout', usual, max, description }) as const
const text = (usual: string, max: number, description: string) =>
  ({ type: 'text', category: 'content', usual, max, description }) as const

/** Every setting of the site's style, as stored in `site_customization` (spec 15). */
export const siteSettings = {
  header_font: font('Playfair Display', 'Font of the headings'),
  subtitle_font: font('Inter', 'Font of the lines below headings'),
  body_font: font('Inter', 'Font of running text'),
  button_font: font('Inter', 'Font of buttons and navigation'),
  primary_500: colour('#ec4899', 'Primary color'),
  secondary_500: colour('#8b5cf6', 'Secondary color'),
  accent_500: colour('#06b6d4', 'Accent color'),
  header_height: pixels('64', 400, 'Height of the header in px'),
  border_radius: pixels('8', 100, 'Radius of corners in px'),
  container_max_width: pixels('1280', 4000, 'Width of the page in px'),
  hero_title: text('Rent Designer Fashion', 200, 'Title of a hero without its own'),
  hero_subtitle: text('For Every Occasion', 200, 'Subtitle of a hero without its own'),
  hero_description: text(
    'Borrow something wonderful from your bestie’s closet, and give it back after.',
    2000,
    'Description of a hero without its own',
  ),
  social_link: text('https://instagram.com', 500, 'Where the social icon leads'),
  support_email: text('', 254, 'Where people write to; none means the feedback form'),
  business_address: text('', 200, 'Postal address of the seller, on receipts'),
} as const satisfies Readonly<Record<string, Setting>>

export type SettingKey = keyof typeof siteSettings
export type SiteStyle = Readonly<Record<SettingKey, string>>

export type SettingProblem =
  | 'not-a-font'
  | 'not-a-color'
  | 'not-a-number'
  | 'too-long'
  | 'not-https'
  | 'not-an-email'
  | 'too-many-lines'

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(siteSettings, key)
}

export const settingKeys = Object.keys(siteSettings).filter(isSettingKey)

/** The largest number, or the longest text, of a setting; undefined where only the type counts. */
export function largest(key: SettingKey): number | undefined {
  const setting: Setting = siteSettings[key]
  return setting.max
}

/** The value to store: texts without invisible characters, and colours in lower case. */
export function tidySetting(key: SettingKey, value: string): string {
  const tidy = storable(value).trim()
  switch (siteSettings[key].type) {
    case 'color':
      return tidy.toLowerCase()
    case 'text':
      return severalLines(tidy)
    default:
      return tidy
  }
}

// Addresses that links and email headers can contain unescaped.
const EMAIL = /^[\w.+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+$/i

/** The problem with a tidied value; null when it can be saved. */
export function settingProblem(key: SettingKey, value: string): SettingProblem | null {
  const max = largest(key) ?? Number.POSITIVE_INFINITY
  switch (siteSettings[key].type) {
    case 'font':
      return isFont(value) ? null : 'not-a-font'
    case 'color':
      return /^#[0-9a-f]{6}$/.test(value) ? null : 'not-a-color'
    case 'number':
      return /^\d{1,4}$/.test(value) && Number(value) <= max ? null : 'not-a-number'
    case 'text':
      if (value.length > max) return 'too-long'
      if (value === '') return null
      if (key === 'support_email') return EMAIL.test(value) ? null : 'not-an-email'
      if (key === 'business_address')
        return value.split('\n').length > MAX_ADDRESS_LINES ? 'too-many-lines' : null
      if (key !== 'social_link') return null
      return isHttps(value) ? null : 'not-https'
  }
}

/** `URL.parse` and `URL.canParse` are missing in browsers that preview the style. */
function isHttps(address: string): boolean {
  try {
    return new URL(address).protocol === 'https:'
  } catch {
    return false
  }
}

/** The style from stored values; anything missing, empty or invalid has its default. */
export function styleFrom(stored: Readonly<Record<string, unknown>>): SiteStyle {
  const read = (key: SettingKey): string => {
    const current = stored[key]
    const value = typeof current === 'string' ? tidySetting(key, current) : ''
    return value !== '' && settingProblem(key, value) === null ? value : siteSettings[key].usual
  }
  return recordBy(settingKeys, (key) => key, read)
}
