import type { CoverageLine, TestsOfFile } from './plan.ts'

/** Each round tries more files, on what has survived the one before: most mutants die in the first. */
export const ROUNDS = [4, 12]

/** More of a file would take too long for each mutant that survives. */
const MAX_TESTS = 30
const MAX_MILLISECONDS = 8_000

/** A loop without an end reaches its mutant much more often than any test does without it. */
const LIMIT_FACTOR = 50
const LEAST_LIMIT = 20_000

interface Reached {
  readonly path: string
  readonly number: number
  readonly isStatic: boolean
}

export interface Reach {
  readonly tests: readonly TestsOfFile[]
  readonly limit: number
}

/** The tests that reach the mutants, from what was recorded of each test file. */
export class Coverage {
  readonly #lines: readonly CoverageLine[]
  /** The files, also of tests, that import each file. */
  readonly #importers: ReadonlyMap<string, readonly string[]>

  constructor(lines: readonly CoverageLine[], importers: ReadonlyMap<string, readonly string[]>) {
    this.#lines = lines
    this.#importers = importers
  }

  /** The tests that reach this mutant: those of its own file, those beside it and the fastest first. */
  of({ path, number, isStatic }: Reached, maxFiles: number): Reach {
    const reached = this.#lines.flatMap((line) => {
      const tests = isStatic ? this.#testsOf(line, path) : testsReaching(line, path, number)
      return tests.length > 0 ? [{ line, ...cheapest(tests) }] : []
    })
    const times = reached.flatMap(({ line }) =>
      line.tests.map((one) => one.hits[path]?.[number] ?? 0),
    )
    const nearness = (file: string) =>
      this.#importers.get(path)?.includes(file) ? 2 : folderOf(file) === folderOf(path) ? 1 : 0
    const tests = reached
      .toSorted(
        (a, b) => nearness(b.line.file) - nearness(a.line.file) || a.milliseconds - b.milliseconds,
      )
      .slice(0, maxFiles)
      .map(({ line: { file, hash }, names }) => ({ file, hash, names }))
    return { tests, limit: Math.max(LEAST_LIMIT, LIMIT_FACTOR * Math.max(0, ...times)) }
  }

  /** What a file does at import matters to whoever imports it, uses it, or uses what imports it. */
  #testsOf(line: CoverageLine, path: string): Measured[] {
    const importers = this.#importers.get(path) ?? []
    if (importers.includes(line.file)) return namedTests(line)
    const paths = [path, ...importers]
    return namedTests(line).filter(({ hits }) => paths.some((one) => hits[one]))
  }
}

type Measured = CoverageLine['tests'][number]

function testsReaching(line: CoverageLine, path: string, number: number): Measured[] {
  const isReached = ({ hits }: Measured) => (hits[path]?.[number] ?? 0) > 0
  const [before] = line.tests
  const tests = namedTests(line)
  // What happens once, before the tests of a file, is noticed by any of them.
  const own = tests.filter(isReached)
  return own.length > 0 ? own : before && isReached(before) ? tests : []
}

function namedTests({ tests }: CoverageLine): Measured[] {
  return tests.filter(({ name }) => name !== '')
}

function cheapest(tests: readonly Measured[]) {
  const sorted = tests.toSorted((a, b) => a.milliseconds - b.milliseconds).slice(0, MAX_TESTS)
  let milliseconds = 0
  const names = sorted
    .filter((one, index) => {
      milliseconds += one.milliseconds
      return index === 0 || milliseconds <= MAX_MILLISECONDS
    })
    .map(({ name }) => name)
  return { names, milliseconds: (sorted[0]?.milliseconds ?? 0) + milliseconds / 10 }
}

function folderOf(path: string): string {
  return path.split('/').slice(0, 2).join('/')
}
