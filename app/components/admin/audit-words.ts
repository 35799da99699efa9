import { SETTING_LABELS } from '#app/components/editor/style-sentences.ts'
import { sectionTypes } from '#db/enums.ts'
import { PRODUCT_WORDS } from '#domain/admin/exports/payment-words.ts'
import { dollars } from '#domain/shared/cents.ts'
import { parseCalendarDate, showDate } from '#domain/shared/time/calendar-date.ts'
import { showInstant } from '#domain/shared/time/show-instant.ts'
import { sectionRecords } from '#domain/site/home/section-records.ts'
import words from './audit-words.json' with { type: 'json' }

// The log stores verbs, nouns and columns; this turns them into text.
const ACTIONS: Readonly<Record<string, string>> = words.actions
const NOUNS: Readonly<Record<string, string>> = words.nouns

/** 'kept a deposit:' for 'keep-deposit'. */
export function doneWords(action: string): string {
  const name = action.replaceAll('-', ' ')
  return ACTIONS[name] ?? name
}

export const nounWords = (noun: string) => NOUNS[noun] ?? noun.replaceAll('_', ' ')

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

/** 'approval status' for 'approval_status', 'kept' for 'kept_cents', 'amount' for 'cents'. */
export function keyWords(key: string): string {
  const label = Object.entries(SETTING_LABELS).find(([setting]) => setting === key)
  if (label) return label[1]
  const words = key
    .replace(/_?[Cc]ents$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll('_', ' ')
  return words || 'amount'
}

/** A value in plain language; null for ids, which say nothing to a reader. */
export function valueWords(key: string, value: unknown, timeZone: string): string | null {
  // The person is shown beside the line.
  if (/(_by|_id|By|Id)$/.test(key)) return null
  if (key === 'gift_months' && value === null) return 'never'
  if (value === null || value === undefined || value === '') return 'empty'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return /cents$/i.test(key) ? dollars(value) : String(value)
  if (Array.isArray(value)) return listWords(key, value, timeZone)
  if (typeof value !== 'string') return null
  if (UUID.test(value)) return null
  if (key === 'product') return productWords(value)
  const day = value.length === 10 ? parseCalendarDate(value) : null
  if (day) return showDate(day)
  if (!INSTANT.test(value)) return value.replaceAll('_', ' ')
  return showInstant(new Date(value), timeZone)
}

/** 'rental.late, rental.requested'; null for a list of ids. */
function listWords(key: string, list: readonly unknown[], timeZone: string): string | null {
  const words = list.flatMap((one) => valueWords(key, one, timeZone) ?? [])
  if (words.length > 0) return words.join(', ')
  return list.length === 0 ? 'empty' : null
}

/**
 * The columns of a row as logged; a single value is shown under its own name. For the home page,
 * the columns of each section, with its position.
 */
export function columnsOf(side: unknown): Record<string, unknown> {
  if (side === null || side === undefined) return {}
  if (typeof side !== 'object') return { value: side }
  return Array.isArray(side) ? Object.assign({}, ...side.map(entryColumns)) : { ...side }
}

/** 'title' of the second entry, a text block, is '2 Text Block title'. */
function entryColumns(entry: unknown, index: number): Record<string, unknown> {
  const { type, content, ...columns } = Object(entry)
  const section = sectionTypes.find((known) => known === type)
  const place = section ? `${index + 1} ${sectionRecords[section].name}` : `${index + 1}`
  return Object.fromEntries(
    Object.entries({ ...columns, ...Object(content) })
      .filter(([key]) => key !== 'id')
      .map(([key, value]) => [`${place} ${key}`, value]),
  )
}

/** 'Credit pack' for 'one_time'. */
function productWords(product: string): string {
  const known = Object.entries(PRODUCT_WORDS).find(([type]) => type === product)
  return known?.[1] ?? product.replaceAll('_', ' ')
}
