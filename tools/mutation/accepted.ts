import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** A mutant that no test has to kill, with the reason why nobody could notice a difference. */
export interface Accepted {
  readonly path: string
  /** The trimmed line and what changes in it, as in the report. */
  readonly line: string
  readonly was: string
  readonly becomes: string
  readonly reason: string
}

const file = z.record(
  z.string(),
  z.array(
    z.strictObject({ line: z.string(), was: z.string(), becomes: z.string(), reason: z.string() }),
  ),
)

const folder = join(import.meta.dirname, 'accepted')

/** Survivors that no test has to kill: in each file of the folder, by the path of the source. */
export const accepted: readonly Accepted[] = globSync('*.json', { cwd: folder })
  .toSorted()
  .flatMap((name) =>
    Object.entries(file.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')))).flatMap(
      ([path, survivors]) => survivors.map((one) => ({ path, ...one })),
    ),
  )
