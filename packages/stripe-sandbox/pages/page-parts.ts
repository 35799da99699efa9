import type { Work } from '#sandbox/work.ts'

/** The properties of every page. */
export type PageParts = {
  run: <T>(task: (work: Work) => Promise<T>) => Promise<T>
  businessName: string
}
