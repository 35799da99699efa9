import { expect, test } from 'vitest'
import { testBrowser } from '#test/browser/browser.ts'

const site = await testBrowser()

test('a page that is left while it loads keeps its header until the next one arrives', async () => {
  const as = await site.make.shopper()
  const page = await site.open('/about', { as, allowedErrors: /net::ERR_(ABORTED|FAILED)/ })
  const script = '**/assets/account-corner-*.js'
  await page.route(script, () => {})
  const stopped = page.waitForEvent('requestfailed')
  const loading = page.waitForRequest(script)
  await page.goto('/', { waitUntil: 'commit' })
  await loading
  // Firefox does it at every navigation.
  await page.evaluate(() => window.stop())
  await stopped
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))
  const balance = page.getByRole('banner').getByRole('link', { name: /^0 credits/ })
  expect(await balance.isVisible()).toBe(true)
})
