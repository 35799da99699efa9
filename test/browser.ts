import axe from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Frame, type Page } from 'playwright-core'
import { afterAll, expect, inject, onTestFinished, TestRunner } from 'vitest'
import type { Person } from '#domain/shared/actors.ts'
import { type Before, listen } from '#server/listen.ts'
import { type Site, type SiteOptions, testSite } from './app.ts'
import { signIn } from './sign-in.ts'

declare global {
  interface Window {
    readonly axe: typeof axe
  }
}

interface PageOptions {
  /** 390 is a phone, 1280 a desk. */
  readonly width?: number
  readonly javaScript?: boolean
  readonly as?: Person
  /** Opens it in the page that this person had before: what one test loads, the next has. */
  readonly inSamePage?: boolean
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
  const hosts = ['127.0.0.1', '::1']
  const listening = await listen(site.app.handle, { port: 0, hosts, before: axeItself })
  const { path, args, ignoreDefaultArgs } = inject('chromium')
  const how = { args: [...args], ignoreDefaultArgs }
  const browser = await chromium.launch({ executablePath: path, ...how })
  const close = async () => {
    await browser.close()
    await listening.close(1)
  }
  if (TestRunner.getCurrentTest()) onTestFinished(close)
  else afterAll(close)
  const origin = `http://localhost:${listening.port}`
  const stored = new Map<string, Promise<BrowserContext>>()
  const profileFor = (options: PageOptions) => {
    if (!options.inSamePage) return openProfile(browser, site, origin, options)
    const who = options.as?.id ?? 'a visitor'
    const profile = stored.get(who) ?? openProfile(browser, site, origin, options)
    stored.set(who, profile)
    return profile
  }
  const open = async (to: string, options: PageOptions = {}) =>
    await openPage(await profileFor(options), to, options)
  return { ...site, origin, open }
}

const AXE = '/axe-core/axe.js'

/** As a file of the site, axe is compiled once in a browser, and allowed by its policy. */
const axeItself: Before = (incoming, outgoing, next) => {
  if (incoming.url !== AXE) return next()
  outgoing.setHeader('Content-Type', 'text/javascript')
  outgoing.setHeader('Cache-Control', 'max-age=3600')
  outgoing.end(axe.source)
}

// A form that is refused answers 4xx and keeps what was typed; Chromium calls that an error.
const refusedForm = /^Failed to load resource: the server responded with a status of 4(00|01|09|29)/
const refusedPage = /^Failed to load resource: the server responded with a status of 4/

const viewport = (width: number) => ({ width, height: width < 600 ? 844 : 800 })

async function openProfile(
  browser: Browser,
  site: Site,
  origin: string,
  { width = 1280, javaScript = true, as }: PageOptions,
): Promise<BrowserContext> {
  const profile = await browser.newContext({
    baseURL: origin,
    javaScriptEnabled: javaScript,
    viewport: viewport(width),
    reducedMotion: 'reduce',
  })
  profile.setDefaultTimeout(15_000)
  if (as) {
    const cookie = await signIn(site.db, site.settings, as, site.clock.now())
    const [name = '', value = ''] = cookie.split(';', 1)[0]?.split(/=(.*)/, 2) ?? []
    await profile.addCookies([{ name, value, url: origin, httpOnly: true, sameSite: 'Lax' }])
  }
  return profile
}

async function openPage(
  profile: BrowserContext,
  path: string,
  { width = 1280, javaScript = true, inSamePage, mayComplain }: PageOptions,
): Promise<Page> {
  const complaints: string[] = []
  const page = profile.pages()[0] ?? (await profile.newPage())
  onTestFinished(async () => {
    if (inSamePage) for (const event of ['console', 'pageerror']) page.removeAllListeners(event)
    else await profile.close()
    expect(complaints, 'the browser complained').toEqual([])
  })
  if (inSamePage) await page.setViewportSize(viewport(width))
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
  if (javaScript) await hydrated(page)
  return page
}

/** The page answers clicks. A page without a script of ours does so at once. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.body.dataset.hydrated ||
      !document.querySelector('script[type=module], script[type="text/x-late"]'),
  )
}

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * No fault that axe can find against WCAG 2.2 AA, in the page and in the frames on it. Asked of axe
 * itself: its wrapper for Playwright takes eight times as long.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const faults = await Promise.all(page.frames().map(faultsIn))
  expect(faults.flat()).toEqual([])
}

async function faultsIn(frame: Frame) {
  if (await frame.evaluate(() => !('axe' in window))) await frame.addScriptTag({ url: AXE })
  return await frame.evaluate(async (tags) => {
    const { violations } = await window.axe.run(document, {
      runOnly: tags,
      resultTypes: ['violations'],
      iframes: false,
      // The rules that ask for stylesheets and media are not among these.
      preload: false,
    })
    return violations.map(({ id, help, nodes }) => ({
      id,
      help,
      at: nodes.map(({ html }) => html.slice(0, 200)),
    }))
  }, wcag)
}
