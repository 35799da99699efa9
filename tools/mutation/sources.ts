import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { findMutants, type Mutant } from './find-mutants.ts'
import { mutatedFiles } from './mutated-files.ts'
import type { TestFile } from './plan.ts'

export type Layer = 'domain' | 'request'

/** A file with its mutants. */
export interface Source {
  readonly path: string
  readonly hash: string
  readonly text: string
  readonly mutants: readonly Mutant[]
}

/** Files that define the mutants: a change in one of them invalidates all results. */
const rules = ['find-mutants', 'mutations', 'sql-mutations', 'instrument', 'syntax']

export function readSources(root: string): Source[] {
  const version = rules.map((name) => readFileSync(join(import.meta.dirname, `${name}.ts`), 'utf8'))
  return mutatedFiles(root).map((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return { path, text, hash: hashOf([...version, text]), mutants: findMutants(path, text) }
  })
}

const testFolders = { domain: 'domain/**/*.test.ts', request: 'test/request/**/*.test.ts' }

export function readTests(root: string, layer: Layer): TestFile[] {
  return globSync(testFolders[layer], { cwd: root })
    .toSorted()
    .map((file) => ({ file, hash: hashOf([readFileSync(join(root, file), 'utf8')]) }))
}

function hashOf(texts: readonly string[]): string {
  const hash = createHash('sha256')
  for (const text of texts) hash.update(text)
  return hash.digest('base64url').slice(0, 16)
}

/** The sources and tests that import each file. */
export function importersOf(
  root: string,
  sources: readonly Source[],
  tests: readonly TestFile[],
): Map<string, string[]> {
  const importers = new Map<string, string[]>()
  const written = tests.map(({ file }) => ({
    path: file,
    text: readFileSync(join(root, file), 'utf8'),
  }))
  for (const { path, text } of [...sources, ...written])
    for (const { 1: name = '' } of text.matchAll(/ from '([^']+)'/g)) {
      const imported = name.startsWith('#') ? name.slice(1) : normalize(join(dirname(path), name))
      importers.set(imported, [...(importers.get(imported) ?? []), path])
    }
  return importers
}
