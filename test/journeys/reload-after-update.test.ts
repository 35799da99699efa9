import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { hydrated, testBrowser } from '#test/browser/browser.ts'

const site = await testBrowser()

const cannotRender = /No result found for routeId|React Router caught/

/**
 * Opens a list with a Show More link. Records loaded documents and requests for the server's
 * version.
 */
async function openList() {
  const closet = await site.make.closet()
  for (let n = 0; n < 30; n++) await site.make.item({ closet })
  const page = await site.open('/styles', { allowedErrors: cannotRender, discardsProfile: true })
  const documents: string[] = []
  const questions: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(request.url())
    if (/__manifest\?paths=%2F&version=/.test(request.url())) questions.push(request.url())
  })
  return { page, documents, questions }
}

/** Shows more of the list, but answers with data of another page, which its scripts cannot use. */
async function failToShowMore(page: Page) {
  const about = `${site.origin}/about.data`
  await page.route('**/styles.data*', (route) => route.continue({ url: about }), { times: 1 })
  const more = page.getByRole('link', { name: /^Show More/ })
  await more.first().click()
}

/** Makes the page believe that it was loaded more than a minute ago. */
const advanceAMinute = (page: Page) =>
  page.evaluate(() => {
    const now = performance.now.bind(performance)
    performance.now = () => now() + 60_000
  })

async function failureIsShown(page: Page) {
  await page.getByRole('heading', { name: 'Something went wrong on our side' }).waitFor()
  // Waits until its effects have run.
  await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => setTimeout(next))))
}

test('a page that fails in a tab older than an update reloads once a minute at most', async () => {
  const { page, documents, questions } = await openList()
  await page.addInitScript(() => {
    let manifest: object | undefined
    Object.defineProperty(window, '__reactRouterManifest', {
      get: () => manifest,
      set: (given: object) => {
        manifest = { ...given, version: 'before the update' }
      },
    })
  })
  await page.reload()
  await hydrated(page)
  const few = await page.getByRole('article').count()
  await advanceAMinute(page)
  const reloaded = page.waitForEvent('domcontentloaded')
  await failToShowMore(page)
  await reloaded
  await hydrated(page)
  expect(await page.getByRole('article').count()).toBeGreaterThan(few)
  await failToShowMore(page)
  await failureIsShown(page)
  expect([documents.length, questions.length]).toEqual([2, 1])
})

test('a page that fails without an update is not reloaded', async () => {
  const { page, documents, questions } = await openList()
  await advanceAMinute(page)
  const version = page.waitForResponse(/__manifest\?paths=%2F&version=/)
  await failToShowMore(page)
  await version
  await failureIsShown(page)
  expect([documents.length, questions.length]).toEqual([0, 1])
})
