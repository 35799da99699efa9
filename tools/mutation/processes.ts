import { rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawnWatched } from '#db/embedded/watched-child.mjs'
import { type Line, type Plan, readLines, type Task, type TestFile } from './plan.ts'
import type { Layer, Source } from './sources.ts'
import type { Store } from './store.ts'

/** A process without a new line for this long hangs, with or without a mutant. */
const IDLE_SECONDS = { coverage: 900, mutants: 240 }

/** A process is replaced after this many mutants, because some leave resources open. */
const MAX_TASKS = 500

export interface Place {
  readonly root: string
  readonly folder: string
  readonly layer: Layer
  readonly store: Store
  readonly environment: NodeJS.ProcessEnv
}

export async function recordCoverage(
  place: Place,
  files: readonly TestFile[],
  sources: readonly Source[],
  part: number,
): Promise<void> {
  const hashes = Object.fromEntries(sources.map(({ path, hash }) => [path, hash]))
  let rest = files
  while (rest.length > 0) {
    const plan: Plan = { kind: 'coverage', files: rest, hashes }
    const found = await runProcess(place, `coverage-${part}`, plan)
    const done = new Set(found.flatMap((line) => (line.kind === 'coverage' ? [line.file] : [])))
    const left = rest.filter(({ file }) => !done.has(file))
    // The first remaining file is the one that ended the process.
    const [stuck, ...others] = left
    if (stuck)
      place.store.add({ kind: 'coverage', ...stuck, tests: [], sources: {}, failing: [''] })
    rest = others
  }
}

export async function testMutants(
  place: Place,
  tasks: readonly Task[],
  part: number,
): Promise<void> {
  let rest = tasks
  while (rest.length > 0) {
    const now = rest.slice(0, MAX_TASKS)
    const plan: Plan = { kind: 'mutants', tasks: now }
    const found = await runProcess(place, `mutants-${part}`, plan)
    const isDone = (one: Task) =>
      found.some(
        (line) => line.kind === 'mutant' && line.path === one.path && line.number === one.number,
      )
    const last = found.at(-1)
    if (last?.kind === 'begun') {
      const { path, hash, number } = last
      place.store.add({ kind: 'mutant', path, hash, number, outcome: 'hung', passed: [] })
      rest = rest.filter((one) => !(one.path === path && one.number === number))
    } else if (!found.some(({ kind }) => kind === 'mutant'))
      throw new Error('vitest has run no mutant; its output is above.')
    rest = rest.filter((one) => !isDone(one))
  }
}

/** Runs a process; returns the lines that it has written, which are also in the store. */
async function runProcess(
  { root, folder, layer, store, environment }: Place,
  name: string,
  plan: Plan,
): Promise<Line[]> {
  const own = join(folder, `${layer}-${name}.jsonl`)
  const planFile = join(folder, `${layer}-${name}.json`)
  writeFileSync(own, '')
  writeFileSync(planFile, JSON.stringify(plan))
  const child = spawnWatched(
    join(root, 'node_modules/.bin/vitest'),
    ['run', '--config', 'tools/mutation/vitest.config.ts'],
    {
      cwd: root,
      env: { ...environment, MUTATION_LAYER: layer, MUTATION_PLAN: planFile, MUTATION_LINES: own },
      output: 'pipe',
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-4000)
    })
  const watch = setInterval(() => {
    const idle = (Date.now() - statSync(own).mtimeMs) / 1000
    if (idle > IDLE_SECONDS[plan.kind]) child.stop()
  }, 5000)
  await child.ended
  clearInterval(watch)
  const lines = readLines(own)
  for (const line of lines) if (line.kind !== 'begun') store.add(line)
  rmSync(own)
  if (lines.length === 0) process.stderr.write(output)
  return lines
}
