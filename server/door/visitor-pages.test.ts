import { expect, test } from 'vitest'
import { asReadable } from '#app/responses/whole-response.ts'
import { createVisitorPages } from './visitor-pages.ts'

const home = { method: 'GET', path: '/', origin: 'http://shop.test', acceptEncoding: 'br' }

function page(text: string, init: ResponseInit = {}) {
  return new Response(text, {
    ...init,
    headers: { 'Content-Type': 'text/html', ...init.headers },
  })
}

/** The time just after every process renders the home page again. */
async function renewalOfHome(): Promise<number> {
  let time = 0
  const pages = createVisitorPages(() => time)
  await pages.shared(home, async () => page('a page'))
  while (pages.cached(home) !== null) time += 1
  return time
}
const renewal = await renewalOfHome()

test('all processes renew a cached page at the same times', async () => {
  let time = renewal
  const processes = Array.from({ length: 3 }, () => createVisitorPages(() => time))
  for (const pages of processes) {
    await pages.shared(home, async () => page('before'))
    time += 600
  }
  const areCached = () => processes.map((pages) => pages.cached(home) !== null)
  time = renewal + 1999
  expect(areCached()).toEqual([true, true, true])
  time = renewal + 2000
  expect(areCached()).toEqual([false, false, false])
})

test('a clock set back does not extend the life of a cached page', async () => {
  let time = renewal + 3_600_000
  const pages = createVisitorPages(() => time)
  await pages.shared(home, async () => page('a page'))
  expect(pages.cached(home)).not.toBeNull()
  time -= 1_800_000
  expect(pages.cached(home)).toBeNull()
})

test('a page requested by a hundred visitors at once is rendered once, and again after two seconds', async () => {
  let time = renewal
  let rendered = 0
  const pages = createVisitorPages(() => time)
  const render = async () => page(`rendered ${++rendered}`)
  const plainly = { ...home, acceptEncoding: '' }
  const crowd = Array.from({ length: 100 }, () => pages.shared(plainly, render))
  const answers = await Promise.all(crowd)
  const texts = await Promise.all(answers.map((answer) => asReadable(answer).text()))
  expect(new Set(texts)).toEqual(new Set(['rendered 1']))
  time += 1999
  expect(await asReadable(await pages.shared(plainly, render)).text()).toBe('rendered 1')
  expect(Buffer.from(pages.cached(plainly)?.body ?? []).toString()).toBe('rendered 1')
  time += 1
  expect(pages.cached(plainly)).toBeNull()
  expect(await asReadable(await pages.shared(plainly, render)).text()).toBe('rendered 2')
})

test('12,000 different addresses do not exceed the memory limit', async () => {
  let time = 0
  const pages = createVisitorPages(() => time)
  const render = async () => page('a small answer')
  for (let n = 0; n < 12_000; n++) {
    if (n % 100 === 0) time += 100
    await pages.shared({ ...home, path: `/item/${n}`, acceptEncoding: '' }, render)
  }
  const { entries, bytes } = pages.size()
  expect(entries).toBeLessThanOrEqual(1000)
  expect(bytes).toBeLessThan(8 * 1024 * 1024)
})

test('expired pages are removed when a new one is added', async () => {
  let time = 0
  const pages = createVisitorPages(() => time)
  const large = async () => page('x'.repeat(100_000))
  for (let n = 0; n < 50; n++) await pages.shared({ ...home, path: `/item/${n}` }, large)
  expect(pages.size().bytes).toBeGreaterThan(5_000_000)
  time = 2000
  await pages.shared({ ...home, path: '/about' }, async () => page('small'))
  expect(pages.size().entries).toBe(1)
  expect(pages.size().bytes).toBeLessThan(10_000)
})

test('a page is cached separately only for the query parameters that it reads', async () => {
  const pages = createVisitorPages(() => 0)
  const keeps = async (path: string) => {
    await pages.shared({ ...home, path }, async () => page('a page'))
    return pages.cached({ ...home, path }) !== null
  }
  expect(await keeps('/styles?more=a')).toBe(true)
  expect(await keeps('/styles.data?_routes=x&more=a')).toBe(true)
  expect(await keeps('/about?after=1')).toBe(false)
  expect(await keeps('/feedback?q=1')).toBe(false)
  expect(await keeps('/about?_routes=x')).toBe(false)
})

test('a page rendered for one person is not shared', async () => {
  const pages = createVisitorPages(() => 0)
  const mine = async () => page('mine', { headers: { 'Cache-Control': 'private, no-cache' } })
  await pages.shared(home, mine)
  expect(pages.cached(home)).toBeNull()
})

test('another host, an unlisted query or a POST never gets a cached page', async () => {
  const pages = createVisitorPages(() => 0)
  await pages.shared(home, async () => page('ours'))
  expect(pages.cached(home)).not.toBeNull()
  expect(pages.cached({ ...home, origin: 'http://evil.test' })).toBeNull()
  expect(pages.cached({ ...home, path: '/?edit=true' })).toBeNull()
  expect(pages.cached({ ...home, method: 'POST' })).toBeNull()
})

test.each([
  ['an error', () => page('oops', { status: 500 })],
  ['a page with a cookie', () => page('mine', { headers: { 'Set-Cookie': 'a=b' } })],
  [
    'a page that asks not to be kept',
    () => page('mail', { headers: { 'Cache-Control': 'no-store' } }),
  ],
])('%s is not shared', async (_, answer) => {
  const pages = createVisitorPages(() => 0)
  let rendered = 0
  const render = async () => {
    rendered += 1
    return answer()
  }
  await pages.shared(home, render)
  await pages.shared(home, render)
  expect(rendered).toBe(2)
  expect(pages.cached(home)).toBeNull()
})

test('visitors with and without tracking parameters get the same shared page', async () => {
  const pages = createVisitorPages(() => renewal)
  const tracked = { ...home, path: `/?gclid=${'x'.repeat(400)}&utm_source=letter` }
  let rendered = 0
  const render = async () => page(`rendered ${++rendered}`)
  await pages.shared(tracked, render)
  expect(pages.cached(home)).not.toBeNull()
  expect(pages.cached(tracked)).not.toBeNull()
  await pages.shared({ ...home, path: '/?other=1' }, render)
  expect(pages.cached({ ...home, path: '/?other=1&utm_source=letter' })).toBeNull()
  const tooLong = { ...home, path: `/?utm_source=${'x'.repeat(2_000)}` }
  await pages.shared(tooLong, render)
  expect(rendered).toBe(3)
})
