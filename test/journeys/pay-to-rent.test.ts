import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { expectAccessible, testBrowser } from '#test/browser/browser.ts'
import { mouse, withoutScript } from './input-methods.ts'

const site = await testBrowser()
const today = calendarDateIn('America/New_York', site.clock.now())
const [start, end] = [addDays(today, 3), addDays(today, 9)]

/** A shopper with a deposit and no credits, on the page of an item, on a phone. */
async function atItem(title: string, javaScript = true) {
  const shopper = await site.make.shopper()
  await site.make.deposit(shopper)
  const item = await site.make.item({ title, creditsPerDay: 3, advance_booking: true })
  const dates = javaScript ? '' : `?start=${start}&end=${end}`
  const path = `/item/${item.id}${dates}`
  return await site.open(path, { as: shopper, width: 390, inSamePage: true, javaScript })
}

function countClicks(page: Page): Promise<void> {
  return page.evaluate(() => {
    addEventListener('click', ({ isTrusted }) => {
      const clicks = Number(sessionStorage.getItem('clicks') ?? 0)
      if (isTrusted) sessionStorage.setItem('clicks', String(clicks + 1))
    })
  })
}

const clicksOn = (page: Page) => page.evaluate(() => Number(sessionStorage.getItem('clicks')))

test('who lacks credits pays once and has sent the request, in six clicks on a phone', async () => {
  const page = await atItem('Emerald gown')
  await countClicks(page)
  await mouse.pickDates(page, { from: start, to: end, ahead: 3 })
  const bar = page.locator('.rent-bar')
  await bar.getByText('$20.00 today').waitFor()
  await expectAccessible(page)
  await bar.getByRole('button', { name: 'Pay and request' }).click()
  await page.getByRole('heading', { name: 'Subscribe $20.00' }).waitFor()
  const before = await clicksOn(page)
  await mouse.pay(page)
  await page.getByRole('heading', { name: 'Request sent: Emerald gown' }).waitFor()
  // Paying is one more.
  expect(before + 1).toBeLessThanOrEqual(6)
  await page.reload()
  await page.getByRole('heading', { name: 'Request sent: Emerald gown' }).waitFor()
  // Past the payment page, which is paid.
  await page.goBack()
  await page.getByRole('heading', { name: 'This payment is complete' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Emerald gown' }).waitFor()
  await page.getByText('You have requested this item').waitFor()
})

async function signUp(page: Page, email: string): Promise<void> {
  await page.getByRole('heading', { name: 'Create your account' }).waitFor()
  await page.getByLabel('Full name').fill('Nora Quist')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('a-quiet-river-42')
  await page.getByRole('button', { name: 'Create account' }).click()
}

const widths = [
  { width: 390, button: 'Pay and request' },
  { width: 1280, button: 'Pay $70.00 and request' },
]

test.each(
  widths,
)('a new shopper signs up, pays deposit and credits once, and has sent the request, in six clicks at $width pixels', async ({
  width,
  button,
}) => {
  const item = await site.make.item({ title: 'Jade gown', creditsPerDay: 3, advance_booking: true })
  const page = await site.open(`/item/${item.id}`, { width })
  await countClicks(page)
  await mouse.pickDates(page, { from: start, to: end, ahead: 3 })
  if (width === 390) await page.locator('.rent-bar').getByText('$70.00 today').waitFor()
  await page.getByRole('main').getByRole('button', { name: button }).click()
  await page.getByText('Create an account to pay and request.').waitFor()
  await expectAccessible(page)
  await signUp(page, `nora-jade-${width}@hemline.test`)
  await page.getByRole('heading', { name: 'Subscribe $70.00' }).waitFor()
  const before = await clicksOn(page)
  await mouse.pay(page)
  await page.getByRole('heading', { name: 'Request sent: Jade gown' }).waitFor()
  // Paying is one more.
  expect(before + 1).toBeLessThanOrEqual(6)
})

test.each(
  widths,
)('without JavaScript a new shopper goes from the account to the payment too at $width pixels', async ({
  width,
  button,
}) => {
  const item = await site.make.item({
    title: 'Amber suit',
    creditsPerDay: 3,
    advance_booking: true,
  })
  const path = `/item/${item.id}?start=${start}&end=${end}`
  const page = await site.open(path, { width, javaScript: false })
  await page.getByRole('main').getByRole('button', { name: button }).click()
  await signUp(page, `nora-amber-${width}@hemline.test`)
  await withoutScript.pay(page)
  await page.getByRole('heading', { name: 'Request sent: Amber suit' }).waitFor()
})

test('the payment page is left, and the dates stay chosen', async () => {
  const page = await atItem('Silk slip')
  await mouse.pickDates(page, { from: start, to: end, ahead: 3 })
  await page.locator('.rent-bar').getByRole('button', { name: 'Pay and request' }).click()
  await page.getByRole('link', { name: /^Back to/ }).click()
  const toast = page.getByText('The dates are no longer held for you.')
  await toast.waitFor()
  const [message, bar] = await Promise.all([
    toast.boundingBox(),
    page.locator('.rent-bar').boundingBox(),
  ])
  expect((message?.y ?? 844) + (message?.height ?? 0)).toBeLessThan(bar?.y ?? 0)
  expect(new URL(page.url()).search).toBe(`?start=${start}&end=${end}`)
  await page.locator('.rent-bar').getByRole('button', { name: 'Pay and request' }).waitFor()
})

test('of two tabs only the later one is paid, and the request is sent once', async () => {
  const page = await atItem('Pearl gown')
  await mouse.pickDates(page, { from: start, to: end, ahead: 3 })
  const { origin, pathname } = new URL(page.url())
  const other = await page.context().newPage()
  await other.setViewportSize({ width: 390, height: 844 })
  await other.goto(`${origin}${pathname}?start=${start}&end=${end}`)
  for (const tab of [page, other]) {
    await tab.locator('.rent-bar').getByRole('button', { name: 'Pay and request' }).click()
    await tab.getByRole('heading', { name: 'Subscribe $20.00' }).waitFor()
  }
  await mouse.pay(page)
  await page.getByRole('heading', { name: 'This checkout has expired' }).waitFor()
  await mouse.pay(other)
  await other.getByRole('heading', { name: 'Request sent: Pearl gown' }).waitFor()
  await page.goto(`${origin}${pathname}?start=${start}&end=${end}`)
  await page.getByText('You have requested this item').waitFor()
})

test('without JavaScript one payment sends the request too', async () => {
  const page = await atItem('Velvet suit', false)
  await page.getByRole('main').getByRole('button', { name: 'Pay and request' }).click()
  await withoutScript.pay(page)
  await page.getByRole('heading', { name: 'Request sent: Velvet suit' }).waitFor()
})
