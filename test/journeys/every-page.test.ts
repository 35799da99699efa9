import { expect, inject, test } from 'vitest'
import { expectAccessible, testBrowser } from '#test/browser.ts'
import { addressesIn, readSiteMap } from '#test/site-map.ts'

const site = await testBrowser()
await site.make.item()

/** Every page without parameters that a visitor can open, by the built site map. */
const pages = addressesIn(readSiteMap(inject('buildDirectory'))).filter(
  ({ path, within, isPage }) =>
    isPage &&
    !/[:*]/.test(path) &&
    !within.some((id) => /^routes\/(admin|business|account)\/layout$/.test(id)),
)

test.for(pages)('$path works on a phone, hydrates, and axe finds no fault', async ({ path }) => {
  const page = await site.open(path, { width: 390 })
  await page.waitForLoadState('networkidle')
  await expectAccessible(page)
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
})
