import type { Rule } from './rules.ts'
import { inProduct, type SourceFile } from './source-files.ts'

/** The nouns of the domain, lower ones first. A noun imports only those below it or beside it. */
const nounOrder: readonly (readonly string[])[] = [
  ['shared'],
  ['mail', 'idempotency', 'settings', 'style', 'legal'],
  ['notify'],
  ['people', 'images', 'cities', 'places', 'reach', 'fit', 'brands', 'sizes'],
  ['calendar', 'blocks', 'webhooks'],
  ['waitlist'],
  ['items', 'feedback', 'about'],
  ['announcements', 'closets', 'likes', 'imports', 'home', 'search'],
  ['cards', 'credits', 'refunds'],
  ['balance', 'deposits', 'gifts', 'months', 'payouts', 'plans'],
  ['disputes'],
  ['rentals', 'checkout'],
  ['rental-checkouts', 'boards'],
  ['cases', 'messages', 'notes', 'ratings', 'reports', 'support'],
  ['closing'],
  ['admin'],
]

/** The main file of a noun, where it is not named after the noun. */
const mainFiles: Readonly<Record<string, string>> = {
  fit: 'fit-answers',
  mail: 'outbox',
  plans: 'subscriptions',
}

function isMainFile(path: string): boolean {
  const [folder = '', file] = path.split('/').slice(-2)
  return file === `${mainFiles[folder] ?? folder}.ts`
}

/** Others import a noun by its main file or by a pure file, which imports only pure files. */
export const nounsAreEnteredByTheirMainFile: Rule = (files) => {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const isPure = (path: string): boolean =>
    byPath
      .get(path)
      ?.imports.filter(({ typesOnly }) => !typesOnly)
      .every(({ isOurs, to }) => isOurs && /^(domain|db)\//.test(to) && isPure(to)) ?? false
  return betweenNouns(files)
    .filter(({ noun, to }) => noun !== 'shared' && !isMainFile(to))
    .filter(({ to }) => !isPure(to))
    .map(({ file, to }) => `${file.path} imports ${to}`)
}

export const nounsImportLowerOnes: Rule = (files) => {
  const place = (noun: string) => nounOrder.findIndex((nouns) => nouns.includes(noun))
  const unplaced = new Set(
    inProduct(files)
      .filter(({ path }) => path.startsWith('domain/'))
      .map(({ path }) => nounOf(path))
      .filter((noun) => place(noun) === -1),
  )
  const upward = betweenNouns(files).filter(
    ({ file, noun }) => place(noun) > place(nounOf(file.path)),
  )
  return [
    ...[...unplaced].map((noun) => `${noun} has no place in the line of nouns`),
    ...upward.map(({ file, to }) => `${file.path} imports ${to}`),
  ]
}

/** Folders that are parts of another noun. */
const partsOf: Readonly<Record<string, string>> = {
  'sign-in': 'people',
  tokens: 'people',
  events: 'checkout',
}

/** The folder in a group, such as `domain/money/credits`; `shared` and `admin` are one each. */
export function nounOf(path: string): string {
  const [, group = '', noun = ''] = path.split('/')
  if (group === 'shared' || group === 'admin') return group
  return partsOf[noun] ?? noun
}

function betweenNouns(files: readonly SourceFile[]) {
  return inProduct(files)
    .filter(({ path }) => path.startsWith('domain/'))
    .flatMap((file) =>
      file.imports
        .filter(({ isOurs, to }) => isOurs && to.startsWith('domain/'))
        .map(({ to }) => ({ file, to, noun: nounOf(to) }))
        .filter(({ noun }) => noun !== nounOf(file.path)),
    )
}
