import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { mutatedBuild } from './build.ts'
import { sampled } from './chance.ts'
import { Coverage, ROUNDS } from './coverage.ts'
import { readOptions } from './options.ts'
import type { Outcome, Task } from './plan.ts'
import { type Place, recordCoverage, testMutants } from './processes.ts'
import { isAccepted, type Judged, outdated, reportOf, type Verdict } from './report.ts'
import { importersOf, type Layer, readSources, readTests } from './sources.ts'
import { Store } from './store.ts'

// `npm run test:mutation`: changes the business rules in thousands of small ways and reports the
// changes that no test notices.

const root = join(import.meta.dirname, '../..')
const folder = join(root, '.mutation')
const options = readOptions(process.argv.slice(2), root, availableParallelism())

const sources = readSources(root)
const every = sources
  .filter(({ path }) => isNamed(path, options.only))
  .flatMap((source) => source.mutants.map((mutant) => ({ path: source.path, source, mutant })))
const chosen = options.sample === null ? every : sampled(every, options.sample, options.seed)

let judged: Judged[] = chosen.map((one) => ({ ...one, verdict: 'unknown' }))
for (const layer of options.layers) judged = await inLayer(layer, judged)
console.log(reportOf(judged))
for (const one of outdated(judged))
  console.log(`No survivor any more, to be removed from tools/mutation/accepted/: ${one}`)

/** Runs the tests of this layer on the mutants that no earlier layer has killed. */
async function inLayer(layer: Layer, all: readonly Judged[]): Promise<Judged[]> {
  const store = new Store(folder, layer)
  const every = readTests(root, layer)
  const importers = importersOf(root, sources, every)
  const tests = every.filter(({ file }) => isNamed(file, options.tests))
  const open = all.filter(({ verdict }) => verdict !== 'killed' && verdict !== 'hung')
  const environment = { ...process.env }
  const place: Place = { root, folder, layer, store, environment }
  if (!options.isReport && open.length > 0) {
    store.mergeInterrupted()
    if (layer === 'request') environment.MUTATION_BUILD = await mutatedBuild(root, folder)
    const known = store.coverage(tests, sources).map(({ file }) => file)
    const unknown = tests.filter(({ file }) => !known.includes(file))
    await inParts(unknown, (part, index) => recordCoverage(place, part, sources, index))
    store.read()
  }
  const coverage = new Coverage(store.coverage(tests, sources), importers)
  const known = (one: Judged) => store.outcome(one.source, one.mutant, every)
  const rounds = options.isQuick ? ROUNDS.slice(0, 1) : ROUNDS
  for (const [round, maxFiles] of options.isReport ? [] : rounds.entries()) {
    // Accepted survivors get no more tests.
    const tasks = open
      .filter((one) => round === 0 || !isAccepted(one))
      .flatMap((one) => taskOf(one, layer, coverage, maxFiles, known(one)))
    console.log(`${layer}, up to ${maxFiles} files each: ${tasks.length} mutants to run`)
    await inParts(tasks, (part, index) => testMutants(place, part, index))
    store.read()
  }
  // A mutant counts as unreached only once the coverage of all tests is recorded.
  const recorded = store.coverage(every, sources)
  const isComplete = recorded.length === every.length
  const whole = new Coverage(recorded, importers)
  return all.map((one) => {
    if (!open.includes(one)) return one
    const { number, isStatic } = one.mutant
    const { tests } = whole.of({ path: one.path, number, isStatic }, 1)
    return { ...one, verdict: verdictOf(one, tests.length > 0 || !isComplete, known(one)?.outcome) }
  })
}

/** Splits the work evenly, with every part taking elements from the beginning to the end. */
async function inParts<T>(
  all: readonly T[],
  run: (part: T[], index: number) => Promise<void>,
): Promise<void> {
  const parts = Array.from({ length: options.processes }, (_, part) =>
    all.filter((_, index) => index % options.processes === part),
  )
  await Promise.all(parts.map(run))
}

function isNamed(path: string, names: readonly string[]): boolean {
  return names.length === 0 || names.some((name) => path.startsWith(name))
}

type Known = ReturnType<Store['outcome']>

/** The task for a mutant; empty if it is dead or no more tests reach it. */
function taskOf(
  { path, source, mutant }: Judged,
  layer: Layer,
  coverage: Coverage,
  maxFiles: number,
  known: Known,
): Task[] {
  const { number, isStatic } = mutant
  if (known && known.outcome !== 'survived') return []
  // The build is imported only once for all mutants, so static ones cannot be switched on.
  if (layer === 'request' && isStatic) return []
  const { tests, limit } = coverage.of({ path, number, isStatic }, maxFiles)
  const passed = known?.passed ?? []
  const left = tests.filter(({ file }) => !passed.some((one) => one.file === file))
  if (left.length === 0) return []
  return [{ path, hash: source.hash, number, isStatic, limit, tests: left, passed }]
}

function verdictOf(one: Judged, isReached: boolean, outcome: Outcome | undefined): Verdict {
  if (outcome) return outcome
  if (!isReached) return one.verdict === 'unknown' ? 'unreached' : one.verdict
  return one.verdict === 'unreached' ? 'unknown' : one.verdict
}
