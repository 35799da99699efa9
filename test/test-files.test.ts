import { matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import config from '../vitest.config.ts'
import { projectPaths } from './architecture/source-files.ts'
import { takeConsoleErrors } from './setup/console-errors.ts'

test('every test file belongs to one project, and some of Chromium to that of Firefox too', () => {
  const includes = (config.test?.projects ?? []).flatMap((project) =>
    typeof project === 'object' && 'test' in project
      ? [{ name: project.test?.name, globs: project.test?.include ?? [] }]
      : [],
  )
  const globsOf = (wanted: (name: unknown) => boolean) =>
    includes.filter(({ name }) => wanted(name)).map(({ globs }) => globs)
  const projects = globsOf((name) => name !== 'firefox')
  const inFirefox = globsOf((name) => name === 'firefox').flat()
  const files = projectPaths().filter((path) => /\.test\.tsx?$/.test(path))
  expect(files.length).toBeGreaterThan(20)
  const isIn = (path: string) => (globs: readonly string[]) =>
    globs.some((glob) => matchesGlob(path, glob))
  const strays = files.filter((path) => {
    const count = projects.filter(isIn(path)).length
    return count > 1 || (count === 0 && !isIn(path)(inFirefox))
  })
  expect(strays).toEqual([])
  const missing = inFirefox.filter((glob) => !files.some((path) => matchesGlob(path, glob)))
  expect(missing).toEqual([])
})

test('output on console.error fails a test', () => {
  console.error('a %s', new Error('b').message)
  expect(takeConsoleErrors()).toEqual(['a %s b'])
})
