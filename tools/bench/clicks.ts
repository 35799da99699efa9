import { type Browser, chromium, type Page } from 'playwright-core'
import { findWholeChromium } from '#test/setup/chromium.ts'
import { openDemoShop } from './demo-shop.ts'
import { median } from './side-by-side.ts'

declare global {
  interface Window {
    /** Milliseconds from the last click to the new heading, once it is painted. */
    paintedAfter?: number
  }
}

const VISITS = 10
/** How many times slower than this machine. */
const SLOWER = 4
/** Milliseconds that three of four clicks should take at most. */
const GOAL = 150

/** The clicks of a visit, in this order, each on a link of the page `from`. */
const CLICKS = [
  { name: 'item, the first', from: '/', link: 'main a[href^="/item/"]' },
  { name: 'item, the next', from: '/', link: 'main a[href^="/item/"]', skip: 1 },
  { name: 'item, one more', from: '/', link: 'main a[href^="/item/"]', skip: 2 },
  { name: '/styles', from: '/', link: 'a[href="/styles"]' },
  { name: 'item, of /styles', from: '/styles', link: 'main a[href^="/item/"]' },
  { name: '/my-rentals', from: '/', link: 'a[href="/my-rentals"]' },
] as const

/**
 * Visits the demo as a shopper who is signed in, with a browser slowed down like a phone, and prints
 * how long it takes from a click on a link until the heading of the next page is painted.
 */
export async function benchClicks(buildDirectory: string): Promise<void> {
  const shop = await openDemoShop(buildDirectory)
  const { path, args } = await findWholeChromium()
  const browser = await chromium.launch({ executablePath: path, args: [...args] })
  const times = new Map<string, number[]>(CLICKS.map(({ name }) => [name, []]))
  // The first visit warms up the server.
  for (let visit = 0; visit <= VISITS; visit++) {
    const measured = await visitOnce(browser, shop)
    if (visit > 0) for (const [name, ms] of measured) times.get(name)?.push(ms)
  }
  await browser.close()
  await shop.close()
  console.log(`\nfrom a click to the painted heading, processor ${SLOWER} times slower: ms`)
  console.log(`${''.padEnd(22)}${'p50'.padStart(6)}${'p75'.padStart(6)}`)
  for (const [name, noted] of [...times, ['all', [...times.values()].flat()] as const])
    console.log(
      `${name.padEnd(22)}${[0.5, 0.75].map((share) => at(noted, share).toFixed(0).padStart(6)).join('')}`,
    )
  console.log(`goal: p75 of all at most ${GOAL}`)
  const [first, ...next] = CLICKS.filter(({ name }) => name.startsWith('item')).map(({ name }) =>
    median(times.get(name) ?? []),
  )
  console.log(`the first item / the next: ${((first ?? 0) / median(next)).toFixed(2)}, goal: 1`)
}

function at(noted: readonly number[], share: number): number {
  const sorted = noted.toSorted((a, b) => a - b)
  return sorted[Math.ceil(share * sorted.length) - 1] ?? 0
}

/** A browser with an empty cache. */
async function visitOnce(
  browser: Browser,
  { url, cookie }: { readonly url: string; readonly cookie: string },
): Promise<ReadonlyMap<string, number>> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const [name = '', value = ''] = cookie.split(/=(.*)/, 2)
  await context.addCookies([{ name, value, url }])
  await context.addInitScript(notePaintedHeading)
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.goto(url)
  await isQuiet(page)
  const measured = new Map<string, number>()
  for (const click of CLICKS) {
    while (new URL(page.url()).pathname !== click.from) {
      await page.goBack()
      await isQuiet(page)
    }
    measured.set(click.name, await paintedAfterClick(page, click))
    await isQuiet(page)
  }
  await context.close()
  return measured
}

/** Waits for scripts that load late and for the page that is shown, and as long as people look at it. */
async function isQuiet(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.body.dataset.hydrated && !document.querySelector('.progress-line'),
  )
  await page.waitForTimeout(1000)
}

async function paintedAfterClick(
  page: Page,
  { link, skip = 0 }: { readonly link: string; readonly skip?: number },
): Promise<number> {
  await page.evaluate(
    ([selector, skipped]) => {
      delete window.paintedAfter
      const links = [...document.querySelectorAll<HTMLElement>(selector)]
      const shown = links.filter((one) => one.checkVisibility())
      const clicked = shown[skipped] ?? links[skipped]
      if (!clicked) throw new Error(`there is no ${selector}`)
      clicked.scrollIntoView({ block: 'center', behavior: 'instant' })
      // After the frame that shows it, as a finger would.
      requestAnimationFrame(() => setTimeout(() => clicked.click(), 100))
    },
    [link, skip] as const,
  )
  await page.waitForFunction(() => window.paintedAfter !== undefined)
  return await page.evaluate(() => window.paintedAfter ?? 0)
}

/** Runs in the page. */
function notePaintedHeading(): void {
  let clickedAt: number | undefined
  let before: Element | null = null
  document.addEventListener(
    'click',
    (event) => {
      clickedAt = event.timeStamp
      before = document.querySelector('h1')
    },
    { capture: true },
  )
  new MutationObserver(() => {
    const heading = document.querySelector('h1')
    if (clickedAt === undefined || !heading || heading === before) return
    const began = clickedAt
    clickedAt = undefined
    // The task after the frame: the heading has been painted.
    requestAnimationFrame(() =>
      setTimeout(() => {
        window.paintedAfter = performance.now() - began
      }),
    )
  }).observe(document, { childList: true, subtree: true })
}
