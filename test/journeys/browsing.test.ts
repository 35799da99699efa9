import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { expectAccessible, hydrated, testBrowser } from '#test/browser/browser.ts'
import { insertRows } from '#test/postgres/rows.ts'

const site = await testBrowser()
const closet = await site.make.closet({ city: 'Austin', state: 'TX' })
for (let n = 0; n < 30; n++) {
  const created_at = new Date(Date.UTC(2026, 0, 1, 0, 0, 60 - n))
  await site.make.item({ closet, title: `Gown ${n + 1}`, created_at })
}
await insertRows(site.db, 'home_sections', {
  id: newId(),
  section_type: 'carousel',
  title: 'New',
  order_index: 1,
  content: '{}',
})

const formal = (page: Page) => page.getByRole('region', { name: 'Formal' })
const focused = (page: Page) => page.locator(':focus')

test('Show More extends the list in place and focuses the first new card; Back restores the position', async () => {
  const page = await site.open('/styles')
  // Started before a card is focused, because the focus prefetches its page.
  const held = Promise.withResolvers<void>()
  await page.route('**/item/*.data*', async (route) => {
    await held.promise
    await route.continue()
  })
  const more = formal(page).getByRole('link', { name: 'Show More (27 more)' })
  await more.focus()
  const before = await page.evaluate(() => scrollY)
  await page.keyboard.press('Enter')
  await formal(page).getByRole('link', { name: 'Show More (15 more)' }).waitFor()
  await expect.poll(() => focused(page).textContent()).toBe('View Details: Gown 4')
  expect(await formal(page).getByRole('article').count()).toBe(15)
  const moved = Math.abs((await page.evaluate(() => scrollY)) - before)
  expect(moved).toBeLessThan(800)
  await expectAccessible(page)

  // After going back from an item, the list is as it was.
  const place = await page.evaluate(() => scrollY)
  await page.keyboard.press('Enter')
  const announced = page.getByRole('status').first()
  await expect.poll(() => announced.textContent()).toBe('Loading')
  await page.locator('.progress-line').waitFor()
  held.resolve()
  await page.waitForURL('**/item/*')
  await expect.poll(() => announced.textContent()).toBe('Gown 4 · Hemline')
  await page.goBack()
  await formal(page).getByRole('link', { name: 'Show More (15 more)' }).waitFor()
  expect(await formal(page).getByRole('article').count()).toBe(15)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place)
  await expect.poll(() => announced.textContent()).toBe('Rent by Style · Hemline')
})

test('Show More reserves the space at once, and the page below does not move when the cards load', async () => {
  await site.make.item({ closet, title: 'Boots', style: 'Vintage' })
  for (const width of [390, 1280]) {
    const page = await site.open('/styles', { width, inSamePage: true })
    const height = () => formal(page).evaluate((group) => group.getBoundingClientRect().height)
    const held = Promise.withResolvers<void>()
    await page.route('**/styles.data*', async (route) => {
      await held.promise
      await route.continue()
    })
    const few = await height()
    await formal(page).getByRole('link', { name: 'Show More (27 more)' }).click()
    await expect.poll(height).toBeGreaterThan(few * 2)
    const room = await height()
    held.resolve()
    await formal(page).getByRole('link', { name: 'Show More (15 more)' }).waitFor()
    expect(Math.abs((await height()) - room)).toBeLessThan(room * 0.02)
  }
})

test('without a script Show More links to the first new card of a longer list', async () => {
  const page = await site.open('/styles', { javaScript: false, width: 390 })
  await formal(page).getByRole('link', { name: 'Show More (27 more)' }).click()
  // The link is after the cards.
  await formal(page).getByRole('link', { name: 'Show More (15 more)' }).waitFor()
  expect(await formal(page).getByRole('article').count()).toBe(15)
  const top = async () => (await formal(page).getByRole('article').nth(3).boundingBox())?.y
  await expect.poll(top).toBeLessThan(400)
  expect(await top()).toBeGreaterThanOrEqual(0)
})

