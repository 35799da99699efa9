import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  addDays,
  type CalendarDate,
  calendarDateIn,
  showDate,
} from '#domain/shared/calendar-date.ts'
import { expectAccessible, testBrowser } from '#test/browser.ts'

const site = await testBrowser()
const today = calendarDateIn('America/New_York', site.clock.now())
const start = addDays(today, 3)
const end = addDays(today, 9)

/** How a person works a page: with a mouse, or with nothing but the keyboard. */
interface Hands {
  press(target: Locator): Promise<void>
  fill(field: Locator, text: string): Promise<void>
  pickDates(page: Page): Promise<void>
}

const mouse: Hands = {
  press: (target) => target.click(),
  fill: (field, text) => field.fill(text),
  async pickDates(page) {
    await page.getByRole('button', { name: 'Open calendar' }).click()
    await page.getByRole('grid').waitFor()
    const first = page.getByRole('button', { name: showDate(start), exact: true })
    if ((await first.count()) === 0) await page.getByRole('button', { name: /next month/i }).click()
    await first.click()
    const last = page.getByRole('button', { name: showDate(end), exact: true })
    if ((await last.count()) === 0) await page.getByRole('button', { name: /next month/i }).click()
    await last.click()
    await page.getByRole('button', { name: 'Open calendar' }).waitFor()
  },
}

const mouseWithoutCalendar: Hands = {
  ...mouse,
  async pickDates(page) {
    await page.getByLabel('First day').fill(start)
    await page.getByLabel('Last day').fill(end)
  },
}

const keyboard: Hands = {
  async press(target) {
    await tabTo(target)
    await target.page().keyboard.press('Enter')
  },
  async fill(field, text) {
    await tabTo(field)
    await field.page().keyboard.type(text)
  },
  async pickDates(page) {
    for (const [label, date] of [
      ['First day', start],
      ['Last day', end],
    ] as const) {
      await tabTo(page.getByLabel(label))
      await page.keyboard.type(asTyped(date))
    }
  },
}

/** Month, day, year, as Chromium's date field takes them. */
function asTyped(date: CalendarDate): string {
  const [year, month, day] = date.split('-')
  return `${month}${day}${year}`
}

async function tabTo(target: Locator): Promise<void> {
  await target.waitFor()
  for (let presses = 0; presses < 150; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await target.page().keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${target}`)
}

/** From the first look at an item to the rental in one's list, as a stranger with a card. */
async function rentAsStranger(page: Page, title: string, hands: Hands): Promise<void> {
  const dialog = page.getByRole('alertdialog')
  await hands.pickDates(page)
  await hands.press(page.getByRole('button', { name: 'Sign in to Rent' }))

  await page.getByText('Please sign in to rent items.').waitFor()
  await hands.press(page.getByRole('link', { name: 'Create an account' }))
  await page.getByRole('heading', { name: 'Create your account' }).waitFor()
  await hands.fill(page.getByLabel('Full name'), 'Nora Quist')
  await hands.fill(page.getByLabel('Email'), `nora-${title.length}-${Date.now()}@hemline.test`)
  await hands.fill(page.getByLabel('Password', { exact: true }), 'a-quiet-river-42')
  await hands.press(page.getByRole('button', { name: 'Create account' }))

  await page.waitForURL(`**/item/*?start=${start}&end=${end}`)
  expect(await page.getByLabel('First day').inputValue()).toBe(start)
  await hands.press(page.getByRole('button', { name: 'Rent Now' }))
  await dialog.getByText('A $50 refundable deposit is required to rent items.').waitFor()
  await hands.press(dialog.getByRole('button', { name: 'Pay $50 deposit' }))
  await hands.press(page.getByRole('button', { name: 'Pay $50.00' }))

  await page.getByText('Your deposit is paid.').waitFor()
  expect(await page.getByLabel('Last day').inputValue()).toBe(end)
  await hands.press(page.getByRole('button', { name: 'Rent Now' }))
  await dialog
    .getByText('You need 21 credits but only have 0. Would you like to purchase more credits?')
    .waitFor()
  await hands.press(dialog.getByRole('link', { name: 'OK' }))
  await hands.press(page.getByRole('main').getByRole('button', { name: 'Purchase' }))
  await hands.press(page.getByRole('button', { name: 'Pay $50.00' }))

  await page.getByRole('heading', { name: '50 credits are yours' }).waitFor()
  await hands.press(page.getByRole('main').getByRole('link').first())
  await page.getByRole('heading', { name: title }).waitFor()
  await hands.press(page.getByRole('button', { name: 'Rent Now' }))
  await page.getByRole('heading', { name: `You rented ${title}` }).waitFor()
  await hands.press(page.getByRole('main').getByRole('link', { name: /My Rentals/ }))
  await page.getByRole('article').filter({ hasText: title }).waitFor()
}

async function nobodyElseCanRent(itemId: string): Promise<void> {
  const other = await site.make.readyShopper()
  const page = await site.open(`/item/${itemId}`, { as: other })
  await page.getByText('Currently Rented').waitFor()
  expect(await page.getByRole('button', { name: 'Rent Now' }).count()).toBe(0)
}

test('a stranger rents a dress: account, deposit, credits, rental', async () => {
  const item = await site.make.item({ title: 'Emerald gown', creditsPerDay: 3 })
  const page = await site.open(`/item/${item.id}`, { width: 390 })
  await rentAsStranger(page, 'Emerald gown', mouse)
  await expectAccessible(page)
  await nobodyElseCanRent(item.id)
})

test('a stranger rents a dress without JavaScript, on another name of the host', async () => {
  const item = await site.make.item({ title: 'Velvet suit', creditsPerDay: 3 })
  const { port } = new URL(site.origin)
  const page = await site.open(`http://127.0.0.1:${port}/item/${item.id}`, { javaScript: false })
  await rentAsStranger(page, 'Velvet suit', mouseWithoutCalendar)
  expect(new URL(page.url()).hostname).toBe('127.0.0.1')
  await nobodyElseCanRent(item.id)
})

test('a stranger rents a dress with the keyboard alone', async () => {
  const item = await site.make.item({ title: 'Silk slip', creditsPerDay: 3 })
  const page = await site.open(`/item/${item.id}`)
  await rentAsStranger(page, 'Silk slip', keyboard)
  await nobodyElseCanRent(item.id)
})
