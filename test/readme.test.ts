import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { projectPaths } from './architecture/source-files.ts'

const readme = readFileSync('README.md', 'utf8')

test('the README lists every setting, and no other', () => {
  const programs = projectPaths().filter((path) => /^server\/.*(?<!\.test)\.ts$/.test(path))
  const reading = /(?:given\('|process\.env\.)([A-Z0-9_]+)/g
  const read = new Set(programs.flatMap((path) => namesIn(readFileSync(path, 'utf8'), reading)))
  // Set by our own programs.
  read.delete('NODE_ENV')
  const table = [...readme.matchAll(/^\| (`[A-Z][^|]*) \|/gm)].map(([, names = '']) => names)
  const listed = new Set(namesIn(table.join(), /`([A-Z0-9_]+)`/g))
  // Used by tests, not by the server.
  expect(listed.delete('CHROMIUM_PATH')).toBe(true)
  expect(read.size).toBeGreaterThan(20)
  expect(listed).toEqual(read)
  // Everything else that looks like a setting is one.
  const named = namesIn(readme, /`([A-Z][A-Z0-9]*_[A-Z0-9_]+)`/g)
  expect(named.filter((name) => !read.has(name) && name !== 'CHROMIUM_PATH')).toEqual([])
})

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => name)
}

test('every script named in a document exists', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  const named = [...readme.matchAll(/npm (?:run )?(start|test|[a-z-]+)(?=`|\s+#)/g)]
  expect(named.length).toBeGreaterThan(3)
  for (const [, name = ''] of named) expect(scripts).toHaveProperty(name)
})

test('every link between documents works', () => {
  const documents = projectPaths().filter((path) => path.endsWith('.md'))
  const broken = documents.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/(?<!!)\[[^\]]+\]\((?!https?:|#)([^)#]+)[^)]*\)/g)]
      .map(([, to = '']) => join(dirname(path), to))
      .filter((to) => !existsSync(to)),
  )
  expect(documents.length).toBeGreaterThan(10)
  expect(broken).toEqual([])
})
