import { expect, test } from 'vitest'
import { testSite } from '#test/app.ts'

const site = await testSite()

test('the health check reports ok', async () => {
  const page = await site.get('/healthz')
  expect([page.status, page.html]).toEqual([200, 'ok\n'])
})

test('a person with a session is signed in, a visitor is not', async () => {
  const person = await site.make.shopper()
  expect((await site.get('/credits')).location).toBe('/auth?return_to=%2Fcredits')
  expect((await site.get('/credits', { as: person })).status).toBe(200)
})
