import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { parseSync } from 'oxc-parser'
import { expect, inject, test } from 'vitest'
import { testSite } from '#test/app.ts'
import type { Page } from '#test/browsing.ts'

const site = await testSite()
const client = join(inject('buildDirectory'), 'client')

/** The scripts that a browser loads to show a page, with all that they import. */
function scriptsOf(page: Page): string[] {
  const named = [
    ...page.$$('link[rel=modulepreload]').map((link) => link.getAttribute('href') ?? ''),
    ...page.$$('script[src]').map((script) => script.getAttribute('src') ?? ''),
    ...page.$$('script[type=module]').flatMap((script) => importsIn(script.textContent, '/')),
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

test('no query reaches a browser', () => {
  const assets = join(client, 'assets')
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(20)
  const withQueries = scripts.filter((name) =>
    readFileSync(join(assets, name), 'utf8').includes('toOperationNode'),
  )
  expect(withQueries).toEqual([])
})
