import { noShowWords } from '#app/components/rental/rental-words.ts'
import type { ExportList } from '#domain/admin/exports/export-period.ts'
import { ACCOUNT_WORDS } from './account-types.tsx'
import { columnsOf, doneWords, keyWords, nounWords, valueWords } from './audit-words.ts'
import texts from './export-words.json' with { type: 'json' }
import { RENTAL_STATUS_WORDS } from './rental-status-words.ts'

// Exports contain codes; this turns them into the texts of the screens.

type Words = Readonly<Record<string, string>>

const { decided, yesNo } = texts

const ITEM = { Approval: decided, Available: yesNo, Paused: yesNo }

const WORDS: Readonly<Record<ExportList, Readonly<Record<string, Words>>>> = {
  people: { 'Account type': ACCOUNT_WORDS, 'Business status': decided },
  rentals: {
    Status: { ...RENTAL_STATUS_WORDS, no_show: noShowWords.recorded.label },
    ...texts.rentals,
  },
  money: texts.money,
  listings: ITEM,
  items: ITEM,
  applications: { Status: decided },
  audit: {},
  payouts: {},
  earnings: texts.earnings,
  closets: {},
  balances: {},
  owed: texts.owed,
  credits: texts.credits,
  receipts: {},
  deposits: texts.deposits,
  unclaimed: {},
}

/** One row of an export in the texts of the screens; `header` names its columns. */
export function exportWords(
  list: ExportList,
  header: readonly string[],
  cells: readonly string[],
  timeZone: string,
) {
  return cells.map((cell, index) => {
    const column = header[index] ?? ''
    if (list === 'audit') return auditCell(column, cell, timeZone)
    if (NUMBERS.test(column) && NEGATIVE.test(cell)) return numberIn(cell)
    return WORDS[list][column]?.[cell] ?? cell
  })
}

const NUMBERS = /\(USD\)$|^Credits/
const NEGATIVE = /^-\d+(\.\d+)?$/

/** A number below 0, which as text would be taken for a formula. */
function numberIn(cell: string) {
  const number = Number(cell)
  return /\.\d\d$/.test(cell) ? { cents: Math.round(number * 100) } : number
}

function auditCell(column: string, cell: string, timeZone: string): string {
  if (column === 'Action') return doneWords(cell).replace(/:$/, '')
  if (column === 'Type') return nounWords(cell)
  return column === 'Before' || column === 'After' ? columnsInWords(cell, timeZone) : cell
}

/** A cell of a spreadsheet has at most 32,767 characters. */
const MAX_CELL = 32_000

/** 'status: delivered; kept: $12.00' for columns as JSON, without ids. */
function columnsInWords(json: string, timeZone: string): string {
  if (json === '') return ''
  const columns: unknown = JSON.parse(json)
  if (typeof columns !== 'object' || columns === null) return String(columns)
  const words = Object.entries(columnsOf(columns))
    .flatMap(([key, value]) => {
      const words = valueWords(key, value, timeZone)
      return words === null ? [] : [`${keyWords(key)}: ${words}`]
    })
    .join('; ')
  return words.length > MAX_CELL ? `${words.slice(0, MAX_CELL)}…` : words
}
