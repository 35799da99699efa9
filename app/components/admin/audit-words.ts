import { SETTING_LABELS } from '#app/components/editor/style-sentences.ts'
import { sectionTypes } from '#db/enums.ts'
import { PRODUCT_WORDS } from '#domain/admin/exports/payment-words.ts'
import { dollars } from '#domain/shared/cents.ts'
import { parseCalendarDate, showDate } from '#domain/shared/time/calendar-date.ts'
import { showInstant } from '#domain/shared/time/show-instant.ts'
import { sectionRecords } from '#domain/site/home/section-records.ts'

// The log stores verbs, nouns and columns; this turns them into text.

const DONE: Readonly<Record<string, string>> = {
  accept: 'accepted',
  'accept difference': 'explained',
  'accept return': 'accepted the return request about',
  'accept offer': 'accepted an offer for',
  activate: 'activated',
  'answer appeal': 'answered the appeal about',
  add: 'added',
  'add webhook': 'added',
  'add holiday': 'added time off to',
  'announce payout rate': 'announced',
  apply: 'sent',
  'at risk': 'put at risk:',
  approve: 'approved',
  'approve name': 'approved the new name of',
  'approve condition': 'approved the condition:',
  block: 'blocked',
  'block dates': 'blocked dates of',
  buy: 'completed',
  cancel: 'cancelled',
  'change account type': 'changed the account type of',
  'confirm delivery': 'confirmed the delivery:',
  'contest return': 'contested the return request about',
  'correct earnings': 'adjusted the earnings of',
  deactivate: 'deactivated',
  'delete webhook': 'deleted',
  'disable webhook': 'disabled',
  'enable webhook': 'enabled',
  'decide report': 'decided a report about',
  'decide appeal': 'decided the appeal about',
  'decide return': 'decided the return request about',
  delete: 'deleted',
  deliver: 'marked as delivered:',
  deny: 'denied',
  'deny name': 'denied the new name of',
  'deny delivery': 'reported as not delivered:',
  'dismiss payment event': 'dismissed',
  edit: 'changed',
  'end waiting': 'removed someone from the waitlist of',
  'expire offer': 'ended an offer for',
  extend: 'extended',
  'fail delivery': 'marked the delivery as failed:',
  'fail transfer': 'recorded as failed:',
  'file appeal': 'appealed against the deposit kept for',
  'free dates': 'unblocked dates of',
  'give credits': 'gave credits to',
  'grant appeal': 'granted the unanswered appeal about',
  hide: 'hid',
  'import listings': 'imported listings into',
  'join waitlist': 'joined the waitlist of',
  'keep deposit': 'kept a deposit:',
  'leave waitlist': 'left the waitlist of',
  list: 'added',
  'make admin': 'gave admin rights to',
  'make transfer': 'sent',
  'mark late': 'marked as late:',
  'change webhook': 'changed',
  'change lending': 'changed the lending of items of',
  'change prices': 'changed prices of',
  'offer dates': 'offered dates of',
  pause: 'paused',
  'pause items': 'paused items of',
  publish: 'published',
  'put back': 'restored',
  'refund purchase': 'refunded a purchase of',
  'reduce withheld': 'reduced the amount kept:',
  'refund deposit': 'refunded the deposit of',
  'remove holiday': 'removed time off from',
  remove: 'removed',
  'remove reply': 'removed the reply to',
  'renew calendar address': 'created a new calendar link for',
  rent: 'rented',
  restyle: 'changed',
  'rotate webhook secret': 'rotated the secret of',
  reopen: 'reopened',
  report: 'reported',
  'report condition': 'added a condition report to',
  request: 'requested',
  'request name': 'requested a new name for',
  'request return': 'requested a return of',
  'risk over': 'no longer at risk:',
  'reset second factor': 'reset the two-step verification of',
  resume: 'resumed',
  'resume items': 'resumed items of',
  retire: 'deleted',
  'retry payment event': 'retried',
  'retry refund': 'retried',
  'retry transfer': 'retried',
  'reverse transfer': 'recorded as reversed:',
  'read conversation': 'read the reported',
  'record return': 'marked as returned:',
  'send again': 'resent',
  'send back': 'marked as sent back:',
  'resolve refund': 'marked as refunded another way:',
  'set up payouts': 'set up payouts:',
  'set lending': 'changed the lending of',
  'start transfer': 'started',
  show: 'showed',
  'sign out': 'signed out everywhere:',
  swap: 'swapped',
  'switch off': 'switched off',
  'switch on': 'switched on',
  'take down': 'took down',
  unblock: 'unblocked',
  'withdraw name': 'withdrew the new name of',
  'withdraw return': 'withdrew the return request about',
  'withdraw appeal': 'withdrew the appeal about',
  'withdraw offer': 'withdrew an offer for',
  'undo accept': 'undid the acceptance:',
  'undo deliver': 'undid the delivery:',
  'undo late': 'removed the late mark:',
  'undo return': 'undid the return:',
  'undo send back': 'undid sending back:',
  'undo review': 'reopened the review:',
}

const NOUNS: Readonly<Record<string, string>> = {
  'about block': 'About section',
  person: 'account',
  rating: 'review',
  mail: 'email',
  order: 'purchase',
  'stripe event': 'payment event',
  'site style': 'site style',
  'platform numbers': 'rules',
  user_to_user_enabled: 'Users can post items',
}

/** 'kept a deposit:' for 'keep-deposit'. */
export function doneWords(action: string): string {
  const name = action.replaceAll('-', ' ')
  return DONE[name] ?? name
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
