import { mkdtempSync, rmSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sampled } from '#tools/mutation/chance.ts'
import { Coverage } from '#tools/mutation/coverage.ts'
import { describeMutant } from '#tools/mutation/describe-mutant.ts'
import { findMutants } from '#tools/mutation/find-mutants.ts'
import { instrument } from '#tools/mutation/instrument.ts'
import type { CoverageLine } from '#tools/mutation/plan.ts'
import { Store } from '#tools/mutation/store.ts'
import { install, switches } from '#tools/mutation/switches.ts'

install()

/** The mutants of a file that a test of its exports does not notice. */
async function survivorsOf(
  text: string,
  holds: (exported: Exported) => unknown,
): Promise<string[]> {
  const path = 'fixture.ts'
  const mutants = findMutants(path, text)
  const code = stripTypeScriptTypes(instrument(path, text, mutants))
  const exported: Exported = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  onTestFinished(() => void Object.assign(switches, { active: null }))
  expect(holds(exported), 'without a mutant').toBe(true)
  return mutants
    .filter(({ number }) => {
      Object.assign(switches, { active: { path, number }, reached: 0, limit: 1000 })
      try {
        return holds(exported) === true
      } catch {
        return false
      }
    })
    .map((mutant) => {
      const { was, becomes } = describeMutant(text, mutant)
      return `${was} → ${becomes}`
    })
}

type Exported = Record<string, (...args: unknown[]) => unknown>

const isLate = `export const isLate = (days: number): boolean => days > 0 && days !== 5\n`

test('a test of the boundaries kills every mutant', async () => {
  const survivors = await survivorsOf(
    isLate,
    ({ isLate }) =>
      [-1, 0, 1, 4, 5, 6].map((days) => isLate?.(days)).join() ===
      'false,false,true,true,false,true',
  )
  expect(survivors).toEqual([])
})

test('a test without the boundary lets its mutants survive', async () => {
  const survivors = await survivorsOf(
    isLate,
    ({ isLate }) => [-1, 3, 5].map((days) => isLate?.(days)).join() === 'false,true,false',
  )
  expect(survivors).toEqual(['> → >=', '0 → 1'])
})

test('statements, calls in a chain and SQL keywords are mutated', () => {
  const text = `export async function due(db, today) {
    await db.deleteFrom('lots').where('on', '<', today).execute()
    return sql\`select least(a, 1) from b where c >= \${today} and d between 2 and 3\`
  }`
  const found = findMutants('fixture.ts', text).map((one) => {
    const { was, becomes } = describeMutant(text, one)
    return `${was} → ${becomes}`
  })
  expect(found).toEqual([
    "await db.deleteFrom('lots').where('on', '<', today).execute() → ",
    ".where('on', '<', today) → ",
    '< → <=',
    'least → greatest',
    '1 → 2',
    '>= → >',
    'and → or',
    '2 → 3',
    '3 → 4',
  ])
})

test('a mutant that never ends is stopped', async () => {
  const text = `export function count(n: number) { let at = 0; while (at < n) { at += 1 } return at }\n`
  expect(await survivorsOf(text, ({ count }) => count?.(3) === 3)).toEqual(['0 → 1'])
})

test('code that runs on import is static, and types have no mutants', () => {
  const text = `const MAX: 5 = 5\ntype Two = 2\nexport const over = (n: number) => n > MAX\n`
  const found = findMutants('fixture.ts', text).map(({ line, isStatic }) => ({ line, isStatic }))
  expect(found).toEqual([
    { line: 1, isStatic: true },
    { line: 3, isStatic: false },
    { line: 3, isStatic: false },
  ])
})

const line = (file: string, tests: CoverageLine['tests']): CoverageLine => ({
  ...{ kind: 'coverage', file, hash: 'h', tests, sources: { 'domain/a/a.ts': 's' }, failing: [] },
})

test('a mutant is tested by the tests that reach it, those beside it first', () => {
  const hits = { 'domain/a/a.ts': { 1: 2 } }
  const coverage = new Coverage(
    [
      line('domain/b/b.test.ts', [{ name: 'far', milliseconds: 1, hits }]),
      line('domain/a/a.test.ts', [
        { name: 'near', milliseconds: 90, hits },
        { name: 'elsewhere', milliseconds: 1, hits: {} },
      ]),
    ],
    new Map(),
  )
  expect(coverage.of({ path: 'domain/a/a.ts', number: 1, isStatic: false }, 5).tests).toEqual([
    { file: 'domain/a/a.test.ts', hash: 'h', names: ['near'] },
    { file: 'domain/b/b.test.ts', hash: 'h', names: ['far'] },
  ])
  expect(coverage.of({ path: 'domain/a/a.ts', number: 2, isStatic: false }, 5).tests).toEqual([])
})

test('a result is valid until the file or the relevant tests change', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hemline-mutation-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [mutant] = findMutants('domain/a/a.ts', isLate)
  const source = { path: 'domain/a/a.ts', hash: 's', text: isLate, mutants: [] }
  const tests = [
    { file: 'a.test.ts', hash: '1' },
    { file: 'b.test.ts', hash: '1' },
  ]
  if (!mutant) throw new Error('no mutant')
  const found = { kind: 'mutant', path: source.path, hash: 's', number: mutant.number } as const
  new Store(folder, 'domain').add({ ...found, outcome: 'survived', passed: tests.slice(0, 1) })
  const store = new Store(folder, 'domain')
  const survived = { outcome: 'survived', passed: tests.slice(0, 1) }
  expect(store.outcome(source, mutant, tests)).toEqual(survived)
  // It runs again with a test that has changed.
  expect(store.outcome(source, mutant, tests.slice(1))).toEqual({ ...survived, passed: [] })
  expect(store.outcome({ ...source, hash: 't' }, mutant, tests)).toBeNull()
  const killer = { file: 'b.test.ts', hash: '1', name: 'a test', failure: 'it failed' }
  store.add({ ...found, outcome: 'killed', killer, passed: [] })
  store.read()
  expect(store.outcome(source, mutant, tests)?.outcome).toBe('killed')
  expect(store.outcome(source, mutant, tests.slice(0, 1))).toBeNull()
})

test('a sample has equally many files of each folder, the same ones for the same seed', () => {
  const all = ['a', 'b'].flatMap((folder) =>
    Array.from({ length: 9 }, (_, at) => ({ path: `domain/${folder}/${at}.ts` })),
  )
  const chosen = sampled(all, 4, 7)
  expect(chosen.map(({ path }) => path.slice(0, 8)).join()).toBe(
    [...Array(4).fill('domain/a'), ...Array(4).fill('domain/b')].join(),
  )
  expect(sampled(all, 4, 7)).toEqual(chosen)
  expect(sampled(all, 4, 8)).not.toEqual(chosen)
})
