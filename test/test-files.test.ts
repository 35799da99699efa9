import { matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import config from '../vitest.config.ts'
import { projectPaths } from './architecture/source-files.ts'
import { takeConsoleErrors } from './setup/console-errors.ts'

test('every test file belongs to exactly one project; some journeys to that of Firefox too', () => {
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
  const strays = files.filter(
    (path) =>
      projects.filter((globs) => globs.some((glob) => matchesGlob(path, glob))).length !== 1,
  )
  expect(strays).toEqual([])
  expect(inFirefox.filter((path) => !files.includes(path))).toEqual([])
})

test('output on console.error fails a test', () => {
  console.error('a %s', new Error('b').message)
  expect(takeConsoleErrors()).toEqual(['a %s b'])
})
