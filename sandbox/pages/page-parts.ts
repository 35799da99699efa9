import type { Work } from '#sandbox/work.ts'

/** What every page gets. */
export type PageParts = {
  run: <T>(task: (work: Work) => Promise<T>) => Promise<T>
  businessName: string
}
