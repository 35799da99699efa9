import { expect, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn, showDate } from '#domain/shared/time/calendar-date.ts'
import { testSite } from '#test/app.ts'

const site = await testSite()
const { make, clock } = site
const today = calendarDateIn('America/New_York', clock.now())
const rentForm = 'form:has([name=request_key])'

const bookedAhead = () => make.item({ advance_booking: true, turnaround_days: 2, creditsPerDay: 1 })

test('an item that is out shows the day on which it is free again and can be rented', async () => {
  const item = await bookedAhead()
  await make.rental({ item, start: addDays(today, -3), status: 'delivered' })
  const shopper = await make.readyShopper()
  const page = await site.get(`/item/${item.id}`, { as: shopper })
  // Its last day is in three days, followed by a turnaround of two days.
  const free = addDays(today, 6)
  expect(page.text('main')).toContain(`Currently Rented. Free again from ${showDate(free)}.`)
  expect(page.text(`${rentForm} details`)).toContain(
    `${showDate(today)} to ${showDate(addDays(today, 5))}`,
  )
  const taken = { start: addDays(today, 5), end: free, intent: 'rent' }
  const refused = await site.submit(page, rentForm, taken, { as: shopper })
  expect(refused.text('dialog[open] h2')).toBe(
    'Selected dates are not available. Please choose different dates.',
  )
  const dates = { start: free, end: free, intent: 'rent' }
  expect((await site.submit(page, rentForm, dates, { as: shopper })).status).toBe(302)
})

test('an item that is overdue promises no day on which it is free again', async () => {
  const item = await bookedAhead()
  await make.rental({ item, start: addDays(today, -9), days: 7, status: 'delivered' })
  const page = await site.get(`/item/${item.id}`)
  const due = showDate(addDays(today, -3))
  expect(page.text('main')).toContain(
    `Currently Rented. It was due back on ${due} and is not back yet.`,
  )
  expect(page.text('main')).not.toContain('Free again')
})

test('a shopper who has booked an item sees their rental and can book it again', async () => {
  const item = await bookedAhead()
  const shopper = await make.readyShopper()
  const rent = async (start: number) =>
    await site.post(
      `/item/${item.id}`,
      {
        intent: 'rent',
        start: addDays(today, start),
        end: addDays(today, start + 2),
        request_key: newId(),
      },
      { as: shopper },
    )
  expect((await rent(5)).status).toBe(302)
  const page = await site.get(`/item/${item.id}`, { as: shopper })
  expect(page.text('main')).toContain('You have requested this item for')
  expect(page.text('main')).not.toContain('Currently Rented')
  expect(page.has('main a[href^="/my-rentals/"]')).toBe(true)
  expect(page.has(rentForm)).toBe(true)
  // With a turnaround of two days, the first rental holds days 5 to 9.
  expect((await rent(9)).status).toBe(400)
  expect((await rent(10)).status).toBe(302)
})

test('an item that cannot be booked ahead is rented as a whole', async () => {
  const item = await make.item()
  await make.rental({ item, start: addDays(today, 40) })
  const page = await site.get(`/item/${item.id}`)
  expect(page.text('main')).toContain('Currently Rented')
  expect(page.has(rentForm)).toBe(false)
})
