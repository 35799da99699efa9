import { expect, test, vi } from 'vitest'
import { testSite } from '#test/app.ts'

const site = await testSite()

test('the site says that it is healthy', async () => {
  const page = await site.get('/healthz')
  expect([page.status, page.html]).toEqual([200, 'ok\n'])
})

test('jobs that stand still are no health', async () => {
  const working = await testSite()
  await working.app.start()
  expect((await working.get('/healthz')).status).toBe(200)
  // Each look at the clock comes 61 s after the last: however often the worker is heard, too long ago.
  let elapsed = performance.now()
  const time = vi.spyOn(performance, 'now').mockImplementation(() => (elapsed += 61_000))
  const page = await working.get('/healthz')
  time.mockRestore()
  expect([page.status, page.html]).toEqual([503, 'jobs stalled\n'])
  expect(page.response.headers.get('cache-control')).toBe('no-store')
})

test('a person with a session is signed in, a visitor is not', async () => {
  const person = await site.make.shopper()
  expect((await site.get('/credits')).location).toBe('/auth?return_to=%2Fcredits')
  expect((await site.get('/credits', { as: person })).status).toBe(200)
})
