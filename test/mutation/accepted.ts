/** A mutant that no test has to kill, and why: nothing that anybody could notice differs. */
export interface Accepted {
  readonly path: string
  /** The line, without the space around it, and what changes in it, as in the report. */
  readonly line: string
  readonly was: string
  readonly becomes: string
  readonly reason: string
}

export const accepted: readonly Accepted[] = []
