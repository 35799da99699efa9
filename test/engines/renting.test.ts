import { expect, test } from 'vitest'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testClock } from '#test/clock.ts'
import { readRow } from '#test/postgres/rows.ts'
import { endOf, pickWeek, startOf } from './dates.ts'
import { ways } from './hands.ts'
import { button, byRole, heading, saying, type Target, within } from './targets.ts'
import { testWebKit } from './webkit.ts'

const site = await testWebKit({ clock: testClock() })
const { make, db, clock } = site

test.for(ways)('an item is rented, accepted, handed over and taken back $name', async ({
  name,
  hands,
  ...window
}) => {
  const week = { today: calendarDateIn('America/New_York', clock.now()), ahead: 3 }
  const closet = await make.closet()
  const shopper = await make.readyShopper({ credits: 30 })
  const { id, title } = await make.item({ closet, title: `Tea dress ${name}`, creditsPerDay: 3 })
  const dates = window.javaScript ? '' : `?start=${startOf(week)}&end=${endOf(week)}`
  const page = await site.open(`/item/${id}${dates}`, { as: shopper, ...window })
  const press = (target: Target) => hands.press(page, target)
  if (window.javaScript) await pickWeek(page, hands, week)
  await press(button('Rent Now'))
  await page.sees(heading(`Request sent: ${title}`))

  const rental = await readRow(db, 'rentals', 'id', { item_id: id })
  await site.switchTo(page, closet)
  await page.visit(`/business/rentals/${rental.id}`)
  await press(button('Accept rental'))
  await page.sees('Accepted. The renter will get an email.')
  clock.advance({ days: week.ahead })
  await page.visit('/business/day')
  await press(button(new RegExp(`^All handed over ${shopper.fullName}`)))
  await page.sees(`Delivered: ${title}`)
  clock.advance({ days: 7 })
  await page.visit('/business/day')
  await press(button(new RegExp(`^All back, all fine ${shopper.fullName}`)))
  await page.sees(`Back and fine: ${title}.`)

  await site.switchTo(page, shopper)
  await page.visit('/my-rentals?tab=past')
  await page.sees(saying(within(byRole('main'), byRole('article')), title))
  const columns = ['status', 'return_status', 'condition_status'] as const
  expect(await readRow(db, 'rentals', columns, rental.id)).toEqual({
    status: 'completed',
    return_status: 'returned',
    condition_status: 'approved',
  })
})
