import { appendFileSync, existsSync, globSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Mutant } from './find-mutants.ts'
import { type CoverageLine, type Line, type MutantLine, readLines, type TestFile } from './plan.ts'
import type { Layer, Source } from './sources.ts'

/**
 * Results of earlier runs that are still valid. The processes of a run add their lines to one file,
 * so that an interrupted run continues where it stopped.
 */
export class Store {
  readonly path: string
  readonly #left: () => string[]
  #coverage = new Map<string, CoverageLine>()
  #mutants = new Map<string, MutantLine>()

  /** Reads `folder/LAYER.jsonl` and the files that processes of an interrupted run have left. */
  constructor(folder: string, layer: Layer) {
    mkdirSync(folder, { recursive: true })
    this.path = join(folder, `${layer}.jsonl`)
    this.#left = () => globSync(join(folder, `${layer}-*.jsonl`))
    this.read()
  }

  read(): void {
    this.#coverage.clear()
    this.#mutants.clear()
    for (const path of [this.path, ...this.#left()].filter(existsSync))
      for (const line of readLines(path)) {
        if (line.kind === 'coverage') this.#coverage.set(line.file, line)
        if (line.kind === 'mutant') this.#mutants.set(keyOf(line), line)
      }
  }

  /** Merges files of interrupted runs. Only for the start of a run, when nothing else writes. */
  mergeInterrupted(): void {
    for (const path of this.#left()) {
      for (const line of readLines(path)) if (line.kind !== 'begun') this.add(line)
      rmSync(path)
    }
  }

  add(line: Line): void {
    appendFileSync(this.path, `${JSON.stringify(line)}\n`)
  }

  /** The valid coverage: of test files that have not changed and whose reached files have not. */
  coverage(tests: readonly TestFile[], sources: readonly Source[]): CoverageLine[] {
    const hashes = new Map(sources.map(({ path, hash }) => [path, hash]))
    return tests.flatMap(({ file, hash }) => {
      const line = this.#coverage.get(file)
      if (line?.hash !== hash) return []
      const isSame = Object.entries(line.sources).every(([path, one]) => hashes.get(path) === one)
      return isSame ? [line] : []
    })
  }

  /** A kill is valid while its test is unchanged, a survival while the tests that ran are. */
  outcome(
    { path, hash }: Source,
    { number }: Mutant,
    tests: readonly TestFile[],
  ): Pick<MutantLine, 'outcome' | 'passed'> | null {
    const line = this.#mutants.get(keyOf({ path, hash, number }))
    if (!line) return null
    const isSame = (one: TestFile) =>
      tests.some(({ file, hash }) => file === one.file && hash === one.hash)
    if (line.killer && !isSame(line.killer)) return null
    return { outcome: line.outcome, passed: line.passed.filter(isSame) }
  }
}

function keyOf({ path, hash, number }: Pick<MutantLine, 'path' | 'hash' | 'number'>): string {
  return `${path} ${hash} ${number}`
}
