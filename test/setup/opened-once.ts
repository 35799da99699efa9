import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder for the project of the run's first start and the compile cache of commands. */
    openedOnce: string
  }
}

export default function (project: TestProject): () => void {
  const folder = mkdtempSync('/tmp/hemline-once-')
  // When run as root, the database's user is a different one and needs access.
  chmodSync(folder, 0o755)
  project.provide('openedOnce', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
