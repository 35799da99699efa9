/** What is typed, with a saved message after it. */
export function withSaved(typed: string, saved: string): string {
  return typed.trim() === '' ? saved : `${typed.trimEnd()}\n\n${saved}`
}
