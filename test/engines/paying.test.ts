import { Key } from 'selenium-webdriver'
import { expect, test } from 'vitest'
import {
  addDays,
  type CalendarDate,
  calendarDateIn,
  showDate,
} from '#domain/shared/time/calendar-date.ts'
import { readRow, readRows } from '#test/postgres/rows.ts'
import type { Page } from './page.ts'
import { button, byRole, css, field, heading, type Target, within } from './targets.ts'
import { testWebKit } from './webkit.ts'

const site = await testWebKit()
const { make, db } = site
const AHEAD = 3
const today = calendarDateIn('America/New_York', site.clock.now())
const [start, end] = [addDays(today, AHEAD), addDays(today, AHEAD + 6)]

const dates = button(/^Your dates/)
const day = (date: CalendarDate) => button(new RegExp(`^${showDate(date)}(,|$)`))
const password = 'a-quiet-river-42'
const payButton = button(/^(Pay|Subscribe and pay) \$[\d.]+$/)

const itemOf = (title: string) => make.item({ title, creditsPerDay: 3, advance_booking: true })

async function pickDates(page: Page): Promise<void> {
  await page.press(dates)
  await page.sees(byRole('grid'))
  for (const date of [start, end]) {
    if ((await page.count(day(date))) === 0) await page.press(button(/next month/i))
    await page.press(day(date))
  }
  await page.seesNot(byRole('grid'))
}

/** One request, and one payment for the deposit and the credits. */
async function expectPaidOnce(email: string): Promise<void> {
  const { id } = await readRow(db, 'user_profiles', 'id', { email })
  const requests = await readRows(db, 'rentals', 'status', { renter_id: id })
  expect(requests).toEqual([{ status: 'pending' }])
  const orders = await readRows(db, 'checkout_orders', ['status', 'stripe_session_id'], {
    user_id: id,
  })
  expect(orders.filter(({ stripe_session_id }) => stripe_session_id !== null)).toHaveLength(1)
  expect(new Set(orders.map(({ status }) => status))).toEqual(new Set(['fulfilled']))
}

test.for([
  { width: 390, javaScript: true },
  { width: 1280, javaScript: true },
  { width: 390, javaScript: false },
  { width: 1280, javaScript: false },
] as const)('a new shopper signs up, pays once and has sent the request: $width px, script $javaScript', async ({
  width,
  javaScript,
}) => {
  const item = await itemOf(`Jade gown ${width} ${javaScript}`)
  const email = `nora-${width}-${javaScript}@hemline.test`
  const chosen = javaScript ? '' : `?start=${start}&end=${end}`
  const page = await site.open(`/item/${item.id}${chosen}`, { width, javaScript })
  if (javaScript) await pickDates(page)
  const isPhone = width === 390
  await page.press(
    isPhone
      ? within(css('.rent-bar'), button('Pay and request'))
      : button('Pay $70.00 and request'),
  )
  await page.sees('Create an account to pay and request.')
  await page.fill(field('Full name'), 'Nora Quist')
  await page.fill(field('Email'), email)
  await page.fill(field('Password'), password)
  await page.press(button('Create account'))
  await page.sees(heading('Subscribe $70.00'))
  await page.press(payButton)
  await page.sees(heading(`Request sent: ${item.title}`))
  await expectPaidOnce(email)
})

test('with only the keyboard, a new shopper signs up, pays once and has sent the request', async () => {
  const item = await itemOf('Jade gown, by keyboard')
  const email = 'nora-keyboard@hemline.test'
  const page = await site.open(`/item/${item.id}`)
  const press = async (target: Target) => {
    await page.tabTo(target)
    await page.type(Key.ENTER)
  }
  const fill = async (label: string, text: string) => {
    await page.tabTo(field(label))
    await page.type(text)
  }
  await press(dates)
  await page.hasFocus(day(today))
  await page.type(...Array(AHEAD).fill(Key.ARROW_RIGHT))
  await page.hasFocus(day(start))
  await page.type(Key.ENTER, Key.ARROW_DOWN, Key.ARROW_LEFT)
  await page.hasFocus(day(end))
  await page.type(Key.SPACE)
  await page.hasFocus(dates)
  await press(button('Pay $70.00 and request'))
  await page.sees('Create an account to pay and request.')
  await fill('Full name', 'Nora Quist')
  await fill('Email', email)
  await fill('Password', password)
  await press(button('Create account'))
  await page.sees(heading('Subscribe $70.00'))
  await press(payButton)
  await page.sees(heading(`Request sent: ${item.title}`))
  await expectPaidOnce(email)
})