test('a page is hydrated at the first interaction, even while it is still loading', async () => {
  const page = await site.open('/about', { discardsProfile: true })
  const held = Promise.withResolvers<void>()
  await page.route('**/*.woff2', async (route) => {
    await held.promise
    await route.continue()
  })
  // Disables the timeout that would hydrate it.
  await page.addInitScript(() => {
    const wait = window.setTimeout
    Object.assign(window, {
      setTimeout: (then: () => void, ms = 0) => (ms < 3000 ? wait(then, ms) : 0),
    })
  })
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  expect(scripts).toEqual([])
  await page.mouse.move(40, 40)
  await page.getByRole('button', { name: 'Next items' }).waitFor()
  held.resolve()
})

test('a like shows at once; it reverts silently without a connection, and with a message without a session', async () => {
  const shopper = await site.make.shopper()
  const page = await site.open('/sizes', {
    as: shopper,
    allowedErrors: /ERR_FAILED|403 .*likes\.data/,
  })
  const heart = page.getByRole('button', { name: /^Like Gown 1,/ })
  await heart.click()
  await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true')
  const likes = site.db.selectFrom('likes').selectAll().where('user_id', '=', shopper.id)
  await expect.poll(() => likes.execute()).toHaveLength(1)
  await expect.poll(() => heart.getAttribute('aria-label')).toBe('Like Gown 1, 1 like')

  const lost = Promise.withResolvers<void>()
  await page.route('**/likes.data*', async (route) => {
    await lost.promise
    await route.abort()
  })
  await heart.click()
  await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('false')
  lost.resolve()
  await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true')
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Rent by Size')
  expect(await page.getByRole('alert').count()).toBe(0)

  await page.unroute('**/likes.data*')
  await page.context().clearCookies()
  const other = page.getByRole('button', { name: /^Like Gown 2,/ })
  await other.click()
  await page.getByText('Please sign in to like items.').waitFor()
  await expect.poll(() => other.getAttribute('aria-pressed')).toBe('false')
})

test.each([
  { javaScript: true },
  { javaScript: false },
])('a like is saved once its visitor has created an account; script: $javaScript', async ({
  javaScript,
}) => {
  const page = await site.open('/styles?more=Formal%3A15', {
    javaScript,
    width: 390,
    inSamePage: javaScript,
  })
  await page.getByRole('link', { name: /Sign in to like Gown 5$/ }).click()
  await page.getByText('Please sign in to like items.').waitFor()
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Full name').fill('Nora Quist')
  await page.getByLabel('Email').fill(`likes-${javaScript}@hemline.test`)
  await page.getByLabel('Password', { exact: true }).fill('a-quiet-river-42')
  await page.getByRole('button', { name: 'Create account' }).click()
  // Checked first, because the message disappears after five seconds.
  await page.getByText('Added to My Likes.').waitFor()
  await page.waitForURL('**/styles?more=Formal%3A15')
  await page.getByRole('button', { name: /^Like Gown 5,/, pressed: true }).waitFor()
})

test('the carousel turns by its arrows and wraps around, four cards a page', async () => {
  const page = await site.open('/', { inSamePage: true })
  const carousel = page.getByRole('region', { name: 'New' })
  const current = () => carousel.locator('[aria-current=true]').getAttribute('aria-label')
  await carousel.getByRole('button', { name: 'Next items' }).click()
  await expect.poll(current).toBe('Page 2 of 2')
  expect(
    await carousel.getByRole('list', { name: 'Page 2 of 2' }).getByRole('article').count(),
  ).toBe(4)
  await carousel.getByRole('button', { name: 'Next items' }).click()
  await expect.poll(current).toBe('Page 1 of 2')
  await carousel.getByRole('button', { name: 'Previous items' }).click()
  await expect.poll(current).toBe('Page 2 of 2')
})

