import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { expectAccessible, testBrowser } from '#test/browser.ts'
import { screenActs } from '#test/screen-acts.ts'
import { screensIn } from '#test/screens.ts'
import { addressesIn, readSiteMap } from '#test/site-map.ts'

const site = await testBrowser()
const screens = await screensIn(site)

test('every screen of the site map is checked, and nothing else', () => {
  const pages = addressesIn(readSiteMap(inject('buildDirectory')))
    .filter(({ isPage }) => isPage)
    .map(({ id }) => id.replace('routes/', ''))
  const looked = [...new Set(screens.map(({ route }) => route))]
  expect(looked.toSorted()).toEqual(pages.toSorted())
})

/** Elements beyond the right edge, named; empty when the page fits. */
function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    // A fallback font is wider or narrower.
    await document.fonts.ready
    const { clientWidth, scrollWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const over = [...document.body.querySelectorAll('*')].filter(
      (element) =>
        element.checkVisibility() && element.getBoundingClientRect().right > clientWidth + 1,
    )
    return [
      `${scrollWidth} pixels`,
      ...over.slice(-8).map((element) => element.outerHTML.slice(0, 160)),
    ]
  })
}

/**
 * The first state of each screen is checked as a desktop shows it too. The others differ from it in
 * texts, rows and dialogs, which are the same elements at both widths.
 */
const firstStates = new Set(new Map(screens.toReversed().map((one) => [one.route, one])).values())

test.for(
  screens.map((screen) => ({
    ...screen,
    name: `${screen.path} (${screen.state})`,
    isFirst: firstStates.has(screen),
  })),
)('axe finds nothing on $name, and it holds at 360 pixels and in large letters', async ({
  path,
  as,
  act,
  isFirst,
}) => {
  const page = await site.open(path, { width: 390, as: as ?? undefined, inSamePage: true })
  await page.waitForLoadState('load')
  if (act) await screenActs[act](page)
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await overflowing(page), 'at 360 pixels').toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })
  if (isFirst) await expectAccessible(page)
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  expect(await overflowing(page), 'at 200 %').toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await overflowing(page), 'at 200 % on a phone').toEqual([])
})
