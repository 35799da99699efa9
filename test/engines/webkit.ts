import { afterAll, expect, onTestFinished, TestRunner } from 'vitest'
import type { Person } from '#domain/shared/actors.ts'
import { type Site, type SiteOptions, testSite } from '#test/app.ts'
import { serve } from '#test/browser/browser-profiles.ts'
import { serveTestPhotos } from '#test/browser/test-photos.ts'
import { signIn } from '#test/make/sign-in.ts'
import { notingComplaints, withListener } from './complaints.ts'
import { type Window, windowOf } from './driver.ts'
import { type Page, pageIn } from './page.ts'

export interface WebKitSite extends Site {
  /** A page of a clean browser, until the end of the test. */
  open(path: string, options?: OpenOptions): Promise<Page>
  /** Goes on in the same browser as somebody else. */
  switchTo(page: Page, as: Person | null): Promise<void>
}

interface OpenOptions extends Partial<Window> {
  readonly as?: Person | null
  /** The complaints of the browser that are allowed; others fail the test. */
  readonly allowedComplaints?: RegExp
}

/** The site on a real port, for WebKit. Lasts as long as `testSite`. */
export async function testWebKit(options?: SiteOptions): Promise<WebKitSite> {
  const site = await testSite(options)
  const complaints: string[] = []
  const { origin, close } = await serve({
    handle: withListener(site.app.handle),
    before: notingComplaints(complaints, serveTestPhotos(site.db)),
  })
  if (TestRunner.getCurrentTest()) onTestFinished(close)
  else afterAll(close)

  const switchTo = async ({ driver }: Page, as: Person | null) => {
    await driver.get(`${origin}/blank`)
    await driver.manage().deleteAllCookies()
    if (!as) return
    const cookie = await signIn(site.db, site.settings, as, site.clock.now())
    const [name = '', value = ''] = cookie.split(';', 1)[0]?.split(/=(.*)/, 2) ?? []
    await driver.manage().addCookie({ name, value, path: '/', httpOnly: true, sameSite: 'Lax' })
  }
  const open = async (
    path: string,
    { as = null, width = 1280, javaScript = true, allowedComplaints }: OpenOptions = {},
  ) => {
    const driver = await windowOf({ width, javaScript })
    const page = pageIn(driver, origin, javaScript)
    onTestFinished(async () => {
      await driver.get(`${origin}/blank`)
      await driver.executeScript('localStorage.clear(); sessionStorage.clear()')
      const unexpected = complaints.splice(0).filter((one) => !allowedComplaints?.test(one))
      expect(unexpected, 'the browser complained').toEqual([])
    })
    await switchTo(page, as)
    await page.visit(path)
    return page
  }
  return { ...site, open, switchTo }
}
