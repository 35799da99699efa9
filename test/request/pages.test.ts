import { expect, test } from 'vitest'
import { testSite } from '#test/app.ts'

const site = await testSite()

test('an address without a page is 404', async () => {
  expect((await site.get('/no-such-page')).status).toBe(404)
})

test('the site says that it is healthy', async () => {
  const page = await site.get('/healthz')
  expect([page.status, page.html]).toEqual([200, 'ok\n'])
})
