import { readFileSync } from 'node:fs'

/** Tests of one file, by their full names. */
export interface TestsOfFile {
  readonly file: string
  /** Of the content of the file. */
  readonly hash: string
  readonly names: readonly string[]
}

/** A mutant and the tests that may kill it, the likeliest file first. */
export interface Task {
  readonly path: string
  /** Of the content of the mutated file. */
  readonly hash: string
  readonly number: number
  /** Whether its module must be imported again. */
  readonly isStatic: boolean
  /** How often one test may reach it. */
  readonly limit: number
  readonly tests: readonly TestsOfFile[]
  /** Files of earlier rounds whose tests did not kill it. */
  readonly passed: readonly TestFile[]
}

/** The work of one process. */
export type Plan =
  | {
      readonly kind: 'coverage'
      readonly files: readonly TestFile[]
      /** Hashes of the mutated files, by path. */
      readonly hashes: Record<string, string>
    }
  | { readonly kind: 'mutants'; readonly tasks: readonly Task[] }

export type TestFile = Pick<TestsOfFile, 'file' | 'hash'>

/** How often a test reaches each mutant, by path and number. */
export type Hits = Record<string, Record<number, number>>

/** What a test reaches. The test without a name stands for code that runs before the tests. */
export interface TestCoverage {
  readonly name: string
  readonly milliseconds: number
  readonly hits: Hits
}

export type CoverageLine = TestFile & {
  readonly kind: 'coverage'
  readonly tests: readonly TestCoverage[]
  /** Hashes of the mutated files that it reaches. */
  readonly sources: Record<string, string>
  /** Tests that fail although nothing is mutated. */
  readonly failing: readonly string[]
}

export type Outcome = 'killed' | 'survived' | 'hung'

export type MutantLine = Pick<Task, 'path' | 'hash' | 'number'> & {
  readonly kind: 'mutant'
  readonly outcome: Outcome
  /** The test that killed it, and the first line of its failure. */
  readonly killer?: TestFile & { readonly name: string; readonly failure: string }
  /** The files whose tests did not kill it. */
  readonly passed: readonly TestFile[]
}

/** A line in the results of a process. */
export type Line =
  | CoverageLine
  | MutantLine
  | (Pick<Task, 'path' | 'hash' | 'number'> & { readonly kind: 'begun' })

export function readPlan(path: string): Plan {
  return JSON.parse(readFileSync(path, 'utf8'))
}

export function readLines(path: string): Line[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line))
}
