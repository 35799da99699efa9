import { expect, test } from 'vitest'
import { hydrated, testBrowser } from '#test/browser/browser.ts'
import { overflow } from '#test/browser/overflow.ts'
import { screensIn } from '#test/worlds/screens.ts'
import { partsOf } from '#test/worlds/screens-of-people.ts'

const site = await testBrowser()
const screens = (await screensIn(site)).filter(({ act }) => !act)

// A part of the page that still loads when the page is left fails, which React reports as markup
// that differs; in Chromium another test finds what really differs.
const allowedErrors = /404|React error #418/

test.for(
  partsOf(screens),
)('$name and the screens after it fit on a phone and a desktop, without an error', async (part) => {
  const as = part.as ? { as: part.as } : {}
  const page = await site.open('/feedback', { ...as, allowedErrors })
  for (const { path, state } of part.screens) {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(path)
    await hydrated(page)
    expect.soft(await page.evaluate(overflow), `${path} (${state}) on a phone`).toEqual([])
    await page.setViewportSize({ width: 1280, height: 800 })
    expect.soft(await page.evaluate(overflow), `${path} (${state}) on a desktop`).toEqual([])
    expect.soft(await page.title(), path).not.toBe('')
  }
})
