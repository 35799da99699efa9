import type { FormAnswer, Problem } from '#app/forms/forms.ts'

/** The answer to saving or showing a block; `theirs` is the version that someone else has saved. */
export type AboutAnswer =
  | Extract<FormAnswer, { ok: true }>
  | (Problem & { readonly theirs: string | null })

/** `Error saving founders data: …` or `Error saving content: …` (spec 14.1). */
export function notSaved(intent: unknown, message = 'Unknown error'): string {
  return `Error saving ${intent === 'founders' ? 'founders data' : 'content'}: ${message}`
}
