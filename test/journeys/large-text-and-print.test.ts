import { expect, test } from 'vitest'
import { testBrowser } from '#test/browser.ts'

const site = await testBrowser()
const { make } = site

test('text twice as large keeps the header and the rent bar of a phone readable and small', async () => {
  const item = await make.item({ creditsPerDay: 3 })
  const page = await site.open(`/item/${item.id}`, { width: 390 })
  const sizeOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))
  const signIn = await sizeOf('header a[href="/auth"]')
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  expect(await sizeOf('header a[href="/auth"]')).toBeGreaterThan(1.8 * signIn)
  const bar = page.locator('.rent-bar')
  expect((await bar.boundingBox())?.height).toBeLessThan(200)
  // A word that is broken has a part on each line.
  const parts = await bar.locator('strong').evaluate(({ firstChild }) => {
    const word = document.createRange()
    if (firstChild) word.setStart(firstChild, firstChild.textContent?.indexOf('credits') ?? 0)
    if (firstChild) word.setEnd(firstChild, firstChild.textContent?.length ?? 0)
    return word.getClientRects().length
  })
  expect(parts).toBe(1)
})

test('a printed page has its content without anything to click', async () => {
  const renter = await make.readyShopper()
  for (const path of ['/credits', '/my-rentals', '/credits/receipts']) {
    const page = await site.open(path, { as: renter, inSamePage: true })
    await page.emulateMedia({ media: 'print' })
    const printed = await page.evaluate(() =>
      [...document.querySelectorAll('header, footer, nav, form, button, [href="#content"]')]
        .filter((part) => part.checkVisibility() && part.closest('#content header') === null)
        .map((part) => part.outerHTML.slice(0, 60)),
    )
    expect(printed, path).toEqual([])
    expect(await page.locator('h1').isVisible()).toBe(true)
    await page.emulateMedia({ media: null })
  }
})
