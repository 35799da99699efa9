import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { expectAccessible, fontsLoaded, testBrowser } from '#test/browser/browser.ts'
import { focused } from './input-methods.ts'

const site = await testBrowser()
const { make } = site
const item = await make.item({ title: 'Red coat' })
const today = calendarDateIn('America/New_York', site.clock.now())
const withDates = `/item/${item.id}?start=${addDays(today, 3)}&end=${addDays(today, 9)}`
const address = `${site.origin}/item/${item.id}`
const share = (page: Page) => page.getByRole('button', { name: 'Share', exact: true })

/** A page whose browser has been changed. */
async function openWith(change: () => void): Promise<Page> {
  const before = async (page: Page) => {
    await page.addInitScript(change)
  }
  return await site.open(withDates, { width: 390, discardsProfile: true, before })
}

test('the menu for sharing gets the title and the address of the item without dates', async () => {
  const page = await openWith(() => {
    const offered = async (link: unknown) => {
      document.documentElement.dataset.shared = JSON.stringify(link)
      throw new DOMException('', 'AbortError')
    }
    Object.assign(Navigator.prototype, { share: offered, canShare: () => true })
  })
  await share(page).focus()
  await page.keyboard.press('Enter')
  const shared = () => page.evaluate(() => document.documentElement.dataset.shared)
  await expect.poll(shared).toBe(JSON.stringify({ title: 'Red coat', url: address }))
  expect(await page.getByLabel('Messages').textContent()).toBe('')
  await focused(share(page))
})

test('without that menu the address is copied, and a message says so', async () => {
  const page = await openWith(() => {
    const writeText = async (text: string) => {
      document.documentElement.dataset.copied = text
    }
    Object.defineProperty(navigator, 'clipboard', { value: { writeText } })
  })
  await share(page).click()
  await page.getByLabel('Messages').getByText('Link copied.').waitFor()
  expect(await page.evaluate(() => document.documentElement.dataset.copied)).toBe(address)
})

test('where copying is not possible, the address is selected in a dialog', async () => {
  const page = await openWith(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
  })
  await share(page).click()
  const dialog = page.getByRole('dialog', { name: 'Share this item' })
  await focused(dialog.getByLabel('Link'))
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(address)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await focused(share(page))
})

test('nothing moves when the button appears, and without a script there is none', async () => {
  for (const width of [320, 390, 1280]) {
    const places: unknown[] = []
    for (const javaScript of [true, false]) {
      const page = await site.open(withDates, { width, javaScript })
      await fontsLoaded(page)
      expect(await share(page).count()).toBe(javaScript ? 1 : 0)
      const heart = page.getByRole('link', { name: 'Sign in to like Red coat' })
      places.push([
        await heart.boundingBox(),
        await page.getByText('per week').first().boundingBox(),
      ])
    }
    expect(places[0]).toEqual(places[1])
  }
})

test('an item that is not offered cannot be shared', async () => {
  const paused = await make.item({ paused: true })
  const page = await site.open(`/item/${paused.id}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await share(page).count()).toBe(0)
})

test('text twice as large moves the buttons below the price instead of squeezing it', async () => {
  const page = await site.open(withDates, { width: 320 })
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  await fontsLoaded(page)
  const price = await page.getByText('per week').first().locator('..').boundingBox()
  expect(price?.width).toBeGreaterThan(250)
})
