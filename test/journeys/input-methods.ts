import type { Locator, Page } from 'playwright-core'
import { addDays, type CalendarDate, showDate } from '#domain/shared/time/calendar-date.ts'

/** A way to use a page: with a mouse, without a script or with only the keyboard. */
export interface InputMethod {
  press(target: Locator): Promise<void>
  fill(field: Locator, text: string): Promise<void>
  /** Chooses two days that are `days` apart, the first of them `ahead` days from today. */
  pickDates(
    page: Page,
    dates: { from: CalendarDate; to: CalendarDate; ahead: number },
  ): Promise<void>
  /** Pays on the payment pages. */
  pay(page: Page): Promise<void>
}

export const dateField = (page: Page) => page.getByRole('button', { name: 'Your dates' })

export function dayIn(page: Page, date: CalendarDate): Locator {
  return page.getByRole('button', { name: new RegExp(`^${showDate(date)}(,|$)`) })
}

/** Moves the open calendar to the day's month and clicks the day. */
export async function clickDay(page: Page, date: CalendarDate): Promise<void> {
  await page.getByRole('grid').first().waitFor()
  for (let months = 0; months < 3 && (await dayIn(page, date).count()) === 0; months++)
    await page.getByRole('button', { name: /next month/i }).click()
  await dayIn(page, date).click()
}

/** Types it as people do: what Firefox's driver fills into such a field is added to its value. */
export async function enterNumber(field: Locator, number: string): Promise<void> {
  await field.selectText()
  await field.pressSequentially(number)
}

/** On the payment page; the button of an item's page says more. */
const payButton = (page: Page) =>
  page.getByRole('button', { name: /^(Pay|Subscribe and pay) \$[\d.]+$/ })

export const mouse: InputMethod = {
  press: (target) => target.click(),
  fill: (field, text) => field.fill(text),
  async pickDates(page, { from, to }) {
    await dateField(page).click()
    await clickDay(page, from)
    await clickDay(page, to)
    await page.getByRole('grid').first().waitFor({ state: 'detached' })
  },
  pay: (page) => payButton(page).click(),
}

export const withoutScript: InputMethod = {
  ...mouse,
  async pickDates(page, { from, to }) {
    await page.getByLabel('First day').fill(from)
    await page.getByLabel('Last day').fill(to)
  },
}

export const keyboard: InputMethod = {
  async press(target) {
    await tabTo(target)
    await target.page().keyboard.press('Enter')
  },
  async fill(field, text) {
    await tabTo(field)
    await field.page().keyboard.type(text)
  },
  async pickDates(page, { from, to, ahead }) {
    await keyboard.press(dateField(page))
    await page.getByRole('grid').first().waitFor()
    // A moment after the calendar appears, today has the focus.
    await focused(dayIn(page, addDays(from, -ahead)))
    for (let day = 0; day < ahead; day++) await page.keyboard.press('ArrowRight')
    await focused(dayIn(page, from))
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowLeft')
    await focused(dayIn(page, to))
    await page.keyboard.press('Space')
    await focused(dateField(page))
  },
  async pay(page) {
    await tabTo(page.getByRole('radio', { checked: true }))
    await page.keyboard.press('ArrowDown')
    await keyboard.press(payButton(page))
    await page.getByText('Your card was declined.').waitFor()
    await tabTo(page.getByRole('radio', { checked: true }))
    await page.keyboard.press('ArrowUp')
    await tabTo(payButton(page))
    await page.keyboard.press('Space')
  },
}

/** Waits until the element is focused. */
export async function focused(target: Locator): Promise<void> {
  await target.and(target.page().locator(':focus')).waitFor()
}

/** Holds Tab until the element is focused. */
export async function tabTo(target: Locator): Promise<void> {
  await target.waitFor()
  const page = target.page()
  // Finding it by role and name is far slower than checking the focus, so it is found only once.
  let element = await stoppingTab(target)
  for (let presses = 0; presses < 150; presses += 10) {
    await Promise.all(Array.from({ length: 10 }, () => page.keyboard.down('Tab')))
    await page.keyboard.up('Tab')
    const [isThere, isFocused] = await element.evaluate(({ one, stop }) => {
      const isFocused = one === document.activeElement
      if (isFocused || !one.isConnected) stop.abort()
      // In Firefox, Tab goes on from the end of the page to the toolbar.
      if (!document.hasFocus()) window.focus()
      return [one.isConnected, isFocused]
    })
    if (isFocused) return await hasFocus(page)
    if (!isThere) element = await stoppingTab(target)
  }
  throw new Error(`Tab does not reach ${target}`)
}

async function hasFocus(page: Page): Promise<void> {
  await page.waitForFunction(() => document.hasFocus())
}

/** Ignores Tab keys while the element has the focus, until `stop` is aborted. */
const stoppingTab = (target: Locator) =>
  target.evaluateHandle((one) => {
    const stop = new AbortController()
    const swallow = (event: KeyboardEvent) => {
      if (event.key !== 'Tab' || one !== document.activeElement) return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    window.addEventListener('keydown', swallow, { capture: true, signal: stop.signal })
    return { one, stop }
  })
