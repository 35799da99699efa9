import type { Problem } from './forms.ts'

/** What a field shows after an answer: the submitted value, or else the saved one, and its problem. */
export const fieldOf = (
  answer: Problem | undefined,
  name: string,
  saved?: string | number | null,
) => ({
  name,
  defaultValue: answer?.values[name] ?? String(saved ?? ''),
  error: answer?.fields[name],
})
