import type { CoverageLine, TestsOfFile } from './plan.ts'

/** Test files per round. Each round runs on the survivors of the last; most die in the first. */
export const ROUNDS = [4, 12]

/** Limits of the tests of a file, because a surviving mutant runs all of them. */
const MAX_TESTS = 30
const MAX_MILLISECONDS = 8_000

/** An endless loop reaches its mutant much more often than any normal test does. */
const LIMIT_FACTOR = 50
const MIN_LIMIT = 20_000

interface Reached {
  readonly path: string
  readonly number: number
  readonly isStatic: boolean
}

export interface Reach {
  readonly tests: readonly TestsOfFile[]
  readonly limit: number
}

/** The tests that reach each mutant, from the records of all test files. */
export class Coverage {
  readonly #lines: readonly CoverageLine[]
  /** The files that import each file, including tests. */
  readonly #importers: ReadonlyMap<string, readonly string[]>

  constructor(lines: readonly CoverageLine[], importers: ReadonlyMap<string, readonly string[]>) {
    this.#lines = lines
    this.#importers = importers
  }

  /** Tests that reach this mutant, sorted by nearness (importers, then same folder) and by time. */
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
    return { tests, limit: Math.max(MIN_LIMIT, LIMIT_FACTOR * Math.max(0, ...times)) }
  }

  /** Code that runs at import affects tests that import the file, use it or use its importers. */
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
  // Any test of a file can notice code that runs once before them.
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
