import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readWords } from './architecture/glossary-words.ts'
import { projectPaths } from './architecture/source-files.ts'

/** Forms that our texts do not use, and what they say instead. */
const forms: readonly (readonly [form: RegExp, instead: string])[] = [
  // Values of the specification, and keys made of them, keep their spelling.
  [/(?<![\w'_.:-])[Cc]ancell(ed|ing)\b(?!['_:-])/, 'canceled, canceling'],
  [/\b(colour|favour|centre|afterwards|cheque)\b/, 'American spelling'],
  [/^Hello\b.*,$/, 'Hi Maya,'],
  [/\b[Pp]ieces?\b/, 'item'],
  [/\b[Ww]e (have|’ve) told\b/, 'we let them know'],
  [/\b[Nn]othing is called\b/, 'no matches for'],
  [/\b(I|[Yy]ou) have (sent|received) it\b(?! back, tell)/, 'sent it, received it'],
  [/\b[Yy]ou asked to rent\b/, 'you requested'],
  [/\b[Ww]hat you bought\b/, 'your'],
  [/(?<!\.)\.\.(?![./])/, 'one full stop'],
  // Quotation marks and apostrophes are curly.
  [/[A-Za-z]'[a-z]+(?=[\s.,;:!?]|$)/, '’'],
  [/(?:^|[\s(])'[A-Za-z][^']*'(?=[\s.,;:!?)]|$)/, '“”'],
  [/(?:^|[\s(])"[A-Za-z][^"]*"(?=[\s.,;:!?)]|$)/, '“”'],
]

/** Where a form is right. */
const exceptions: readonly (readonly [path: RegExp, text: RegExp, why: string])[] = [
  [
    /^app\/(api\/(answer|reference|document)|responses\/image-headers|rendering\/defer-scripts)\.ts$/,
    /./,
    'code',
  ],
  [
    /^app\/(components\/webhooks\/verify-code\.ts|api\/page\/api-basics\.tsx)$/,
    /^import|Bearer/,
    'code',
  ],
  [/^demo\/seeding\//, /^the demo's /, 'an error that its developer reads'],
  [/^(app|domain)\//, /\b(select|where|coalesce)\b[\s\S]* (=|<>|in) /, 'SQL'],
]

const isExcepted = (path: string, text: string) =>
  exceptions.some(([where, what]) => where.test(path) && what.test(text))

/** A text of more than one word, or a capitalized one; other strings are for programs. */
const isText = (text: string) => /[A-Za-z] |^ ?[A-Z][a-z]/.test(text)

/** Files whose strings people read. */
const isRead = (path: string) =>
  /\.(tsx?|json)$/.test(path) &&
  !path.includes('.test.') &&
  (/^(app|demo\/seeding)\//.test(path) ||
    /^domain\/.*-(emails|mail|digest|reminders|words|expiry)\.(ts|json)$/.test(path))

function foundIn(text: string): string[] {
  const shown = text.replace(/\s+/g, ' ')
  return isText(text)
    ? forms.filter(([form]) => form.test(shown)).map(([, instead]) => instead)
    : []
}

const problemsIn = (path: string, source: string) =>
  readWords(path, source).texts.flatMap((text) =>
    foundIn(text)
      .filter(() => !isExcepted(path, text))
      .map((instead) => `${path}: ${instead} in “${text.trim()}”`),
  )

test('texts of screens and emails are plain American English', () => {
  const found = projectPaths()
    .filter(isRead)
    .flatMap((path) => problemsIn(path, readFileSync(path, 'utf8')))
  expect(found).toEqual([])
})

test('the documents spell like the product', () => {
  const found = projectPaths()
    .filter((path) => path.endsWith('.md'))
    .flatMap((path) =>
      readFileSync(path, 'utf8')
        .replace(/```[\s\S]*?```|`[^`]*`|\]\([^)]*\)/g, '')
        .split('\n')
        .filter((line) => /(?<![\w_-])[Cc]ancell(ed|ing)\b(?![_-])/.test(line))
        .map((line) => `${path}: ${line}`),
    )
  expect(found).toEqual([])
})

test.for([
  ['canceled, canceling', 'const a = <p>Your rental is cancelled.</p>'],
  ['Hi Maya,', "const a = 'Hello Maya Ortiz,'"],
  ['item', "const a = 'No pieces'"],
  ['we let them know', 'const a = `We have told them.`'],
  ['sent it, received it', 'const a = <b>\n  I have sent\n  it back</b>'],
  ['one full stop', "const a = 'We told Attic & Co..'"],
  ['’', 'const a = "This is the renter\'s item."'],
  ['“”', "const a = <p>Nothing for 'red dress'.</p>"],
  ['“”', 'const a = \'Your item "Gown" was approved.\''],
] as const)('“%s” is said instead of %s', ([instead, source]) => {
  expect(problemsIn('app/routes/a.tsx', source)).toEqual([
    expect.stringContaining(`: ${instead} in`),
  ])
})

test.for([
  "const a = status === 'cancelled'",
  "const a = ['rental.cancelled', 'not-cancelled']",
  "const a = `where status = 'cancelled' or r.cancelled_at is null`",
  "const a = 'Saving...'",
  'const a = <p>Your rental is canceled, and the closet’s item “Gown” is free.</p>',
])('%s is fine', (source) => {
  expect(problemsIn('app/routes/a.tsx', source)).toEqual([])
})
