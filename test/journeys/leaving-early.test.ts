import { expect, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { hydrated, testBrowser } from '#test/browser/browser.ts'
import { insertRows } from '#test/postgres/rows.ts'

const site = await testBrowser()
const { id } = await site.make.item({ title: 'Emerald gown' })
await insertRows(site.db, 'home_sections', {
  ...{ id: newId(), section_type: 'hero', order_index: 0, title: 'For every evening' },
  content: '{}',
})

test.for([
  390, 1280,
])('searching or opening an item before the scripts cancels their download, at %i px', async (width) => {
  const page = await site.open('/about', { width, allowedErrors: /net::ERR_(ABORTED|FAILED)/ })
  const held = Promise.withResolvers<void>()
  const loading = new Set<string>()
  await page.route('**/assets/*.js', async (route) => {
    loading.add(route.request().url())
    await held.promise
    await route.continue().catch(() => {})
  })
  page.on('requestfailed', (request) => loading.delete(request.url()))
  const stillLoading: number[] = []
  for (const step of ['**/search?q=*', '**/item/*'])
    await page.route(step, async (route) => {
      stillLoading.push(loading.size)
      await route.continue()
    })
  const someLoad = () => expect.poll(() => loading.size).toBeGreaterThan(0)

  await page.goto('/', { waitUntil: 'domcontentloaded' })
  const main = page.getByRole('main')
  const words = main.getByRole('search').getByLabel('What do you need?')
  await words.fill('emerald')
  await someLoad()
  await words.press('Enter')
  await page.waitForURL('**/search?q=emerald*')
  const link = main.getByRole('article').getByRole('link', { name: /^View Details/ })
  await link.focus()
  await someLoad()
  await link.click()
  await page.waitForURL(`**/item/${id}`)
  expect(stillLoading).toEqual([0, 0])

  held.resolve()
  await page.goBack()
  await hydrated(page)
})
