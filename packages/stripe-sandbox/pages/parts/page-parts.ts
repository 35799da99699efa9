import type { Work } from '#sandbox/core/work.ts'

/** The properties of every page. */
export type PageParts = {
  run: <T>(task: (work: Work) => Promise<T>) => Promise<T>
  businessName: string
}
