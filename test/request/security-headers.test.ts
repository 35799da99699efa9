import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { testSite } from '#test/app.ts'
import type { Page } from '#test/browsing.ts'
import { addressesIn, readSiteMap } from '#test/site-map.ts'

const site = await testSite()
const { make } = site
const buildDirectory = inject('buildDirectory')
const people = [null, await make.shopper(), await make.closet(), await make.admin()]
const { id } = await make.item()
const paths = addressesIn(readSiteMap(buildDirectory)).map(({ path }) =>
  path.replaceAll(/:\w+/g, id).replace('*', 'nowhere'),
)

/** Every address for every kind of person, and requests refused before routing. */
const answers: Page[] = []
for (const path of paths) for (const as of people) answers.push(await site.get(path, { as }))
answers.push(
  await site.get('/', { headers: { Host: 'evil.example' } }),
  await site.post('/feedback', {}, { headers: { Origin: 'https://evil.example' } }),
  await site.post('/feedback', {}, { body: 'x', headers: { 'Content-Type': 'text/plain' } }),
  await site.get('/assets/nothing.js'),
)
const header = ({ response }: Page, name: string) => response.headers.get(name)
const isHtml = (page: Page) => header(page, 'content-type')?.startsWith('text/html') ?? false

test('every response forbids sniffing, framing and referrers to other sites', () => {
  expect(answers.length).toBeGreaterThan(200)
  for (const page of answers) {
    expect(header(page, 'x-content-type-options'), page.url).toBe('nosniff')
    expect(header(page, 'referrer-policy'), page.url).toMatch(
      // With no-referrer, forms would be sent without an origin and be refused.
      /^strict-origin(-when-cross-origin)?$/,
    )
    expect(header(page, 'x-frame-options'), page.url).toBe('DENY')
    expect(header(page, 'content-security-policy'), page.url).toContain("frame-ancestors 'none'")
    expect(header(page, 'cross-origin-opener-policy'), page.url).toBe('same-origin')
  }
})

test('no response is readable by pages of other sites', () => {
  for (const page of answers) {
    const cors = [...page.response.headers.keys()].filter((name) => name.startsWith('access-'))
    expect(cors, page.url).toEqual([])
    expect(header(page, 'cross-origin-resource-policy'), page.url).toBe('same-origin')
  }
})

test('text responses state their character set', () => {
  for (const page of answers) {
    const type = header(page, 'content-type') ?? ''
    if (type.startsWith('text/')) expect(type, page.url).toMatch(/charset=utf-8/i)
    if (page.html !== '') expect(type, page.url).toMatch(/^[\w-]+\/[\w.+-]+/)
  }
})

test('a page runs and loads only its own files: no eval, no other host', () => {
  const pages = answers.filter(isHtml)
  expect(pages.length).toBeGreaterThan(100)
  for (const page of pages) {
    const policy = header(page, 'content-security-policy') ?? ''
    // Firefox prefetches only what default-src allows; every kind of file has a directive of its own.
    expect(policy, page.url).toMatch(/^default-src 'self'; /)
    for (const kind of ['object', 'media', 'worker'])
      expect(policy, page.url).toContain(`; ${kind}-src 'none';`)
    for (const kind of ['script', 'style', 'img', 'font', 'connect', 'manifest', 'frame'])
      expect(policy, page.url).toContain(`; ${kind}-src 'self'`)
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? ''
    expect(scripts, page.url).toMatch(/^'self'( '(nonce|sha256)-[\w+/=]+')+$/)
    // Pages load from and send to no other host, but forms may redirect to the payment pages.
    expect(policy.replace(/form-action [^;]*/, ''), page.url).not.toMatch(/https?:|\*/)
    for (const part of page.$$('script[src], link[rel=stylesheet], img[src], iframe[src]')) {
      const address = part.getAttribute('src') ?? part.getAttribute('href') ?? ''
      expect(new URL(address, page.url).origin, page.url).toBe(new URL(page.url).origin)
    }
  }
})

test('error responses reveal no folders, sources or stack traces', async () => {
  const confirmation = [
    ...['/.git/config', '/.git/HEAD', '/.env', '/package.json', '/server/app.ts', '/app/root.tsx'],
    ...['/assets/', '/assets', '/fonts/', '/images/', '/server/index.js', '/debug', '/metrics'],
    ...['/assets/../../package.json', '/%2e%2e/package.json', '/..%2fpackage.json'],
  ]
  for (const path of confirmation) {
    const page = await site.stranger().get(path)
    expect([path, page.status]).toEqual([path, 404])
    expect(page.html).not.toMatch(/\[core\]|"dependencies"|node_modules|at \w+ \(|Index of/)
  }
  for (const page of answers) {
    expect([...page.response.headers.keys()], page.url).not.toContain('x-powered-by')
    expect(page.html, page.url).not.toMatch(/node_modules|\n\s+at .*:\d+:\d+/)
  }
})

test('scripts store no cookies and nothing permanent, only a few values for the tab', () => {
  const assets = join(buildDirectory, 'client/assets')
  const text = readdirSync(assets)
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(assets, name), 'utf8'))
    .join('\n')
  expect(text).not.toMatch(/localStorage|indexedDB|document\.cookie|caches\.open/)
  // Three are the router's: scroll positions, and that a page was reloaded.
  expect(text.split('sessionStorage.setItem').length - 1).toBeLessThanOrEqual(5)
})

test('password fields hide their text and work with password managers', () => {
  const fields = answers.filter(isHtml).flatMap((page) => page.$$('input[name*=password]'))
  expect(fields.length).toBeGreaterThan(5)
  for (const field of fields) {
    expect(field.getAttribute('type')).toBe('password')
    expect(field.getAttribute('autocomplete')).toMatch(/^(current|new)-password$/)
    expect(field.getAttribute('onpaste')).toBeUndefined()
    expect(Number(field.getAttribute('maxlength') ?? 1000)).toBeGreaterThanOrEqual(128)
  }
})
