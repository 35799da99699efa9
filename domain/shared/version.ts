import { createHash } from 'node:crypto'

/**
 * A short version of what a form shows. It is submitted as `seen`, and the command compares it
 * under its lock. Only fields that the form can change count, so pausing an item does not conflict
 * with an edit of it.
 */
export function versionOf(
  values: Readonly<Record<string, string | number | boolean | null | undefined>>,
): string {
  // In an array, JSON writes undefined as null.
  const sorted = Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(sorted)).digest('base64url').slice(0, 22)
}

/**
 * Whether an edit started from a version other than the current one. Without a version, the edit
 * overwrites. An edit that saves the current values does not conflict: it was probably sent again
 * because its answer was lost.
 * @param saved the version that the edit results in
 */
export function hasChanged(
  seen: string | null | undefined,
  version: string,
  saved: string,
): boolean {
  return seen !== null && seen !== undefined && seen !== version && saved !== version
}
