import { expect, test } from 'vitest'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { readRow, readRows } from '#test/postgres/rows.ts'
import { endOf, pickWeek, startOf } from './dates.ts'
import { ways } from './hands.ts'
import { button, css, field, heading, type Target, within } from './targets.ts'
import { testWebKit } from './webkit.ts'

const site = await testWebKit()
const { make, db } = site
const week = { today: calendarDateIn('America/New_York', site.clock.now()), ahead: 3 }

test.for(ways)('a new shopper signs up, pays once and has sent the request $name', async ({
  name,
  hands,
  ...window
}) => {
  const title = `Jade gown ${name}`
  const item = await make.item({ title, creditsPerDay: 3, advance_booking: true })
  const dates = window.javaScript ? '' : `?start=${startOf(week)}&end=${endOf(week)}`
  const page = await site.open(`/item/${item.id}${dates}`, window)
  const press = (target: Target) => hands.press(page, target)
  const fill = (label: string, text: string) => hands.fill(page, field(label), text)
  if (window.javaScript) await pickWeek(page, hands, week)
  await press(
    window.width === 390
      ? within(css('.rent-bar'), button('Pay and request'))
      : button('Pay $70.00 and request'),
  )
  await page.sees('Create an account to pay and request.')
  const email = `${name.replaceAll(' ', '-')}@hemline.test`
  await fill('Full name', 'Nora Quist')
  await fill('Email', email)
  await fill('Password', 'a-quiet-river-42')
  await press(button('Create account'))
  await page.sees(heading('Subscribe $70.00'))
  await press(button(/^(Pay|Subscribe and pay) \$[\d.]+$/))
  await page.sees(heading(`Request sent: ${title}`))
  await expectPaidOnce(email)
})

/** One request, and one payment for the deposit and the credits. */
async function expectPaidOnce(email: string): Promise<void> {
  const { id } = await readRow(db, 'user_profiles', 'id', { email })
  const requests = await readRows(db, 'rentals', 'status', { renter_id: id })
  expect(requests).toEqual([{ status: 'pending' }])
  const columns = ['status', 'stripe_session_id'] as const
  const orders = await readRows(db, 'checkout_orders', columns, { user_id: id })
  expect(orders.filter(({ stripe_session_id }) => stripe_session_id !== null)).toHaveLength(1)
  expect(new Set(orders.map(({ status }) => status))).toEqual(new Set(['fulfilled']))
}
