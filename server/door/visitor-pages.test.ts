import { expect, test } from 'vitest'
import { createVisitorPages } from './visitor-pages.ts'

const home = { method: 'GET', path: '/', origin: 'http://shop.test', acceptEncoding: 'br' }

function page(text: string, init: ResponseInit = {}) {
  return new Response(text, {
    ...init,
    headers: { 'Content-Type': 'text/html', ...init.headers },
  })
}

test('a hundred visitors at once are one rendering, and a page is new after two seconds', async () => {
  let time = 0
  let rendered = 0
  const pages = createVisitorPages(() => time)
  const render = async () => page(`rendered ${++rendered}`)
  const plainly = { ...home, acceptEncoding: '' }
  const crowd = Array.from({ length: 100 }, () => pages.shared(plainly, render))
  const texts = await Promise.all((await Promise.all(crowd)).map((answer) => answer.text()))
  expect(new Set(texts)).toEqual(new Set(['rendered 1']))
  time = 1999
  expect(await (await pages.shared(plainly, render)).text()).toBe('rendered 1')
  expect(Buffer.from(pages.kept(plainly)?.body ?? []).toString()).toBe('rendered 1')
  time = 2000
  expect(pages.kept(plainly)).toBeNull()
  expect(await (await pages.shared(plainly, render)).text()).toBe('rendered 2')
})

test('another host, an unlisted query and a post are never answered with somebody else’s page', async () => {
  const pages = createVisitorPages(() => 0)
  await pages.shared(home, async () => page('ours'))
  expect(pages.kept(home)).not.toBeNull()
  expect(pages.kept({ ...home, origin: 'http://evil.test' })).toBeNull()
  expect(pages.kept({ ...home, path: '/?edit=true' })).toBeNull()
  expect(pages.kept({ ...home, method: 'POST' })).toBeNull()
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
  expect(pages.kept(home)).toBeNull()
})
