import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { followLink, hydrated, testBrowser, violations, violationsIn } from '#test/browser.ts'
import { screenActs } from '#test/screen-acts.ts'
import { type Screen, screensIn } from '#test/screens.ts'
import { addressesIn, readSiteMap } from '#test/site-map.ts'

const site = await testBrowser()
const screens = await screensIn(site)

// A page that is missing, reached by a link.
const mayComplain = /status of 40[34] .*\.data\b/

test('every screen of the site map is checked, and nothing else', () => {
  const pages = addressesIn(readSiteMap(inject('buildDirectory')))
    .filter(({ isPage }) => isPage)
    .map(({ id }) => id.replace('routes/', ''))
  const looked = [...new Set(screens.map(({ route }) => route))]
  expect(looked.toSorted()).toEqual(pages.toSorted())
})

declare global {
  interface Window {
    hiddenOnPhones?: Element[]
  }
}

/** Elements beyond the right edge in text of this size, named; empty when the page fits. */
function overflowing(page: Page, textSize: '100%' | '200%'): Promise<string[]> {
  return page.evaluate(async (size) => {
    document.documentElement.style.setProperty('font-size', size)
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
  }, textSize)
}

/** Remembers what a phone does not show. */
const noteHidden = (page: Page) =>
  page.evaluate(() => {
    window.hiddenOnPhones = [...document.body.querySelectorAll('*')].filter(
      (element) => !element.checkVisibility(),
    )
  })

/** Marks what only a desktop shows; returns its markup. */
const markDesktopOnly = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.removeProperty('font-size')
    const shown = window.hiddenOnPhones?.filter((element) => element.checkVisibility()) ?? []
    const outermost = shown.filter(
      (element) => !shown.some((other) => other !== element && other.contains(element)),
    )
    for (const element of outermost) element.toggleAttribute('data-desktop-only', true)
    return outermost.map((element) => element.outerHTML)
  })

const unmarkDesktopOnly = (page: Page) =>
  page.evaluate(() => {
    for (const element of document.querySelectorAll('[data-desktop-only]'))
      element.removeAttribute('data-desktop-only')
  })

const phone = { width: 360, height: 740 }
const desktop = { width: 1280, height: 800 }

const checked = new Set<string>()

/** A desktop shows the same elements as a phone and some more; the same ones only once. */
async function violationsOnDesktopsOnly(page: Page) {
  const shown = await markDesktopOnly(page)
  if (shown.length === 0) return []
  const isKnown = shown.every((html) => checked.has(html))
  for (const html of shown) checked.add(html)
  const found = isKnown ? [] : await violationsIn(page.mainFrame(), '[data-desktop-only]')
  await unmarkDesktopOnly(page)
  return found
}

/** What a person sees in one part of the site; states that cannot be left by a link come last. */
const parts = Map.groupBy(screens, ({ route, as }) => `${route.split('/')[0]} ${as?.id}`)
const loaded = new Set<string>()

/** A route is loaded in its first state; the others are reached as by a link. */
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

async function faultsOn(page: Page) {
  const narrow = await overflowing(page, '100%')
  await noteHidden(page)
  const axe = await violations(page)
  const narrowAndLarge = await overflowing(page, '200%')
  await page.setViewportSize(desktop)
  const large = await overflowing(page, '200%')
  const desktopAxe = await violationsOnDesktopsOnly(page)
  return { narrow, axe, narrowAndLarge, large, desktopAxe }
}

const noFaults = { narrow: [], axe: [], narrowAndLarge: [], large: [], desktopAxe: [] }

test.for(
  [...parts.values()].map((part) => {
    const states = part.toSorted((a, b) => Number('act' in a) - Number('act' in b))
    const [first] = states
    return { as: first?.as ?? undefined, states, name: `${first?.route} (${first?.state})` }
  }),
)('axe finds nothing on $name and the screens after it, and they hold at 360 pixels and in large text', {
  timeout: 240_000,
}, async ({ as, states }) => {
  const page = await site.open('/feedback', { width: phone.width, as, mayComplain })
  for (const screen of states) {
    await show(page, screen)
    expect.soft(await faultsOn(page), `${screen.path} (${screen.state})`).toEqual(noFaults)
  }
})
