import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { projectPaths } from '#test/architecture/source-files.ts'

const files = projectPaths()
const names = new Set(files.map((path) => basename(path)))
const folders = new Set(files.map((path) => path.split('/')[0]))

/** Files and folders in backticks; a name without a folder can be anywhere. */
function pathsIn(text: string): string[] {
  const quoted = [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)*\/?)`/g)].map(([, path = '']) => path)
  return quoted.filter(
    (path) =>
      !path.includes('NOUN') &&
      (/\.(ts|tsx|mjs|sql|md|css)$/.test(path) ||
        (path.includes('/') && folders.has(path.split('/')[0]))),
  )
}

function isThere(path: string): boolean {
  return path.includes('/') ? existsSync(path) : names.has(path)
}

test('every file named in a document exists', () => {
  const inDocs = readdirSync('docs').filter((file) => file.endsWith('.md'))
  const named = ['CONTRIBUTING.md', ...inDocs.map((file) => join('docs', file))].flatMap((file) =>
    pathsIn(readFileSync(file, 'utf8')).map((path) => ({ file, path })),
  )
  expect(named.length).toBeGreaterThan(80)
  expect(named.filter(({ path }) => !isThere(path))).toEqual([])
})

test('file names are recognized among other words in backticks', () => {
  const text =
    'In `domain/gone.ts`, `gone.ts` and `db/`; `/credits`, `a/b`, `domain/NOUN/NOUN.ts`, `x`.'
  expect(pathsIn(text)).toEqual(['domain/gone.ts', 'gone.ts', 'db/'])
  expect(pathsIn(text).filter(isThere)).toEqual(['db/'])
})
