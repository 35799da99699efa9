import { expect, test } from 'vitest'
import { testSite } from '#test/app.ts'
import { signIn } from '#test/make/sign-in.ts'

const site = await testSite()
const shopper = await site.make.shopper()

const cacheOf = (page: { response: Response }) => page.response.headers.get('cache-control')

test.for([
  '\u00A0',
  '\t',
  ' ',
  '',
  'a=b;\u00A0',
  '__Host-',
])('a page asked for with our cookie behind %j is nobody else’s', async (before) => {
  const cookie = (await signIn(site.db, site.settings, shopper, new Date())).split(';')[0] ?? ''
  for (const path of ['/', '/about', '/about.data']) {
    const page = await site
      .stranger()
      .get(`${path}?`, { headers: { Cookie: `${before}${cookie}` } })
    expect(cacheOf(page)).not.toContain('public')
    const visitor = await site.stranger().get(`${path}?`)
    expect(visitor.html).not.toContain(shopper.email)
  }
})

test('guarded pages and their data are not stored by browsers', async () => {
  for (const path of ['/credits', '/profile', '/credits.data', '/about.data'])
    expect([path, cacheOf(await site.get(path, { as: shopper }))]).toEqual([
      path,
      'private, no-store',
    ])
  expect(cacheOf(await site.get('/', { as: shopper }))).toBe('private, no-cache')
})

test('extended sessions are sent with pages only and never cached', async () => {
  const person = await site.make.shopper()
  const soon = new Date(Date.now() - 20 * 86_400_000)
  const browsing = site.stranger()
  browsing.takeCookie(await signIn(site.db, site.settings, person, soon))
  for (const path of ['/robots.txt', '/sitemap.xml', '/images/x/', '/healthz', '/readyz']) {
    const { response } = await browsing.get(path)
    expect([path, response.headers.getSetCookie()]).toEqual([path, []])
  }
  const { response } = await browsing.get('/')
  expect(response.headers.getSetCookie().join()).toContain('hemline_session=')
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect((await browsing.get('/')).response.headers.getSetCookie()).toEqual([])
})

test('signing out clears the browser’s stored data', async () => {
  const person = await site.make.shopper()
  const page = await site.post('/sign-out', {}, { as: person })
  expect(page.response.headers.get('clear-site-data')).toBe('"cache"')
})

test('HEAD has the headers of GET', async () => {
  const browsing = site.stranger()
  for (const path of ['/', '/about', '/robots.txt', '/nowhere', '/auth/reset?token=x']) {
    const confirmation = { method: 'HEAD', headers: { 'Accept-Encoding': 'br' } }
    const url = `http://localhost:3000${path}`
    const head = await site.app.handle(new Request(url, confirmation), { peer: '127.0.0.1' })
    const get = await site.app.handle(new Request(url, { ...confirmation, method: 'GET' }), {
      peer: '127.0.0.1',
    })
    const names = (response: Response) => [...response.headers.keys()]
    expect([head.status, names(head)], path).toEqual([get.status, names(get)])
    expect(await head.text()).toBe('')
  }
  expect((await browsing.get('/')).status).toBe(200)
})

test('the outbox is readable only on this machine, even with forged headers', async () => {
  const browsing = site.stranger()
  expect((await browsing.get('/dev/mail')).status).toBe(200)
  expect((await browsing.get('/dev/mail', { peer: '192.0.2.1' })).status).toBe(404)
  const headers = { 'X-Forwarded-For': '127.0.0.1' }
  expect((await browsing.get('/dev/mail', { headers })).status).toBe(404)
  expect((await browsing.get('/dev/mail', { headers, peer: '192.0.2.1' })).status).toBe(404)
})

test('requests for other hosts are refused on every path', async () => {
  const ask = (url: string) => site.app.handle(new Request(url), { peer: '127.0.0.1' })
  expect((await ask('http://evil.example/')).status).toBe(421)
  expect((await ask('http://localhost:80//evil.example/auth/forgot')).status).toBe(400)
  expect((await ask('http://localhost:80/\\evil.example/')).status).toBe(400)
  const page = await (await ask('http://localhost:3000/')).text()
  expect(page).not.toContain('evil.example')
})

test('on https every cookie is bound to https and to this host', async () => {
  const shop = await testSite({ env: { PUBLIC_URL: 'https://shop.example' } })
  const person = await shop.make.shopper()
  const page = await shop.get('/', { as: person })
  // Without includeSubDomains: other hosts below the shop's domain may not have HTTPS.
  expect(page.response.headers.get('strict-transport-security')).toBe('max-age=63072000')
  const liking = await shop.stranger().post(
    '/likes',
    { item: 'x', liked: 'yes' },
    {
      headers: { Accept: 'text/html' },
    },
  )
  expect(liking.response.headers.getSetCookie().join()).toMatch(
    /^__Host-hemline_flash=[^;]+; Path=\/; .*; Secure$/,
  )
  const visitor = shop.stranger()
  await visitor.get('/about')
  const stored = await visitor.get('/about')
  expect(stored.response.headers.get('strict-transport-security')).toContain('max-age=')
})

test('rejected requests get an error page or a message', async () => {
  const large = { email: 'a'.repeat(300_000) }
  const page = await site.post('/auth', large, { headers: { Accept: 'text/html' } })
  expect([page.status, page.text('h1')]).toEqual([413, 'This is too large'])
  const data = await site.post('/auth.data', large)
  expect([data.status, data.response.headers.get('content-type')]).toEqual([
    413,
    'text/plain; charset=utf-8',
  ])
  const upload = await site.post('/uploads', large, { as: shopper })
  expect([upload.status, JSON.parse(upload.html)]).toEqual([
    413,
    { problem: expect.stringContaining('Nothing was saved') },
  ])
})
