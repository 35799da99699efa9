import { createHash } from 'node:crypto'

/**
 * What a form shows, in a few letters: it rides along as `seen`, and the command compares it behind
 * its lock. Only what the form can change counts, so that pausing an item disturbs nobody who is
 * editing it.
 */
export function versionOf(
  values: Readonly<Record<string, string | number | null | undefined>>,
): string {
  const sorted = Object.entries(values)
    .map(([name, value]) => [name, value ?? null] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(sorted)).digest('base64url').slice(0, 22)
}

/** What began from another version than the one that stands. A caller without a version overwrites. */
export function hasChanged(seen: string | null | undefined, version: string): boolean {
  return seen !== null && seen !== undefined && seen !== version
}
