import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  LISTING_FILE_TOO_LARGE,
  TOO_MANY_ITEMS,
  TOO_MANY_ROWS,
} from '#app/routes/business/listing-file.ts'
import { legalPages } from '#db/enums.ts'
import { FILE_TOO_LARGE, tooSmallSentence } from '#domain/catalogue/images/image-shapes.ts'
import {
  adminEventTypes,
  adminStyles,
  businessEventTypes,
  businessStyles,
} from '#domain/catalogue/items/fields/item-words.ts'
import { productsOnSale } from '#domain/money/checkout/catalogue.ts'
import { DEPOSIT_NEEDED } from '#domain/money/checkout/deposit-price.ts'
import { projectPaths } from './architecture/source-files.ts'

const specification = readFileSync('docs/specification.md', 'utf8')

const isCode = (path: string) =>
  /\.(ts|tsx|mjs|css|sql)$|^(app|domain)\/.*\.json$/.test(path) &&
  path !== 'test/specification.test.ts'

const code = projectPaths()
  .filter(isCode)
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

function sectionsOf(text: string): string[] {
  return [...text.matchAll(/^#{1,2} (\d+(?:\.\d+)?) \S/gm)].map(([, number = '']) => number)
}

function referencesIn(text: string): string[] {
  return [...text.matchAll(/\bspec (\d+(?:\.\d+)*)/g)].map(([, number = '']) => number)
}

/** References to documents that are not in the repository. */
function oldReferencesIn(text: string): string[] {
  const old =
    /§|\b(?:business|shopper)(?:'s)? (?:document|spec)|\b(?:design|document), section|\bdesign\.md/gi
  return [...text.matchAll(old)].map(([found]) => found)
}

test('every reference to the specification names an existing section', () => {
  const sections = new Set(sectionsOf(specification))
  const references = code.flatMap(({ path, text }) =>
    referencesIn(text).map((section) => ({ path, section })),
  )
  expect(references.filter(({ section }) => !sections.has(section))).toEqual([])
  expect(references.length).toBeGreaterThan(80)
  expect(referencesIn('as in spec 4.3, and spec 99.')).toEqual(['4.3', '99'])
})

test('section numbers are unique and in order', () => {
  const sections = sectionsOf(specification)
  const inOrder = sections.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  expect(sections).toEqual([...new Set(inOrder)])
  expect(sections.length).toBeGreaterThan(60)
})

test('nothing refers to documents outside the repository', () => {
  const documents = projectPaths()
    .filter((path) => path.endsWith('.md'))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
  const old = [...code, ...documents].flatMap(({ path, text }) =>
    oldReferencesIn(text).map((found) => `${path}: ${found}`),
  )
  expect(old).toEqual([])
  expect(
    oldReferencesIn("business §4, design.md, design, section 7, shopper's document"),
  ).toHaveLength(4)
})

test('the specification lists every address of the site, and no other', () => {
  const routes = readFileSync('app/routes.ts', 'utf8')
  const written = [...routes.matchAll(/ route\(\s*'([^'*]+)'/g)].map(([, path]) => path)
  const inCode = [...written, ...legalPages].map((path) => `/${path}`)
  const section = specification.split(/^## 2\.\d .*$/m)[1] ?? ''
  const named = [...section.matchAll(/`(\/[^`?]*)`/g)].map(([, path]) => path)
  // Images and the API are served before the routes: server/door/images.ts, server/door/api.ts.
  expect(new Set(named)).toEqual(
    new Set(['/', '/images/:id', '/api/v1', '/api/openapi.json', ...inCode]),
  )
  expect(inCode.length).toBeGreaterThan(60)
})

test('the specification lists the styles and event types of closets and of admins', () => {
  const ticked = (words: readonly string[]) => words.map((word) => `\`${word}\``).join(', ')
  const row = (of: string, ...lists: readonly (readonly string[])[]) =>
    `| ${[of, ...lists.map(ticked)].join(' | ')} |`
  const rows = [
    row('styles', businessStyles, adminStyles),
    row('event types', businessEventTypes, adminEventTypes),
  ]
  expect(rows.filter((one) => !specification.includes(one))).toEqual([])
})

/** Prices and limits as formatted by the code. */
const madeOfFigures = [
  DEPOSIT_NEEDED,
  FILE_TOO_LARGE,
  tooSmallSentence(),
  LISTING_FILE_TOO_LARGE,
  TOO_MANY_ROWS,
  TOO_MANY_ITEMS,
  ...productsOnSale.flatMap(({ name, description }) => [name, description]),
]

test('every text quoted in the specification is in the code', () => {
  const product = plain(
    code
      .filter(({ path }) => /^(app|domain|db|server)\//.test(path) && !/\.test\./.test(path))
      .map(({ text }) => text)
      .concat(madeOfFigures)
      .join('\n'),
  )
  const missing = quotedIn(specification).filter((piece) => !product.includes(plain(piece)))
  expect(missing).toEqual([])
  expect(quotedIn('says "Changes {n} saved" and\n"Reset"')).toEqual(['Changes ', ' saved', 'Reset'])
})

/** The texts in double quotes, without their placeholders. */
function quotedIn(text: string): string[] {
  return [...text.matchAll(/"([^"]+)"/g)].flatMap(([, quoted = '']) =>
    quoted.split(/\{\w+\}/).filter((piece) => /\w/.test(piece)),
  )
}

function plain(text: string): string {
  return text.replaceAll('’', "'").replaceAll("\\'", "'").replace(/\s+/g, ' ')
}

test('every table has the columns that the specification names', () => {
  const types = readFileSync('db/types.ts', 'utf8')
  const rows = [...specification.matchAll(/^\| `(\w+)`(?: \(view\))? \| (.*`id`.*|.*_.*) \|$/gm)]
  const tables = rows.filter(([, table = '']) => types.includes(`\n  ${table}: `))
  const missing = tables.flatMap(([, table = '', columns = '']) => {
    const type = types.match(new RegExp(`\\n  ${table}: (\\w+)`))?.[1]
    const body = types.split(`export interface ${type} {`)[1]?.split('\n}')[0] ?? ''
    return namesIn(columns)
      .filter((column) => !body.includes(`\n  ${column}: `))
      .map((column) => `${table}.${column}`)
  })
  expect(tables.length).toBeGreaterThan(14)
  expect(missing).toEqual([])
})

/** Names in backticks; words in brackets are values. */
function namesIn(text: string): string[] {
  const named = text.replace(/\([^)]*\)/g, '').matchAll(/`(\w+)`/g)
  return [...named].map(([, name = '']) => name)
}
