import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { projectPaths } from '#test/architecture/source-files.ts'

const FOLDER = 'docs/decisions'
const FORMAT = /^# (\d+)\. (\S.*)\n\nStatus: accepted\nDate: \d{4}-\d\d-\d\d\n\n## Context\n[^\n]/

const decisions = readdirSync(FOLDER).filter((file) => file !== 'README.md')

let copy = ''
beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'new-'))
  cpSync(FOLDER, join(copy, FOLDER), { recursive: true })
  mkdirSync(join(copy, 'db/migrations'), { recursive: true })
  cpSync('db/migrations', join(copy, 'db/migrations'), { recursive: true })
})
afterEach(() => rmSync(copy, { recursive: true }))

const script = resolve('bin/new.mjs')
const runNew = (...words: string[]) =>
  execFileSync(process.execPath, [script, ...words], { cwd: copy, encoding: 'utf8', stdio: 'pipe' })
const inCopy = (path: string) => readFileSync(join(copy, path), 'utf8')

/** The title up to a semicolon, as in the name of its file. */
function nameOf(title: string): string {
  const [first = ''] = title.toLowerCase().replaceAll(/['’]/g, '').split(';')
  return first.match(/[a-z0-9]+/g)?.join('-') ?? ''
}

/** What is missing in a decision; null when it has all common parts. */
function formatProblem(file: string, text: string): string | null {
  const [, number, title] = text.match(FORMAT) ?? []
  if (!number || !title) return `${file}: does not begin with title, status, date and context`
  const name = `${number.padStart(4, '0')}-${nameOf(title)}.md`
  if (file !== name) return `${file}: is not called ${name}`
  const parts = [...text.matchAll(/^## (.+)$/gm)].map(([, part]) => part).join()
  return /^Context,Decision,Consequences(,Revisit)?$/.test(parts)
    ? null
    : `${file}: has the parts ${parts}`
}

test('every decision has the same parts', () => {
  const problems = decisions.map((file) =>
    formatProblem(file, readFileSync(join(FOLDER, file), 'utf8')),
  )
  expect(problems.filter(Boolean)).toEqual([])
  expect(formatProblem('0001-a.md', '# 1. A\n\n**Context.** B')).not.toBeNull()
})

test('decisions are numbered one after the other, and there are at most 50', () => {
  const numbers = decisions.map((file) => Number.parseInt(file, 10))
  expect(numbers).toEqual(decisions.map((_, index) => index + 1))
  expect(decisions.length).toBeLessThanOrEqual(50)
})

test('every number of a decision in code and documents exists', () => {
  const sources = projectPaths().filter((path) => /\.(ts|tsx|mjs|md|sql)$/.test(path))
  const unknown = sources.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/\bdecision (\d+)/gi)]
      .filter(([, number]) => Number(number) > decisions.length)
      .map(([reference]) => `${path}: ${reference}`),
  )
  expect(unknown).toEqual([])
})

test('the list of decisions has each of them, and is what `npm run new -- index` writes', () => {
  runNew('index')
  const index = readFileSync(join(FOLDER, 'README.md'), 'utf8')
  expect(index).toBe(inCopy(`${FOLDER}/README.md`))
  const listed = [...index.matchAll(/^\| \d+ \|.*\]\(([^)]+)\) \|$/gm)].map(([, file]) => file)
  expect(listed).toEqual(decisions.toSorted())
})

test('a new decision gets the number after the highest, the common parts and a line in the list', () => {
  const path = runNew('decision', "A person's name", 'may change').trim()
  const [next] = nextNumbers(decisions)
  expect(path).toBe(`${FOLDER}/${next}-a-persons-name-may-change.md`)
  expect(formatProblem(path.split('/').at(-1) ?? '', inCopy(path))).toBeNull()
  expect(inCopy(`${FOLDER}/README.md`)).toContain(`[A person's name may change](${next}-a-persons`)
})

test('a new migration gets the number after the highest', () => {
  const [next, afterNext] = nextNumbers(readdirSync('db/migrations'))
  expect(runNew('migration', 'Photos of a Review').trim()).toBe(
    `db/migrations/${next}-photos-of-a-review.sql`,
  )
  expect(runNew('migration', 'more').trim()).toBe(`db/migrations/${afterNext}-more.sql`)
})

test('without a name no file is written', () => {
  const before = readdirSync(join(copy, FOLDER))
  expect(() => runNew('decision')).toThrow('npm run new -- decision TITLE')
  expect(() => runNew('essay', 'x')).toThrow('npm run new -- migration NAME')
  expect(readdirSync(join(copy, FOLDER))).toEqual(before)
})

function nextNumbers(files: readonly string[]): string[] {
  const highest = Math.max(...files.map((file) => Number.parseInt(file, 10) || 0))
  return [1, 2].map((more) => String(highest + more).padStart(4, '0'))
}
