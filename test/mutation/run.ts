import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { mutatedBuild } from './build.ts'
import { sampled } from './chance.ts'
import { Coverage, type Reach } from './coverage.ts'
import { readOptions } from './options.ts'
import { type Place, recordCoverage, testMutants } from './processes.ts'
import { type Judged, outdated, reportOf, type Verdict } from './report.ts'
import { importersOf, type Layer, readSources, readTests } from './sources.ts'
import { Store } from './store.ts'

// What `npm run test:mutation` runs: changes the business rules in thousands of small ways, and says
// which of them no test notices.

const root = join(import.meta.dirname, '../..')
const folder = join(root, '.mutation')
const options = readOptions(process.argv.slice(2), root, availableParallelism())

const sources = readSources(root)
const importers = importersOf(sources)
const every = sources
  .filter(
    ({ path }) => options.only.length === 0 || options.only.some((one) => path.startsWith(one)),
  )
  .flatMap((source) => source.mutants.map((mutant) => ({ path: source.path, source, mutant })))
const chosen = options.sample === null ? every : sampled(every, options.sample, options.seed)

let judged: Judged[] = chosen.map((one) => ({ ...one, verdict: 'unknown' }))
for (const layer of options.layers) judged = await inLayer(layer, judged)
console.log(reportOf(judged))
for (const one of outdated(judged))
  console.log(`No survivor any more, to be removed from test/mutation/accepted.ts: ${one}`)

/** What tests of this layer find out about the mutants that no layer before it has killed. */
async function inLayer(layer: Layer, all: readonly Judged[]): Promise<Judged[]> {
  const store = new Store(folder, layer)
  const tests = readTests(root, layer)
  const open = all.filter(({ verdict }) => verdict !== 'killed' && verdict !== 'hung')
  const environment = { ...process.env }
  const place: Place = { root, folder, layer, store, environment }
  if (!options.isReport && open.length > 0) {
    if (layer === 'request') environment.MUTATION_BUILD = await mutatedBuild(root, folder)
    const known = store.coverage(tests, sources).map(({ file }) => file)
    await recordCoverage(
      place,
      tests.filter(({ file }) => !known.includes(file)),
      sources,
    )
    store.read()
  }
  const coverage = new Coverage(store.coverage(tests, sources), importers)
  const reach = new Map<Judged, Reach>(
    open.map((one) => [one, coverage.of(one.path, one.mutant.number, one.mutant.isStatic)]),
  )
  const known = (one: Judged) =>
    store.outcome(one.source, one.mutant, reach.get(one)?.tests ?? [], tests)
  if (!options.isReport) {
    const tasks = open.flatMap((one) => {
      const { tests = [], limit = 0 } = reach.get(one) ?? {}
      // The build is imported once for all its mutants.
      const isPossible = tests.length > 0 && !(layer === 'request' && one.mutant.isStatic)
      const { path, source, mutant } = one
      const { number, isStatic } = mutant
      return isPossible && !known(one)
        ? [{ path, hash: source.hash, number, isStatic, limit, tests }]
        : []
    })
    console.log(
      `${layer}: ${tasks.length} mutants to run, ${open.length - tasks.length} known or not reached`,
    )
    const parts = Array.from({ length: options.processes }, (_, part) =>
      tasks.filter((_, index) => index % options.processes === part),
    )
    await Promise.all(parts.map((part, index) => testMutants(place, part, index)))
    store.read()
  }
  return all.map((one) => {
    const reached = reach.get(one)
    return reached ? { ...one, verdict: verdictOf(one, reached, known(one)?.outcome) } : one
  })
}

function verdictOf(one: Judged, reach: Reach, outcome: string | undefined): Verdict {
  if (outcome === 'killed' || outcome === 'hung' || outcome === 'survived') return outcome
  if (reach.tests.length === 0) return one.verdict === 'unknown' ? 'unreached' : one.verdict
  return one.verdict === 'unreached' ? 'unknown' : one.verdict
}
