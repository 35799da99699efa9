import type { Page } from 'playwright-core'
import { expect, inject, onTestFinished, test } from 'vitest'
import { violationsInNewMarkup } from '#test/browser/axe.ts'
import { followLink, fontsLoaded, hydrated, testBrowser } from '#test/browser/browser.ts'
import { hangingDots } from '#test/browser/hanging-dots.ts'
import { overflow } from '#test/browser/overflow.ts'
import { addressesIn, readSiteMap } from '#test/site-map.ts'
import { screenActs } from '#test/worlds/screen-acts.ts'
import { type Screen, screensIn } from '#test/worlds/screens.ts'
import { partsOf } from '#test/worlds/screens-of-people.ts'

const site = await testBrowser()
const screens = await screensIn(site)

// Chromium's message when a link leads to a missing page.
const allowedErrors = /status of 40[34] .*\.data\b/

test('the checked screens are exactly those of the site map', () => {
  const pages = addressesIn(readSiteMap(inject('buildDirectory')))
    .filter(({ isPage }) => isPage)
    .map(({ id }) => id.replace('routes/', ''))
  const looked = [...new Set(screens.map(({ route }) => route))]
  expect(looked.toSorted()).toEqual(pages.toSorted())
})

/** Elements beyond the right edge at this text size; empty when the page fits. */
async function overflowing(page: Page, textSize: '100%' | '200%'): Promise<string[]> {
  await page.evaluate((size) => {
    document.documentElement.style.setProperty('font-size', size)
  }, textSize)
  // A fallback font has a different width.
  await fontsLoaded(page)
  return await page.evaluate(overflow)
}

const phone = { width: 360, height: 740 }
const desktop = { width: 1280, height: 800 }

const loaded = new Set<string>()

/** Loads a route for its first state; follows links to its other states. */
async function show(page: Page, { path, route, act }: Screen) {
  await page.setViewportSize(phone)
  if (loaded.has(route) && !act) await followLink(page, path)
  else {
    await page.goto(path)
    await hydrated(page)
  }
  loaded.add(route)
  if (act) await screenActs[act](page)
}

async function faultsOn(page: Page, startStep: (step: string) => void) {
  startStep('fits')
  const narrow = await overflowing(page, '100%')
  startStep('dots')
  const dots = await hangingDots(page)
  startStep('axe')
  const { isKnown, violations: axe } = await violationsInNewMarkup(page)
  startStep('fits with large text')
  const narrowAndLarge = await overflowing(page, '200%')
  const largeDots = await hangingDots(page)
  if (isKnown) return { narrow, dots, axe, narrowAndLarge, largeDots }
  startStep('becomes wide')
  await page.setViewportSize(desktop)
  startStep('fits when wide')
  const large = await overflowing(page, '200%')
  await overflowing(page, '100%')
  startStep('axe when wide')
  const { violations: desktopAxe } = await violationsInNewMarkup(page)
  return { narrow, dots, axe, narrowAndLarge, largeDots, large, desktopAxe }
}

test.for(
  partsOf(screens),
)('$name and the screens after it satisfy axe and fit at 360 pixels and in large text', async ({
  as,
  screens: states,
}) => {
  let lastStep = 'opens'
  onTestFinished(({ task }) => {
    if (task.result?.state === 'fail') console.log(`The last step was: ${lastStep}`)
  })
  const page = await site.open('/feedback', { width: phone.width, as, allowedErrors })
  for (const screen of states) {
    const startStep = (step: string) => {
      lastStep = `${screen.path} (${screen.state}): ${step}`
    }
    startStep('is shown')
    await show(page, screen)
    for (const [check, faults] of Object.entries(await faultsOn(page, startStep)))
      expect.soft(faults, `${screen.path} (${screen.state}): ${check}`).toEqual([])
    expect.soft(await page.title(), screen.path).not.toBe('')
  }
})
