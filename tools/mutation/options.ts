import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import type { Layer } from './sources.ts'

export interface Options {
  /** Path prefixes, such as `domain/booking/rentals`; empty for every file. */
  readonly only: readonly string[]
  readonly layers: readonly Layer[]
  /** Path prefixes of the tests to run; empty for every test. */
  readonly tests: readonly string[]
  /** At most this many mutants of each folder, chosen at random. */
  readonly sample: number | null
  readonly seed: number
  readonly processes: number
  /** Runs only the first round of tests for each mutant: faster, but with more survivors. */
  readonly isQuick: boolean
  /** Only shows known results. */
  readonly isReport: boolean
}

const USAGE = `npm run test:mutation -- OPTIONS
  --only domain/booking/rentals   mutants of these files or folders; may be repeated
  --changed               mutants of the files that differ from the branch main
  --layer domain          only the domain tests, or only the request tests
  --tests domain/booking/rentals  only tests of these files or folders; may be repeated
  --sample 100            as many mutants of each folder, chosen by chance; --seed 7 repeats a choice
  --processes 1           how many processes run tests; otherwise one for each two cores
  --quick                 only the tests nearest to each mutant; a run without it goes on from there
  --report                shows what earlier runs have found, and runs nothing`

export function readOptions(args: readonly string[], root: string, cores: number): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', multiple: true, default: [] },
      changed: { type: 'boolean', default: false },
      layer: { type: 'string' },
      tests: { type: 'string', multiple: true, default: [] },
      sample: { type: 'string' },
      seed: { type: 'string', default: '1' },
      processes: { type: 'string', default: String(Math.max(1, Math.floor(cores / 2))) },
      quick: { type: 'boolean', default: false },
      report: { type: 'boolean', default: false },
    },
  })
  return {
    // '-' matches nothing; an empty list would mean all files.
    only: values.changed ? [...values.only, ...changedFiles(root), '-'] : values.only,
    layers: values.layer === undefined ? ['domain', 'request'] : [layerNamed(values.layer)],
    tests: values.tests,
    sample: values.sample === undefined ? null : wholeNumber(values.sample),
    seed: wholeNumber(values.seed),
    processes: wholeNumber(values.processes),
    isQuick: values.quick,
    isReport: values.report,
  }
}

function layerNamed(name: string): Layer {
  if (name === 'domain' || name === 'request') return name
  throw new Error(`There is no layer ${name}.\n${USAGE}`)
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new Error(`${text} is not a whole number.\n${USAGE}`)
  return Number(text)
}

function changedFiles(root: string): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  return [
    ...git('diff', '--name-only', '--merge-base', 'main'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
}
