import { pick } from './chance.ts'

const WORDS = [
  'Silk',
  'a',
  'red under 5 credits',
  'O’Hara & Söhne',
  '<b>"bold"</b>',
  'שמלה אדומה',
  'gown 👗',
  '   ',
  '100%_\\',
  'Two words\u00a0more',
]
const NUMBERS = ['0', '1', '2', '7', '40', '365', '99999', '-3', '12.5', '1e3']
const EMAILS = ['ada@example.com', 'newcomer@hemline.test', 'no address', 'a@b']
const PHONES = ['2125550187', '+1 (212) 555-0187', '12']
const ZIPS = ['10001', '11201', '00000', '1']
const DAYS = ['12242026', '01022027', '02302027']
const CARDS = ['4242424242424242', '4000000000000002', '12']
const PASSWORDS = ['try-hemline-once', 'a long and quiet sentence', 'short']

/** What the focused field is about. */
export interface Focus {
  readonly type: string
  readonly name: string
}

/** A text for the field: mostly one that fits it. */
export function textFor(seed: string, { type, name }: Focus): string {
  return pick(seed, textsFor(type, name))
}

function textsFor(type: string, name: string): readonly string[] {
  if (type === 'email' || /email/i.test(name)) return EMAILS
  if (type === 'password') return PASSWORDS
  if (type === 'date' || type === 'month') return DAYS
  if (/card/i.test(name)) return CARDS
  if (/zip|postal/i.test(name)) return ZIPS
  if (type === 'tel' || /phone/i.test(name)) return PHONES
  if (type === 'number' || /credits|cents|price|amount|days|value|size|distance/i.test(name))
    return NUMBERS
  return WORDS
}

/** Bombadil generates texts from patterns; this one has only the text itself. */
export const patternOf = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
