import { href } from 'react-router'
import { filterWords } from '#app/components/manage/stage-words.ts'
import { accountingLists, type ExportList } from '#domain/admin/exports/export-period.ts'
import type { ExportProblem } from '#domain/admin/exports/exports.ts'
import { recordOf } from '#domain/shared/records.ts'
import { doneWords, nounWords } from './audit-words.ts'

const LISTS = {
  people: 'users',
  rentals: 'rentals',
  money: 'payments and refunds',
  listings: 'listings',
  items: 'items',
  applications: 'applications',
  audit: 'the audit log',
  payouts: 'payouts',
  earnings: 'earnings of closets',
  closets: 'yearly earnings by closet',
  balances: 'balances of closets',
  owed: 'what closets are owed',
  credits: 'credit movements',
  receipts: 'taxable receipts',
  deposits: 'deposits',
  unclaimed: 'unclaimed balances',
} as const satisfies Record<ExportList, string>

export const LIST_TABS = {
  people: href('/admin/users'),
  rentals: href('/admin/rentals'),
  money: href('/admin/money'),
  listings: href('/admin/listings'),
  items: href('/admin/items'),
  applications: href('/admin/applications'),
  audit: href('/admin/audit'),
  ...recordOf(accountingLists, () => href('/admin/months')),
} as const satisfies Record<ExportList, string>

export const listWords = (list: ExportList): string => LISTS[list]

export const downloadWords = (list: ExportList): string => `Download ${LISTS[list]} (CSV)`

/** 'Only: Past, “zoe”' for a part of a list; null for all of it. */
export function partWords(
  list: ExportList,
  { q, part, actor, noun, action, id }: Readonly<Record<string, string | undefined>>,
): string | null {
  const tab =
    list === 'rentals'
      ? Object.entries(filterWords).find(([name]) => name === part && name !== 'all')?.[1]
      : part?.replaceAll('_', ' ')
  const words = [
    tab,
    q && `“${q}”`,
    actor && `by “${actor}”`,
    noun && nounWords(noun),
    action && doneWords(action).replace(/:$/, ''),
    id && `of ${id}`,
  ].filter(Boolean)
  return words.length > 0 ? `Only: ${words.join(', ')}` : null
}

type Sentences = { readonly sentence?: string; readonly from?: string; readonly to?: string }

export function downloadProblem(problem: ExportProblem): Sentences {
  if (problem.reason === 'no-such-day')
    return { [problem.field]: 'Please enter a valid date, such as 2026-11-30.' }
  if (problem.reason === 'ends-before-it-starts')
    return { to: 'The last day is before the first one.' }
  return { sentence: SENTENCES[problem.reason] }
}

const SENTENCES = {
  'too-many-rows': 'There are too many rows for one file. Please choose a shorter period.',
  'too-many-to-search':
    'There are too many rows to search for one file. Please choose a shorter period, or more or longer words.',
  'too-many-people':
    'Many people match this name, so no file was made. Please type more of it in the audit log.',
  'takes-too-long':
    'Finding these rows took too long, so no file was made. Please choose a shorter period or other filters.',
} as const
