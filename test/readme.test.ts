import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { projectPaths } from './architecture/source-files.ts'

const readme = readFileSync('README.md', 'utf8')

test('the README has every setting, and no other', () => {
  const settings = readFileSync('server/settings.ts', 'utf8').matchAll(/given\('([A-Z0-9_]+)'\)/g)
  const read = new Set([...settings].map(([, name]) => name))
  const listed = new Set([...readme.matchAll(/`([A-Z][A-Z0-9_]{3,})`/g)].map(([, name]) => name))
  // Of the tests, not of the server.
  listed.delete('CHROMIUM_PATH')
  expect(read.size).toBeGreaterThan(10)
  expect(listed).toEqual(read)
})

test('every script that the documents name exists', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  const named = [...readme.matchAll(/npm (?:run )?(start|test|[a-z-]+)(?=`|\s+#)/g)]
  expect(named.length).toBeGreaterThan(3)
  for (const [, name = ''] of named) expect(scripts).toHaveProperty(name)
})

test('every link between documents leads somewhere', () => {
  const documents = projectPaths().filter((path) => path.endsWith('.md'))
  const broken = documents.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/(?<!!)\[[^\]]+\]\((?!https?:|#)([^)#]+)[^)]*\)/g)]
      .map(([, to = '']) => join(dirname(path), to))
      .filter((to) => !existsSync(to)),
  )
  expect(documents.length).toBeGreaterThan(10)
  expect(broken).toEqual([])
})
