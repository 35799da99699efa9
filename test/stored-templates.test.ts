import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseSource } from './architecture/source-files.ts'
import { sourcesOfTemplates } from './postgres/stored-templates.ts'

test('templates are stored for everything that makes them', () => {
  const sources = sourcesOfTemplates()
  expect(sources).toContain('package-lock.json')
  expect(sources).toContain('db/schema/8-admin.sql')
  expect(sources).toContain('domain/money/checkout/catalogue.ts')
  const missing = sources
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) => parseSource(path, readFileSync(path, 'utf8')).imports)
    .filter(({ isOurs, typesOnly, to }) => isOurs && !typesOnly && !sources.includes(to))
  expect(missing).toEqual([])
})
