import type { BadgeKind } from '#app/ui/badge.tsx'
import type { ImportOutcome, ListingImportStatus } from '#db/enums.ts'
import type { CellProblem } from '#db/import-rows.ts'
import type { ListedImport } from '#domain/catalogue/imports/import-queries.ts'

export const SIGNS_IN_FILE_NAMES =
  'Write _ for a sign that a file name cannot have: 3_4.jpg for SKU 3/4 or 3:4.'

/** 'price: Please enter the credits per week.' */
export function problemText({ column, sentence }: CellProblem): string {
  return column === '' ? sentence : `${column}: ${sentence}`
}

type Counts = Pick<ListedImport, 'created' | 'changed' | 'refused' | 'unchanged'>

/** '180 new, 12 changed, 8 refused', and unchanged rows if there are any. */
export function countsInWords({ created, changed, refused, unchanged }: Counts): string {
  const figure = (count: number) => count.toLocaleString('en-US')
  return [
    `${figure(created)} new`,
    `${figure(changed)} changed`,
    ...(unchanged > 0 ? [`${figure(unchanged)} unchanged`] : []),
    ...(refused > 0 ? [`${figure(refused)} refused`] : []),
  ].join(', ')
}

export const importStatusWords = {
  mapping: { label: 'Choose columns', kind: 'accent' },
  checking: { label: 'Being checked', kind: 'info' },
  checked: { label: 'Checked', kind: 'accent' },
  importing: { label: 'Being imported', kind: 'info' },
  done: { label: 'Imported', kind: 'success' },
  discarded: { label: 'Discarded', kind: 'plain' },
} as const satisfies Record<ListingImportStatus, { label: string; kind: BadgeKind }>

export const outcomeWords = {
  add: { label: 'New', kind: 'success' },
  added: { label: 'New', kind: 'success' },
  change: { label: 'Changed', kind: 'info' },
  changed: { label: 'Changed', kind: 'info' },
  unchanged: { label: 'Unchanged', kind: 'plain' },
  refused: { label: 'Refused', kind: 'danger' },
} as const satisfies Record<ImportOutcome, { label: string; kind: BadgeKind }>
