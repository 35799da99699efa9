import { showNumber } from '#domain/shared/credits.ts'

/** A refusal in words: beside its fields, or as one sentence when nothing can be corrected. */
export type Answered = { readonly fields: Record<string, string> } | { readonly sentence: string }

/** The message for a text with more characters than this. */
export function tooLong(characters: number): string {
  return `Please keep it to ${showNumber(characters)} characters.`
}

/** The problem of a command that threw an error instead of returning an outcome. */
export type Unexpected = { readonly reason: 'unexpected' }
