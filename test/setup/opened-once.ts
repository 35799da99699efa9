import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder for what the first start of the run leaves, and what commands compile. */
    openedOnce: string
  }
}

export default function (project: TestProject): () => void {
  const folder = mkdtempSync('/tmp/hemline-once-')
  // The database's user, a different one when run as root, has to pass through.
  chmodSync(folder, 0o755)
  project.provide('openedOnce', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
