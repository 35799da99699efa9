import { expect, test } from 'vitest'
import { updateRentalsAtRisk } from '#domain/booking/rentals/changes/late-returns.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testSite } from '#test/app.ts'
import { rentalAtRisk } from '#test/make/rental-at-risk.ts'

const site = await testSite()
const { make, clock, db } = site
const timeZone = 'America/New_York'
const todayIs = () => calendarDateIn(timeZone, clock.now())
const watch = async () =>
  await updateRentalsAtRisk(db, {
    now: clock.now(),
    today: todayIs(),
    origin: 'https://shop.example',
    timeZone,
  })

async function atRisk() {
  const closet = await make.closet()
  const renter = await make.shopper({ full_name: 'Mia Moss' })
  const { id } = await rentalAtRisk(site, { closet, renter })
  return { closet, renter, id }
}

test('the next renter sees that the item is late, and can wait or cancel free of charge', async () => {
  const { closet, renter, id } = await atRisk()
  const line = 'The previous rental of this item is late.'
  const list = await site.get('/my-rentals', { as: renter })
  const page = await site.get(`/my-rentals/${id}`, { as: renter })
  for (const shown of [list, page]) {
    expect(shown.text('main')).toContain(line)
    // The name of the late renter, also not in the data for the script.
    expect(shown.html).not.toMatch(/Ann Lee|Ann’s/)
  }
  const answer = { answer: 'wait' }
  const waited = await site.submit(page, 'form:has([value=wait])', answer, { as: renter })
  expect(waited.location).toBe(`/my-rentals/${id}`)
  const waiting = await site.get(`/my-rentals/${id}`, { as: renter })
  expect(waiting.text()).toContain('We have kept your rental.')
  expect(waiting.text('main')).toContain(line)
  const late = await site.get('/business/rentals?filter=late', { as: closet })
  expect(late.text('main')).toContain('Next: Mia, ')
  const question = await site.get(`/my-rentals/${id}?cancel`, { as: renter })
  expect(question.text()).toContain('You get 14 credits back, usable until ')
  await site.submit(question, 'form:has([name=rental])', {}, { as: renter })
  const after = await site.get(`/my-rentals/${id}`, { as: renter })
  expect(after.text('main')).toContain('You canceled it. You got your credits back.')
  expect(after.text('main')).not.toContain(line)
})

test('a renter who waited in vain sees why it was canceled, and the goodwill', async () => {
  const { renter, id } = await atRisk()
  // The first day of the rental, at any time.
  clock.advance({ days: 2 })
  await watch()
  const page = await site.get(`/my-rentals/${id}`, { as: renter })
  expect(page.text('main')).toContain(
    'The rental before yours did not come back in time; your credits are back, with 7 more.',
  )
  const credits = await site.get('/credits', { as: renter })
  expect(credits.text('main')).toContain('Late return credit: ')
})

test('the next renter swaps for another item of the same size', async () => {
  const { renter, id } = await atRisk()
  const other = await make.item({ title: 'Ivory gown' })
  const choose = await site.get(`/my-rentals/${id}/swap`, { as: renter })
  expect(choose.text('main')).toContain('Ivory gown')
  expect(choose.text('main')).toContain('No extra credits')
  const form = `form:has([value="${other.id}"])`
  const swapped = await site.submit(choose, form, {}, { as: renter })
  expect((await site.get(swapped.location ?? '', { as: renter })).text('main')).toContain(
    'Ivory gown',
  )
  const old = await site.get(`/my-rentals/${id}`, { as: renter })
  expect(old.text('main')).toContain('You swapped it for another item.')
  const again = await site.submit(choose, form, {}, { as: renter })
  expect(again.location).toBe(swapped.location)
})
