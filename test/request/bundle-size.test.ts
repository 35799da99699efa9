import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { parseSync } from 'oxc-parser'
import { expect, inject, test } from 'vitest'
import { testSite } from '#test/app.ts'
import type { Page } from '#test/browsing.ts'

const site = await testSite()
const client = join(inject('buildDirectory'), 'client')

const LATE = 'script[type="text/x-late"]'

/** The scripts that a browser loads to hydrate a page, including all imports. */
function scriptsOf(page: Page): string[] {
  const named = [
    ...page
      .$$(`${LATE}[data-loads]`)
      .flatMap(({ attributes }) => attributes['data-loads']?.split(' ') ?? []),
    ...page.$$('script[src]').map((script) => script.getAttribute('src') ?? ''),
    ...page.$$(LATE).flatMap((script) => importsIn(script.textContent, '/')),
  ]
  const scripts = new Set(named.filter((path) => path !== ''))
  for (const path of scripts) {
    for (const next of importsIn(readFileSync(join(client, path), 'utf8'), path)) scripts.add(next)
  }
  return [...scripts]
}

function importsIn(code: string, path: string): string[] {
  const { staticImports, staticExports } = parseSync('script.js', code).module
  return [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap((entry) => entry.moduleRequest?.value ?? []),
    ),
  ].map((written) => (written.startsWith('.') ? join(dirname(path), written) : written))
}

async function kilobytesFor(path: string): Promise<number> {
  const scripts = scriptsOf(await site.get(path))
  expect(scripts.length).toBeGreaterThan(5)
  const bytes = scripts.map((script) => gzipSync(readFileSync(join(client, script))).length)
  return bytes.reduce((sum, one) => sum + one, 0) / 1000
}

test('the home page loads at most 130 kB of script, compressed', async () => {
  expect(await kilobytesFor('/')).toBeLessThanOrEqual(130)
})

test('an item loads at most 170 kB of script, compressed', async () => {
  const item = await site.make.item()
  expect(await kilobytesFor(`/item/${item.id}`)).toBeLessThanOrEqual(170)
})

test('a page requests no script before it has been painted', async () => {
  const item = await site.make.item()
  for (const path of ['/', '/styles', `/item/${item.id}`, '/auth', '/nowhere']) {
    const page = await site.get(path)
    expect(page.$$(LATE), path).toHaveLength(1)
    const early = page.$$('link[rel=modulepreload], script[src], script[type=module]')
    expect(early.map(String), path).toEqual([])
  }
})

test('no database query is in the browser’s scripts', () => {
  const assets = join(client, 'assets')
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(20)
  const withQueries = scripts.filter((name) =>
    readFileSync(join(assets, name), 'utf8').includes('toOperationNode'),
  )
  expect(withQueries).toEqual([])
})
