import { expect, test } from 'vitest'
import { testSite } from '#test/app.ts'
import type { Page } from '#test/browsing.ts'

const site = await testSite()
const people = [await site.make.shopper(), await site.make.closet(), await site.make.admin()]

/** The nonce of a response. Expects the same nonce in its policy and everywhere on its page. */
function nonceOf(page: Page): string {
  const policy = page.response.headers.get('content-security-policy') ?? ''
  const named = new Set([...policy.matchAll(/'nonce-([^']+)'/g)].map(([, nonce = '']) => nonce))
  const carried = new Set(page.$$('[nonce]').map((part) => part.getAttribute('nonce') ?? ''))
  expect(named.size).toBe(1)
  expect(carried).toEqual(named)
  const [nonce = ''] = named
  expect(Buffer.from(nonce, 'base64')).toHaveLength(16)
  return nonce
}

test('a cached page gets a new nonce with each rendering', async () => {
  const seen: string[] = []
  const look = async () => {
    const nonce = nonceOf(await site.stranger().get('/about'))
    // A replaced nonce is never used again.
    if (seen.at(-1) !== nonce) expect(seen).not.toContain(nonce)
    if (seen.at(-1) !== nonce) seen.push(nonce)
    return seen.length
  }
  await expect.poll(look, { interval: 100 }).toBeGreaterThan(2)
  const other = nonceOf(await site.stranger().get('/feedback'))
  expect(seen).not.toContain(other)
})

test('visitors share the nonce of a cached page, but signed-in people never do', async () => {
  const visitors: string[] = []
  const others: string[] = []
  for (let round = 0; round < 5; round++) {
    for (let visitor = 0; visitor < 5; visitor++)
      visitors.push(nonceOf(await site.stranger().get('/about')))
    for (const as of people) others.push(nonceOf(await site.get('/about', { as })))
  }
  expect(new Set(visitors).size).toBeLessThan(visitors.length)
  expect(new Set(others).size).toBe(others.length)
  expect(others.filter((nonce) => visitors.includes(nonce))).toEqual([])
})

test('pages with other cookies, refused forms and unknown queries are not shared', async () => {
  const confirmation = [
    () => site.stranger().get('/about', { headers: { Cookie: 'hemline_session=made-up' } }),
    () => site.stranger().post('/auth', { email: 'nobody' }),
    () => site.stranger().get('/about?nobody=reads-this'),
  ]
  const cached = nonceOf(await site.stranger().get('/about'))
  for (const ask of confirmation) {
    const [one, another] = [nonceOf(await ask()), nonceOf(await ask())]
    expect(one).not.toBe(another)
    expect([one, another]).not.toContain(cached)
  }
})

test('a visit with campaign parameters gets the cached page and leaves no trace', async () => {
  const item = await site.make.item()
  const tracked = `/item/${item.id}?utm_source=spring-letter&gclid=abc`
  const visit = async () => {
    const first = await site.stranger().get(tracked)
    const second = await site.stranger().get(`/item/${item.id}`)
    expect(first.html + second.html).not.toMatch(/spring-letter|gclid/)
    return nonceOf(first) === nonceOf(second)
  }
  // The cached page may expire between the two requests.
  await expect.poll(visit).toBe(true)
})
