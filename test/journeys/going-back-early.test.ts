import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { followLink, hydrated, testBrowser } from '#test/browser/browser.ts'

const site = await testBrowser()
const item = `/item/${(await site.make.item({ title: 'Emerald gown' })).id}`

const SCRIPTS = '**/assets/*.js'

/** The scripts of the page that is left may be cut off. */
const allowedErrors = /net::ERR_ABORTED/

/** A page and one that its script has shown after it. */
const pairs = [
  ['/styles', '/help'],
  ['/help', '/'],
  ['/search', '/about'],
  ['/', '/search'],
  ['/auth', '/auth/forgot'],
  ['/search', item],
  ['/search?category=Gown', '/search?size=XS'],
] as const

/** When the held scripts load: with the first page, or while it is being requested. */
const moments = [
  { moment: 'with the page', width: 390 },
  { moment: 'before the page', width: 1280 },
] as const

const cases = pairs.flatMap(([first, second]) =>
  moments.map((when) => ({ first, second, ...when })),
)

const at = (path: string) => (url: URL) => url.pathname + url.search === path

async function shownOn(page: Page) {
  await hydrated(page)
  await page.waitForFunction(() => !document.querySelector('.progress-line'))
  const { pathname, search } = new URL(page.url())
  const text = await page.getByRole('main').innerText()
  return { path: pathname + search, title: await page.title(), text }
}

/** Reloads the page; its scripts are held until the returned function, which awaits them, is called. */
async function reloadWithoutScripts(page: Page) {
  const held = Promise.withResolvers<void>()
  const requests: Request[] = []
  await page.route(SCRIPTS, async (route) => {
    requests.push(route.request())
    await held.promise
    // The page that asked for it may be gone.
    await route.continue().catch(() => {})
  })
  const requested = page.waitForRequest(SCRIPTS)
  await page.reload({ waitUntil: 'domcontentloaded' })
  await requested
  return async () => {
    held.resolve()
    await Promise.all(requests.map((request) => request.response()))
  }
}

test.for(cases)('Back from $second before its scripts shows $first; they load $moment', async ({
  first,
  second,
  width,
  moment,
}) => {
  const page = await site.open(first, { width, allowedErrors })
  const expected = await shownOn(page)
  await followLink(page, second)
  const loadScripts = await reloadWithoutScripts(page)
  await page.route(at(first), async (route) => {
    if (moment === 'before the page') await loadScripts()
    await route.continue()
  })
  await page.evaluate(() => history.back())
  await expect.poll(() => page.title()).toBe(expected.title)
  await loadScripts()
  expect(await shownOn(page)).toEqual(expected)
})

test('going back and forward before the scripts keeps the place in each page', async () => {
  for (let n = 0; n < 30; n++) await site.make.item()
  const page = await site.open('/styles', { width: 390, allowedErrors })
  await page.evaluate(() => scrollTo(0, 600))
  await followLink(page, '/help')
  const loadScripts = await reloadWithoutScripts(page)
  await page.evaluate(() => history.back())
  await page.waitForResponse((response) => at('/styles')(new URL(response.url())))
  // Chromium restores a place by the element that was on top, and rounds its position.
  const movedBy = () => page.evaluate(() => Math.abs(scrollY - 600))
  await expect.poll(movedBy).toBeLessThan(2)
  await page.evaluate(() => history.forward())
  await page.waitForResponse((response) => at('/help')(new URL(response.url())))
  await loadScripts()
  expect((await shownOn(page)).path).toBe('/help')
})

test('a link to a part of the page does not load it again before the scripts', async () => {
  const page = await site.open('/help', { allowedErrors })
  const loadScripts = await reloadWithoutScripts(page)
  const loads: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && loads.push(request.url()))
  await page.evaluate(() => {
    location.hash = 'main'
  })
  await page.evaluate(() => history.back())
  await loadScripts()
  await hydrated(page)
  expect(loads).toEqual([])
})
