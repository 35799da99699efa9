import { showNumber } from '#domain/shared/credits.ts'

/** A refusal in words: beside its fields, or as one sentence when nothing can be corrected. */
export type Answered = { readonly fields: Record<string, string> } | { readonly sentence: string }

/** What stands beside a text of more characters than these. */
export function tooLong(characters: number): string {
  return `Please keep it to ${showNumber(characters)} characters.`
}
