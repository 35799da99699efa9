import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../../bin/install.mjs'

const stores = join(root, 'node_modules/.cache/test-templates')

/**
 * The folder for templates, named after everything that they depend on: our code and SQL, the
 * packages, and the day, because a new database has a part of the audit log for this month.
 */
export function storeOfToday(): string {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  for (const path of sourcesOfTemplates()) hash.update(path).update(readFileSync(join(root, path)))
  const today = new Date().toISOString().slice(0, 10)
  return join(stores, `${today}-${hash.digest('hex').slice(0, 16)}`)
}

/** Every file that makes the templates, as paths from the project's root. */
export function sourcesOfTemplates(): string[] {
  const found = new Set<string>()
  const add = (path: string) => {
    if (found.has(path) || !existsSync(join(root, path))) return
    found.add(path)
    if (/\.m?ts$/.test(path)) for (const imported of importsOf(path)) add(imported)
  }
  add('test/postgres/templates.ts')
  add('db/embedded/postgres.ts')
  add('package-lock.json')
  for (const folder of ['db/schema', 'db/migrations'])
    for (const name of readdirSync(join(root, folder))) add(join(folder, name))
  return [...found].sort()
}

/** Without those that import only types. Parsing would take longer than all the rest. */
function importsOf(path: string): string[] {
  const written = readFileSync(join(root, path), 'utf8')
  const text = written.replaceAll(/^(import|export) type [^']*'.*$/gm, '')
  return [...text.matchAll(/\b(?:from|import)[\s(]*'([#.][^']*)'/g)].map(([, to = '']) => {
    if (to.startsWith('#sandbox/')) return to.replace('#sandbox', 'packages/stripe-sandbox')
    return to.startsWith('#') ? to.slice(1) : join(dirname(path), to)
  })
}

const DAY_MS = 86_400_000

/** Newer ones may be in use by another run. */
export function removeOldStores(): void {
  if (!existsSync(stores)) return
  for (const name of readdirSync(stores)) {
    const store = join(stores, name)
    if (Date.now() - statSync(store).mtimeMs > DAY_MS) rmSync(store, { recursive: true })
  }
}
