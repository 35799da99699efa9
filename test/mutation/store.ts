import { appendFileSync, existsSync, globSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Mutant } from './find-mutants.ts'
import { type CoverageLine, type Line, type MutantLine, readLines, type TestFile } from './plan.ts'
import type { Layer, Source } from './sources.ts'

/**
 * What earlier runs have found out and is still true: the processes of a run add their lines to one
 * file, so that a run which is interrupted goes on where it was.
 */
export class Store {
  readonly path: string
  #coverage = new Map<string, CoverageLine>()
  #mutants = new Map<string, MutantLine>()

  /** Reads `folder/LAYER.jsonl`, after adding to it what an interrupted run has left. */
  constructor(folder: string, layer: Layer) {
    mkdirSync(folder, { recursive: true })
    this.path = join(folder, `${layer}.jsonl`)
    for (const left of globSync(`${layer}-*.jsonl`, { cwd: folder })) {
      for (const line of readLines(join(folder, left))) if (line.kind !== 'begun') this.add(line)
      rmSync(join(folder, left))
    }
    this.read()
  }

  read(): void {
    this.#coverage.clear()
    this.#mutants.clear()
    if (!existsSync(this.path)) return
    for (const line of readLines(this.path)) {
      if (line.kind === 'coverage') this.#coverage.set(line.file, line)
      if (line.kind === 'mutant') this.#mutants.set(keyOf(line), line)
    }
  }

  add(line: Line): void {
    appendFileSync(this.path, `${JSON.stringify(line)}\n`)
  }

  /** That of the files that need not run again: neither they nor what they reach has changed. */
  coverage(tests: readonly TestFile[], sources: readonly Source[]): CoverageLine[] {
    const hashes = new Map(sources.map(({ path, hash }) => [path, hash]))
    return tests.flatMap(({ file, hash }) => {
      const line = this.#coverage.get(file)
      if (line?.hash !== hash) return []
      const isSame = Object.entries(line.sources).every(([path, one]) => hashes.get(path) === one)
      return isSame ? [line] : []
    })
  }

  /** A kill stands as long as its test is the same, a survival as long as all its tests are. */
  outcome(
    { path, hash }: Source,
    { number }: Mutant,
    reaching: readonly TestFile[],
    tests: readonly TestFile[],
  ): MutantLine | null {
    const line = this.#mutants.get(keyOf({ path, hash, number }))
    if (!line) return null
    const isIn = (files: readonly TestFile[], one: TestFile) =>
      files.some(({ file, hash }) => file === one.file && hash === one.hash)
    if (line.killer) return isIn(tests, line.killer) ? line : null
    if (line.outcome === 'hung') return line
    return reaching.every((one) => isIn(line.passed, one)) ? line : null
  }
}

function keyOf({ path, hash, number }: Pick<MutantLine, 'path' | 'hash' | 'number'>): string {
  return `${path} ${hash} ${number}`
}
