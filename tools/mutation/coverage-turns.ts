import type { Hits, Line, Plan, TestCoverage } from './plan.ts'
import { switches } from './switches.ts'
import type { Turn } from './turns.ts'

/** Runs every file once and records which mutants each test reaches. */
export async function* coverageTurns(
  { files, hashes }: Extract<Plan, { kind: 'coverage' }>,
  write: (line: Line) => void,
): AsyncGenerator<Turn, undefined> {
  for (const { file, hash } of files) {
    const shared: Hits = {}
    const tests: TestCoverage[] = []
    const failing: string[] = []
    let hits: Hits = shared
    yield {
      file,
      timeout: 300_000,
      wants: () => true,
      onImport: () => recordTo(shared),
      onTest: () => {
        hits = {}
        recordTo(hits)
      },
      onTested: (name, milliseconds, failure) => {
        if (failure === null) tests.push({ name, milliseconds: Math.round(milliseconds), hits })
        else failing.push(name)
        recordTo(shared)
      },
      onEnd: () => {
        switches.record = null
        const before = { name: '', milliseconds: 0, hits: shared }
        const all = [before, ...tests]
        const paths = new Set(all.flatMap((one) => Object.keys(one.hits)))
        const sources = Object.fromEntries([...paths].map((path) => [path, hashes[path] ?? '']))
        write({ kind: 'coverage', file, hash, tests: all, sources, failing })
      },
    }
  }
}

function recordTo(hits: Hits): void {
  switches.record = (path, number) => {
    const ofFile = hits[path] ?? {}
    hits[path] = ofFile
    ofFile[number] = (ofFile[number] ?? 0) + 1
  }
}
