import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, expect, inject, onTestFinished, TestRunner } from 'vitest'
import type { Person } from '#domain/shared/actors.ts'
import { listen } from '#server/listen.ts'
import { type Site, type SiteOptions, testSite } from './app.ts'
import { signIn } from './sign-in.ts'

interface PageOptions {
  /** 390 is a phone, 1280 a desk. */
  readonly width?: number
  readonly javaScript?: boolean
  readonly as?: Person
  /** What the console may say; everything else fails the test. */
  readonly mayComplain?: RegExp
}

export interface BrowserSite extends Site {
  /** Where the site listens, without a slash at the end. */
  readonly origin: string
  /** A page in a browser profile of its own, closed after the test. */
  open(path: string, options?: PageOptions): Promise<Page>
}

/**
 * The site on a real port, and a real browser in front of it. Lives as long as the file when called
 * at its top, as long as the test when called inside.
 */
export async function testBrowser(options?: SiteOptions): Promise<BrowserSite> {
  const site = await testSite(options)
  const listening = await listen(site.app.handle, { port: 0, hosts: ['127.0.0.1', '::1'] })
  const { path, args } = inject('chromium')
  const browser = await chromium.launch({ executablePath: path, args: [...args] })
  const close = async () => {
    await browser.close()
    await listening.close(1)
  }
  if (TestRunner.getCurrentTest()) onTestFinished(close)
  else afterAll(close)
  const origin = `http://localhost:${listening.port}`
  return { ...site, origin, open: (to, options) => openPage(browser, site, origin, to, options) }
}

// A form that is refused answers 4xx and keeps what was typed; Chromium calls that an error.
const refusedForm = /^Failed to load resource: the server responded with a status of 4(00|09|29)/
const refusedPage = /^Failed to load resource: the server responded with a status of 4/

async function openPage(
  browser: Browser,
  site: Site,
  origin: string,
  path: string,
  { width = 1280, javaScript = true, as, mayComplain }: PageOptions = {},
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: origin,
    javaScriptEnabled: javaScript,
    viewport: { width, height: width < 600 ? 844 : 800 },
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(15_000)
  const complaints: string[] = []
  onTestFinished(async () => {
    await context.close()
    expect(complaints, 'the browser complained').toEqual([])
  })
  if (as) {
    const cookie = await signIn(site.db, site.settings, as, site.clock.now())
    const [name = '', value = ''] = cookie.split(';', 1)[0]?.split(/=(.*)/, 2) ?? []
    await context.addCookies([{ name, value, url: origin, httpOnly: true, sameSite: 'Lax' }])
  }
  const page = await context.newPage()
  const note = (complaint: string) => {
    if (!refusedForm.test(complaint) && !mayComplain?.test(complaint)) complaints.push(complaint)
  }
  page.on('console', (message) => {
    const { url } = message.location()
    if (message.type() !== 'error' || (url === page.url() && refusedPage.test(message.text())))
      return
    note(`${message.text()} (${url})`)
  })
  page.on('pageerror', (error) => note(error.stack ?? error.message))
  await page.goto(path)
  return page
}

/** No fault that axe can find against WCAG 2.2 AA. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  const faults = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    at: nodes.map(({ html }) => html.slice(0, 200)),
  }))
  expect(faults).toEqual([])
}
