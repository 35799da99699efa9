import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  forbiddenWords,
  readWords,
  type Words,
  wordsIn,
} from '#test/architecture/glossary-words.ts'
import { projectPaths } from '#test/architecture/source-files.ts'

const forbidden = forbiddenWords(readFileSync('docs/glossary.md', 'utf8'))

/** Column names are exempt. */
const columns = new Set(
  readFileSync('db/types.ts', 'utf8').match(/\b[a-z][a-z\d]*(_[a-z\d]+)+(?=[?]?:)/g) ?? [],
)

// Apart from these: `Promise` and its instances.
/** Where a word is allowed, and why. */
const exceptions: readonly (readonly [path: RegExp, word: string, why: string])[] = [
  [/^(packages|test|tools)\//, 'settled', 'Promise.allSettled'],
  [/^(db|domain|server)\//, 'settled', 'Promise.allSettled'],
  [/^app\/forms\/zip-photos\.ts$/, 'promise', 'functions of yauzl'],
  [/^packages\//, 'kept', 'a column of the sandbox'],
]

const isExcepted = (path: string, word: string) =>
  exceptions.some(([where, what]) => what === word && where.test(path))

/** Files whose strings people read; elsewhere strings are for programs. */
const isRead = (path: string) =>
  !path.includes('.test.') &&
  (path.startsWith('app/') ||
    /^domain\/.*-(emails|mail|digest|reminders|words)\.(ts|json)$/.test(path))

interface Finding {
  readonly path: string
  readonly word: string
  readonly where: string
}

function findingsIn({ path, names, texts }: Words): Finding[] {
  const ofNames = [...names]
    .filter((name) => !/^[Pp]romise$/.test(name) && !columns.has(name))
    .flatMap((name) => wordsIn(name, forbidden).map((word) => ({ word, where: name })))
  const plain = forbidden.filter(({ namesOnly }) => !namesOnly)
  const ofTexts = (isRead(path) ? texts : []).flatMap((text) =>
    wordsIn(text, plain).map((word) => ({ word, where: text.trim() })),
  )
  return [...ofNames, ...ofTexts].map((one) => ({ path, ...one }))
}

const problemsOf = (words: Words): string[] =>
  findingsIn(words)
    .filter(({ path, word }) => !isExcepted(path, word))
    .map(({ path, word, where }) => `${path}: "${word}" in ${where}`)

const problemsOfPath = (path: string) =>
  wordsIn(path, forbidden)
    .filter((word) => !isExcepted(path, word))
    .map((word) => `${path}: "${word}" in its name`)

const paths = projectPaths()
const sources = paths
  .filter(
    (path) => /\.(ts|tsx|mjs)$|^(app|domain)\/.*\.json$/.test(path) && !path.endsWith('.d.ts'),
  )
  .map((path) => readWords(path, readFileSync(path, 'utf8')))

test('the glossary lists words that are not used', () => {
  const words = forbidden.map((one) => one.words.join(' '))
  expect(words.length).toBeGreaterThan(20)
  expect(words).toEqual(expect.arrayContaining(['house', 'given up', 'letter', 'asked']))
})

test('names and texts use the terms of the glossary', () => {
  expect(sources.flatMap(problemsOf)).toEqual([])
})

test('every exception is needed', () => {
  const findings = sources.flatMap(findingsIn)
  const unused = exceptions.filter(
    ([where, what]) => !findings.some(({ path, word }) => word === what && where.test(path)),
  )
  expect(unused).toEqual([])
})

test('file names use the terms of the glossary', () => {
  const named = paths.filter((path) => !/^(db\/migrations|docs\/decisions)\//.test(path))
  expect(named.flatMap(problemsOfPath)).toEqual([])
})

test.for([
  ['domain/catalogue/items/items.ts', 'const newsOf = 1', 'newsOf'],
  ['domain/catalogue/items/items.ts', 'type RefundNews = string', 'RefundNews'],
  ['domain/catalogue/items/items.ts', 'const x = { standing: 1 }', 'standing'],
  ['domain/catalogue/items/items.ts', 'function wish({ id }: { id: string }) {}', 'wish'],
  ['domain/catalogue/items/items.ts', 'const MOST_ROWS = 2', 'MOST_ROWS'],
  ['domain/catalogue/items/items.ts', 'const jobGivenUp = 2', 'jobGivenUp'],
  ['domain/catalogue/items/items.ts', 'const brokenPromise = 2', 'brokenPromise'],
  [
    'domain/catalogue/items/listing/item-emails.ts',
    "const text = 'You will get a letter.'",
    'letter',
  ],
  ['app/routes/a.tsx', 'const a = <p>The dispute is settled.</p>', 'settled'],
  ['app/routes/a.tsx', 'const a = <House title="No news" />', 'House'],
] as const)('in %s, %s is found', ([path, text, found]) => {
  expect(problemsOf(readWords(path, text)).join()).toContain(found)
})

test.for([
  ['app/routes/a.tsx', 'const a = <p className="house">You told us that it was kept.</p>'],
  ['app/routes/a.tsx', "import { x } from './house.ts'"],
  ['domain/catalogue/items/items.ts', "const x: Promise<void> = f('the house')"],
  ['domain/catalogue/items/items.ts', 'const x = row.kept_cents + row.given_up_at'],
  ['domain/catalogue/items/items.ts', 'const almost = unsettling'],
])('in %s, %s is fine', ([path = '', text = '']) => {
  expect(problemsOf(readWords(path, text))).toEqual([])
})

test('a forbidden word in a file name is found', () => {
  expect(problemsOfPath('server/house.ts')).toHaveLength(1)
  expect(problemsOfPath('domain/booking/rentals/letters-to-owner.ts')).toHaveLength(1)
  expect(problemsOfPath('domain/catalogue/items/items.ts')).toEqual([])
})
