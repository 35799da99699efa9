import { expect, test } from 'vitest'
import { cancelRental } from '#domain/booking/rentals/rentals.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testSite } from '#test/app.ts'

const site = await testSite()
const { make, clock, db } = site
const origin = 'https://shop.example'

/** A rental that its closet has canceled, and an item that is free instead. */
async function canceled() {
  await db.updateTable('clothing_items').set({ paused: true }).execute()
  const style = `Style ${newId()}`
  const closet = await make.closet()
  const renter = await make.shopper()
  const item = await make.item({ closet, style, title: 'Satin cape' })
  const other = await make.item({ style, title: 'Wool cape', creditsPerDay: 3 })
  const start = addDays(calendarDateIn('America/New_York', clock.now()), 5)
  const status = 'confirmed' as const
  const { id } = await make.rental({ item, renter, status, start, createdAt: clock.now() })
  await cancelRental(db, closet, { rentalId: id, origin }, clock.now())
  return { renter, other, id }
}

test('the page of a canceled rental offers another item, and one press requests it', async () => {
  const { renter, other, id } = await canceled()
  const list = await site.get('/my-rentals?tab=past', { as: renter })
  expect(list.text('main')).toContain('Choose another item')
  const page = await site.get(`/my-rentals/${id}`, { as: renter })
  expect(page.text('main')).toContain('We are sorry that it was canceled.')
  expect(page.text('main')).toContain('Wool cape')
  expect(page.text('main')).toContain('14 credits')
  const form = `form[action="/my-rentals/${id}/swap"]`
  const sent = await site.submit(page, form, {}, { as: renter })
  const taken = await site.get(sent.location ?? '', { as: renter })
  expect(taken.text()).toContain('Request sent. We let the closet of your new item know.')
  expect(taken.text('h1')).toBe('Wool cape')
  const after = await site.get(`/my-rentals/${id}`, { as: renter })
  expect(after.text('main')).not.toContain('Take another item')
  const again = await site.post(
    `/my-rentals/${id}/swap`,
    { item: other.id, request_key: newId() },
    { as: renter },
  )
  expect((await site.get(again.location ?? '', { as: renter })).text()).toContain(
    'This rental can no longer be exchanged for another item.',
  )
  const costs = await site.get('/admin/figures', { as: await make.admin() })
  expect(costs.text('main')).toContain('You paid 7 credits for the difference')
})

test('without anything similar the page leads to the search', async () => {
  const { renter, other, id } = await canceled()
  await db.updateTable('clothing_items').set({ paused: true }).where('id', '=', other.id).execute()
  const page = await site.get(`/my-rentals/${id}`, { as: renter })
  expect(page.text('main')).toContain('Nothing of the same size and kind is free')
  expect(page.text('main a[href^="/search?start="]')).toContain('See everything that is free')
  const stranger = { as: await make.shopper() }
  expect((await site.get(`/my-rentals/${id}/swap`, stranger)).response.status).toBe(404)
})