test('the carousel advances every five seconds and wraps around, but pauses on hover and focus', async () => {
  const page = await site.open('/about', { discardsProfile: true })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.clock.install()
  await page.addInitScript(() => {
    let turns = 0
    Object.assign(Element.prototype, {
      scrollTo(this: Element, { left = 0 }: ScrollToOptions) {
        document.documentElement.dataset.turns = String(++turns)
        this.scrollLeft = left
      },
    })
  })
  await page.goto('/')
  await hydrated(page)
  const carousel = page.getByRole('region', { name: 'New' })
  const current = () => carousel.locator('[aria-current=true]').getAttribute('aria-label')
  const turns = () => page.evaluate(() => Number(document.documentElement.dataset.turns ?? 0))
  const turnsAfterFiveSeconds = async () => {
    await page.clock.runFor(5000)
    return turns()
  }
  await carousel.getByRole('button', { name: 'Pause slideshow' }).waitFor()
  // The page's clock runs until it is paused, so the time must still be ahead on a slow machine.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 600_000)
  const before = await turns()
  // Read from the scroll position, because a busy page may repeat a turn.
  const first = await carousel
    .locator('.carousel')
    .evaluate((one) => Math.round((2 * one.scrollLeft) / one.scrollWidth))
  const pageAfter = (count: number) => `Page ${((first + count - before) % 2) + 1} of 2`
  await expect.poll(current).toBe(pageAfter(before))
  expect(await turnsAfterFiveSeconds()).toBe(before + 1)
  await expect.poll(current).toBe(pageAfter(before + 1))
  expect(await turnsAfterFiveSeconds()).toBe(before + 2)
  await expect.poll(current).toBe(pageAfter(before + 2))
  await carousel.getByRole('heading', { name: 'New' }).hover()
  await carousel.locator('[aria-live=polite]').waitFor()
  expect(await turnsAfterFiveSeconds()).toBe(before + 2)
  await carousel.getByRole('button', { name: 'Pause slideshow' }).click()
  await page.mouse.move(0, 0)
  await page.getByRole('link', { name: 'Hemline' }).first().focus()
  expect(await turnsAfterFiveSeconds()).toBe(before + 2)
})

test('a refused form can be sent again while its page is reloading', async () => {
  const page = await site.open('/feedback')
  const held = Promise.withResolvers<void>()
  await page.route(
    ({ pathname }) => pathname.endsWith('.data'),
    async (route) => {
      if (route.request().method() === 'GET') await held.promise
      await route.continue()
    },
  )
  await page.getByLabel('Name').fill('Ada')
  await page.getByLabel('Email').fill('ada at example')
  await page.getByRole('textbox', { name: 'Message' }).fill('A lovely coat.')
  await page.getByLabel('Email').press('Enter')
  await page.getByText('Please enter a valid email address.').waitFor()
  await page.getByLabel('Email').fill('ada@example.org')
  const sentAgain = page.waitForRequest((request) => request.method() === 'POST')
  await page.getByLabel('Email').press('Enter')
  await sentAgain
  held.resolve()
  await page.getByRole('heading', { name: 'Thank you' }).waitFor()
  await site.db.deleteFrom('feedback').execute()
})

test('feedback is sent with the keyboard, corrected on the way, and deleted by an admin', async () => {
  const page = await site.open('/feedback', { inSamePage: true })
  await page.getByLabel('Name').focus()
  await page.keyboard.type('Ada')
  await page.keyboard.press('Tab')
  await page.keyboard.type('ada at example')
  await page.keyboard.press('Tab')
  await page.keyboard.type('A lovely coat.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('Please enter a valid email address.').waitFor()
  expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('A lovely coat.')
  await page.getByLabel('Email').and(focused(page)).waitFor()
  await page.getByLabel('Email').fill('ada@example.org')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Thank you' }).and(focused(page)).waitFor()
  await page.getByRole('link', { name: 'Submit More Feedback' }).click()
  await page.getByRole('textbox', { name: 'Message' }).waitFor()
  expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('')

  const admins = await site.open('/feedback', { as: await site.make.admin() })
  const remove = admins.getByRole('button', { name: 'Delete feedback from Ada' })
  await remove.click()
  const dialog = admins.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => dialog.count()).toBe(0)
  await remove.click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await admins.getByText('No feedback yet').waitFor()
})
