import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { hydrated, testBrowser } from '#test/browser/browser.ts'
import { translate, translators } from '#test/browser/translating.ts'
import { mouse } from './input-methods.ts'

const site = await testBrowser()
const { make } = site

/** React finds other texts than it expects, in a part that is hydrated later too, and renders it anew. */
const hydratesAnew = /Minified React error #418/

const paragraph = (page: Page, text: string) =>
  page.getByRole('paragraph').filter({ hasText: text })

test.for(
  translators,
)('when a translator %s, the price follows the dates, and the balance the rental', async (how) => {
  const item = await make.item({ creditsPerDay: 6 })
  const as = await make.readyShopper({ credits: 400 })
  const page = await site.open(`/item/${item.id}`, { as, allowedErrors: hydratesAnew })
  await translate(page, how)
  const today = calendarDateIn('America/New_York', site.clock.now())
  await mouse.pickDates(page, { from: addDays(today, 3), to: addDays(today, 20), ahead: 3 })
  await page.getByText('18 days', { exact: true }).waitFor()
  await page.getByText('3 weeks × 42 credits', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Rent Now' }).first().click()
  await page.waitForURL(/rental-success|my-rentals/)
  await page.locator('header a', { hasText: '274 credits' }).waitFor()
})

test.for(
  translators,
)('when a translator %s, a conversation shows new messages and keeps what is typed', async (how) => {
  const [closet, shopper] = [await make.closet({ full_name: 'Rosa' }), await make.shopper()]
  const item = await make.item({ closet })
  const asking = await site.open(`/item/${item.id}`, { as: shopper, allowedErrors: hydratesAnew })
  await translate(asking, how)
  await asking.getByRole('link', { name: 'Ask about this item' }).click()
  await asking.getByLabel('Your question').fill('Is it lined?')
  await asking.getByRole('button', { name: 'Send' }).click()
  await paragraph(asking, 'Is it lined?').waitFor()
  await asking.getByLabel('Your message').fill('Half')
  const answering = await site.open(new URL(asking.url()).pathname, {
    as: closet,
    allowedErrors: hydratesAnew,
  })
  await translate(answering, how)
  await answering.getByLabel('Your message').fill('Yes, in silk.')
  await answering.getByRole('button', { name: 'Send' }).click()
  await paragraph(answering, 'Yes, in silk.').waitFor()
  await asking.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await paragraph(asking, 'Yes, in silk.').waitFor()
  expect(await asking.getByLabel('Your message').inputValue()).toBe('Half')
})

test('a page that was translated before its scripts start works once they have', async () => {
  const { title } = await make.item()
  const page = await site.open('/feedback', { allowedErrors: hydratesAnew })
  const start = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await start.promise
    await route.continue()
  })
  await page.goto(`/search?q=${title}`)
  await translate(page, 'replaces texts')
  start.resolve()
  await hydrated(page)
  await page.getByRole('button', { name: 'Choose your dates' }).click()
  await page.getByRole('grid').first().waitFor()
  expect(await page.getByRole('article').filter({ hasText: title }).count()).toBe(1)
})
