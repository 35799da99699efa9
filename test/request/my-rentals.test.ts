import { expect, test } from 'vitest'
import { keepDeposit } from '#domain/rentals/rental-review.ts'
import { deliver, recordReturn } from '#domain/rentals/rental-steps.ts'
import { addDays, calendarDateIn, showDate } from '#domain/shared/calendar-date.ts'
import { testSite } from '#test/app.ts'

const site = await testSite()
const { make, db, clock } = site
const today = calendarDateIn('America/New_York', clock.now())
const origin = 'http://localhost:3000'
const closet = await make.closet({
  full_name: 'The Evening Room',
  phone: '(212) 555-0114',
  instagram_handle: '@eveningroom',
})

test('Current is what lives and has not passed its last day, Past is everything else, newest first', async () => {
  const renter = await make.shopper()
  const stays: [string, Parameters<typeof make.rental>[0]][] = [
    ['ends today', { start: addDays(today, -6), status: 'delivered' }],
    ['ended yesterday', { start: addDays(today, -7), status: 'delivered' }],
    ['asked for', { start: addDays(today, 1) }],
    ['accepted', { start: addDays(today, 1), status: 'confirmed' }],
    ['taken back', { start: addDays(today, 1), status: 'cancelled' }],
    ['over', { start: addDays(today, -20), status: 'completed' }],
    ['never brought', { start: addDays(today, -9) }],
  ]
  for (const [n, [title, wish]] of stays.entries()) {
    const createdAt = new Date(clock.now().getTime() - (20 - n) * 60_000)
    const item = await make.item({ title, closet })
    await make.rental({ createdAt, ...wish, renter, item })
  }
  const shown = async (path: string) => {
    const page = await site.get(path, { as: renter })
    return page.$$('article').map((one) => one.querySelector('h2')?.textContent)
  }
  expect(await shown('/my-rentals')).toEqual(['accepted', 'asked for', 'ends today'])
  // What is overdue comes first.
  expect(await shown('/my-rentals?tab=past')).toEqual([
    'ended yesterday',
    'never brought',
    'over',
    'taken back',
  ])
  const current = await site.get('/my-rentals', { as: renter })
  const [accepted, , worn] = current.$$('article')
  expect(accepted?.textContent).toContain('Add delivery details')
  expect(worn?.textContent).not.toContain('Add delivery details')
  expect(current.text('main')).toContain('Due back today.')
  expect(current.text('main')).toContain('One rental is overdue. Please return it')
  const past = (await site.get('/my-rentals?tab=past', { as: renter })).text('main')
  expect(past).toContain(`It was due back on ${showDate(addDays(today, -1))}.`)
  expect(past).toContain('Its days have passed. It is cancelled by itself')
  expect(past).toContain('Returned in good condition. Nothing of your deposit was kept.')
})

test('a rental says whom to reach, where it was brought, what was noted, and what of the deposit was kept', async () => {
  const renter = await make.shopper()
  const item = await make.item({ title: 'Ivory slip', closet })
  const { id } = await make.rental({ renter, item, start: addDays(today, -8), status: 'confirmed' })
  const details = { delivery_address: '1 Elm St', delivery_notes: 'Ring twice' }
  await site.post(`/my-rentals/${id}`, { renter_phone: '555 1', ...details }, { as: renter })
  const on = { rentalId: id, origin }
  const page = async () => (await site.get(`/my-rentals/${id}`, { as: renter })).text('main')
  expect(await page()).toContain('Cancel rental')
  await deliver(db, closet, { ...on, note: 'Left with the porter' }, clock.now())
  const delivered = await page()
  for (const words of [
    'The Evening Room',
    'Brooklyn, NY',
    '(212) 555-0114',
    '@eveningroom',
    '1 Elm St',
    'Ring twice',
    '555 1',
    '$50.00 held',
    'At delivery by The Evening Room',
    '“Left with the porter”',
  ])
    expect(delivered).toContain(words)
  expect(delivered).not.toContain('Cancel rental')
  expect(delivered).not.toContain('@@')

  await recordReturn(db, closet, on, clock.now())
  const list = await site.get('/my-rentals', { as: renter })
  expect(list.text('main')).toContain('One rental is back and waits for the closet’s look at it.')
  await keepDeposit(db, closet, { ...on, cents: 1234, notes: 'Torn hem' }, clock.now())
  const over = await page()
  expect(over).toContain('$12.34 of $50.00 kept')
  expect(over).toContain('“Torn hem”')
})

test('a deposit that serves no new rental says why on the item, before anything is pressed', async () => {
  const renter = await make.shopper()
  const lent = async () => {
    const item = await make.item({ closet })
    const rental = await make.rental({ renter, item, status: 'delivered' })
    return { rentalId: rental.id, origin }
  }
  // The other one keeps the deposit from being settled.
  await lent()
  const on = await lent()
  await recordReturn(db, closet, on, clock.now())
  await keepDeposit(db, closet, { ...on, cents: 100 }, clock.now())
  const item = await make.item({ closet })
  const page = await site.get(`/item/${item.id}`, { as: renter })
  expect(page.text('form:has([name=request_key])')).toContain(
    'Part of your deposit was kept, so it cannot serve another rental. You can pay a new one as soon as your open rentals are settled.',
  )
  expect(page.text('main')).not.toContain('Pay $50 deposit')
})
