import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { tableOf } from '#tools/faults/results.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The file to which each kind of fault adds a line. */
    faultResults: string
  }
}

/** Prints the results of all faults as a table. */
export default function (project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'hemline-fault-results-'))
  const file = join(folder, 'results')
  project.provide('faultResults', file)
  return () => {
    if (existsSync(file)) console.log(`\n${tableOf(file)}\n`)
    rmSync(folder, { recursive: true })
  }
}
