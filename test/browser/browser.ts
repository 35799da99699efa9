import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, expect, onTestFinished, TestRunner } from 'vitest'
import type { Person } from '#domain/shared/actors.ts'
import { type Site, type SiteOptions, testSite } from '#test/app.ts'
import { signIn } from '#test/make/sign-in.ts'
import { violationsInNewMarkup } from './axe.ts'
import { printAtFailure } from './browser-at-failure.ts'
import {
  clearCookies,
  type Profile,
  releaseProfile,
  removeListeners,
  serve,
  takeProfile,
} from './browser-profiles.ts'
import { serveTestPhotos } from './test-photos.ts'

declare global {
  interface Window {
    /** Set by React Router for its developer tools. */
    readonly __reactRouterDataRouter?: {
      navigate(path: string, how: { flushSync: boolean }): Promise<void>
      readonly state: {
        readonly navigation: { readonly state: string }
        readonly revalidation: string
        readonly fetchers: ReadonlyMap<string, { readonly state: string }>
      }
    }
  }
}

interface PageOptions {
  /** 390 is a phone, 1280 a desktop. */
  readonly width?: number
  readonly javaScript?: boolean
  readonly as?: Person
  /** Reuses this person's page of this test after clearing what its profile has stored. */
  readonly inSamePage?: boolean | undefined
  /** For irreversible changes, such as a script in every page: the profile is not reused. */
  readonly discardsProfile?: boolean
  /** The console output allowed; everything else fails the test. */
  readonly allowedErrors?: RegExp
  /** Prepares the page before it is loaded. */
  readonly before?: (page: Page) => Promise<void>
}

export interface BrowserSite extends Site {
  /** The address of the site, without a trailing slash. */
  readonly origin: string
  /** A page in its own browser profile until the end of the test. */
  open(path: string, options?: PageOptions): Promise<Page>
}

/**
 * The site on a real port, and a real browser. Lasts for the file when called at its top, for the
 * test when called inside.
 */
export async function testBrowser(options?: SiteOptions): Promise<BrowserSite> {
  const site = await testSite(options)
  const { origin, close } = await serve({
    handle: site.app.handle,
    before: serveTestPhotos(site.db),
  })
  if (TestRunner.getCurrentTest()) onTestFinished(close)
  else afterAll(close)
  const samePages = new Map<string, Profile>()
  const open = async (to: string, options: PageOptions = {}) => {
    const { as, width = 1280, javaScript = true } = options
    const who = as?.id ?? 'a visitor'
    const same = options.inSamePage ? samePages.get(who) : undefined
    const profile = same ?? (await takeProfile(origin, javaScript))
    if (same) await clearProfile(same)
    else {
      if (options.inSamePage) samePages.set(who, profile)
      onTestFinished(async () => {
        samePages.delete(who)
        await (options.discardsProfile ? profile.context.close() : releaseProfile(profile))
      })
    }
    if (as) await logIn(profile.context, site, origin, as)
    await profile.page.setViewportSize(viewport(width))
    return await openPage(profile, to, options)
  }
  return { ...site, origin, open }
}

// A refused form answers 4xx and keeps its input; Chromium logs that as an error.
const refusedForm = /^Failed to load resource: the server responded with a status of 4(00|01|09|29)/
// Firefox reports what a page was still loading when it was left.
const leftInFirefox = /Error in input stream|Failed to fetch manifest patches|NS_BINDING_ABORTED/
const refusedPage = /^Failed to load resource: the server responded with a status of 4/

const viewport = (width: number) => ({ width, height: width < 600 ? 844 : 800 })

/** Clears what a profile stores about its person. The cached files are the same for everyone. */
async function clearProfile(profile: Profile): Promise<void> {
  const { page } = profile
  await clearCookies(profile)
  removeListeners(page)
  // Unlike `evaluate`, it survives a navigation that the previous test has begun.
  await page.waitForFunction((own) => {
    if (window.location.origin === own) sessionStorage.clear()
    return true
  }, profile.origin)
}

async function logIn(profile: BrowserContext, site: Site, origin: string, as: Person) {
  const cookie = await signIn(site.db, site.settings, as, site.clock.now())
  const [name = '', value = ''] = cookie.split(';', 1)[0]?.split(/=(.*)/, 2) ?? []
  await profile.addCookies([{ name, value, url: origin, httpOnly: true, sameSite: 'Lax' }])
}

async function openPage(
  { page, javaScript }: Profile,
  path: string,
  { allowedErrors, before }: PageOptions,
): Promise<Page> {
  const unexpectedErrors: string[] = []
  onTestFinished(() => {
    if (unexpectedErrors.length > 0)
      throw new Error(`the browser complained: ${unexpectedErrors.join('\n')}`)
  })
  const note = (complaint: string) => {
    if (![refusedForm, leftInFirefox, allowedErrors].some((one) => one?.test(complaint)))
      unexpectedErrors.push(complaint)
  }
  page.on('console', (message) => {
    const { url } = message.location()
    if (message.type() !== 'error' || (url === page.url() && refusedPage.test(message.text())))
      return
    note(`${message.text()} (${url})`)
  })
  page.on('pageerror', (error) => note(`${error.stack ?? error.message} (${page.url()})`))
  printAtFailure(page)
  await before?.(page)
  await page.goto(path)
  // Another window or the toolbar may have it.
  await page.evaluate(() => window.focus())
  if (javaScript) await hydrated(page)
  return page
}

/** Waits until the page reacts to clicks. Returns at once for a page without scripts. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.readyState !== 'loading' &&
      (document.body.dataset.hydrated ||
        !document.querySelector('script[type=module], script[type="text/x-late"]')),
  )
}

/**
 * Waits for the fonts that the page uses. Unlike `document.fonts.ready`, it needs no frame to be
 * drawn, for which a page can wait without end.
 */
export async function fontsLoaded(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (;;) {
      // A layout begins to load the fonts that it needs.
      document.body.getBoundingClientRect()
      const loading = [...document.fonts].filter(({ status }) => status === 'loading')
      if (loading.length === 0) return
      await Promise.allSettled(loading.map(({ loaded }) => loaded))
    }
  })
}

/**
 * Navigates the page as a link does, which costs a third of loading it. Loads it if the current
 * page has none of our scripts.
 */
export async function followLink(page: Page, path: string): Promise<void> {
  const isThere = await page.evaluate(async (to) => {
    const router = window.__reactRouterDataRouter
    if (!router) return false
    await router.navigate(to, { flushSync: true })
    // The data has arrived; React renders it in a transition, which takes several frames on a busy
    // machine. Effects of the page run after the next frame; a page that draws none goes on too.
    const until = performance.now() + 60_000
    do {
      if (performance.now() > until) throw new Error(`${to} is not shown within a minute`)
      await new Promise((shown) => {
        requestAnimationFrame(() => setTimeout(shown))
        setTimeout(shown, 1000)
      })
    } while (document.querySelector('.progress-line'))
    return window.location.pathname + window.location.search === to
  }, path)
  if (isThere) return
  await page.goto(path)
  await hydrated(page)
}

/**
 * Expects axe to find no violation of WCAG 2.2 AA in the page and its frames. Skips markup that axe
 * has already checked in this worker.
 */
export async function expectAccessible(page: Page): Promise<void> {
  expect((await violationsInNewMarkup(page)).violations).toEqual([])
}
