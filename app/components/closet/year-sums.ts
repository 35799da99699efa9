import { recordOf } from '#domain/shared/records.ts'

/** What the summary of a year adds up: a number of rentals, and cents. */
export const yearSums = [
  'rentals',
  'rentalCents',
  'damageCents',
  'correctionCents',
  'cents',
  'paidCents',
] as const
export type YearSums = Readonly<Record<(typeof yearSums)[number], number>>

/** `month` is '2026-11'. */
export type YearRow = YearSums & { readonly month: string }

export function totalOfYear(rows: readonly YearRow[]): YearSums {
  return recordOf(yearSums, (name) => rows.reduce((sum, row) => sum + row[name], 0))
}
