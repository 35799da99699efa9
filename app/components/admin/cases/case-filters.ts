import type { CasePart } from '#domain/care/cases/cases.ts'

/** The tabs of a list of cases. */
export const CASE_FILTERS = [
  { value: 'decide', label: 'To decide' },
  { value: 'answer', label: 'Answer due' },
  { value: 'decided', label: 'Decided' },
] as const satisfies readonly { readonly value: CasePart; readonly label: string }[]
