import { expect, test } from 'vitest'
import { cancelRental } from '#domain/booking/rentals/rentals.ts'
import { addDays, calendarDateIn, rangeInWords } from '#domain/shared/time/calendar-date.ts'
import { testSite } from '#test/app.ts'
import { readRow } from '#test/postgres/rows.ts'

const site = await testSite()
const { make, clock, db } = site
const today = calendarDateIn('America/New_York', clock.now())
const dates = { start: addDays(today, 20), end: addDays(today, 22) }
const joinForm = 'main form:has(input[value=join-waitlist])'
const rentForm = 'form:has([name=request_key])'

/** A rented item, and a function that cancels its rental. */
async function rented(row: Parameters<typeof make.item>[0] = {}) {
  const item = await make.item({ creditsPerDay: 0, ...row })
  const renter = await make.shopper()
  const createdAt = clock.now()
  const { id: rentalId } = await make.rental({ item, renter, start: dates.start, createdAt })
  const cancel = () =>
    cancelRental(db, renter, { rentalId, origin: 'https://shop.example' }, clock.now())
  return { item, path: `/item/${item.id}`, cancel }
}

test('a shopper joins the waitlist of a rented item, gets an offer and rents', async () => {
  const { path, cancel } = await rented()
  const shopper = await make.readyShopper()
  const page = await site.get(path, { as: shopper })
  expect(page.text('main')).toContain('Currently Rented')
  const joined = await site.submit(page, joinForm, dates, { as: shopper })
  expect(joined.status).toBe(302)
  const waiting = await site.get(path, { as: shopper })
  expect(waiting.text('main')).toContain('1st in line')
  expect(waiting.has(joinForm)).toBe(false)
  const mine = await site.get('/my-rentals', { as: shopper })
  expect(mine.text('section[aria-labelledby=waitlist]')).toContain('1st in line')
  expect(mine.text('section[aria-labelledby=waitlist]')).toContain(
    rangeInWords(dates.start, dates.end),
  )

  await cancel()
  const offered = await site.get(path, { as: shopper })
  expect(offered.text('main')).toContain('Held for you until')
  expect((await site.get('/my-rentals', { as: shopper })).text('main')).toContain('hours left')
  const stranger = await make.readyShopper()
  const other = await site.get(path, { as: stranger })
  expect(other.text('main')).toContain('Held for somebody else until')
  expect(other.has(rentForm)).toBe(false)
  const taken = await site.post(
    path,
    { ...dates, intent: 'rent', request_key: crypto.randomUUID() },
    { as: stranger },
  )
  expect(taken.text('dialog[open] h2')).toMatch(
    /^Selected dates are not available\. Please choose different dates\. They are held for somebody else until .*, \d+:\d\d [AP]M E[SD]T\.$/,
  )
  // The form is prefilled with the dates of the offer.
  const again = await site.submit(offered, rentForm, { intent: 'rent' }, { as: shopper })
  expect(again.status).toBe(302)
  expect((await site.get('/my-rentals', { as: shopper })).has('[aria-labelledby=waitlist]')).toBe(
    false,
  )
})

test('a shopper leaves a waitlist', async () => {
  const { item, path } = await rented()
  const shopper = await make.shopper()
  await site.submit(await site.get(path, { as: shopper }), joinForm, dates, { as: shopper })
  const mine = await site.get('/my-rentals', { as: shopper })
  const leave = 'form:has(input[value=leave-waitlist])'
  expect((await site.submit(mine, leave, {}, { as: shopper })).status).toBe(302)
  expect((await site.get('/my-rentals', { as: shopper })).has(leave)).toBe(false)
  const other = await make.shopper()
  const entry = await make.entry({ item, ...dates })
  await site.post('/my-rentals', { intent: 'leave-waitlist', entry }, { as: other })
  const row = await readRow(db, 'waitlist_entries', 'status', entry)
  expect(row.status).toBe('waiting')
})

test('after the alert that dates are taken, the page offers the waitlist', async () => {
  const { path } = await rented({ advance_booking: true })
  const shopper = await make.readyShopper()
  const page = await site.get(path, { as: shopper })
  expect(page.text('main details form')).toContain('Join the waitlist')
  const refused = await site.submit(page, rentForm, { ...dates, intent: 'rent' }, { as: shopper })
  expect(refused.text('dialog[open] h2')).toBe(
    'Selected dates are not available. Please choose different dates.',
  )
  const join = `main form:has(input[value="${dates.start}"]):has(input[value=join-waitlist])`
  expect(refused.text(join)).toMatch(/^Join the waitlist for \w+ \d+ ?–/)
  expect((await site.submit(refused, join, {}, { as: shopper })).status).toBe(302)
  expect((await site.get(path, { as: shopper })).text('main')).toContain('1st in line')
  // An address with dates that are already taken.
  const known = await site.get(`${path}?${new URLSearchParams(dates)}`, {
    as: await make.shopper(),
  })
  expect(known.text(`${rentForm} button[value=join-waitlist]`)).toMatch(/^Join the waitlist for /)
})

test('on the dates of an own rental, the page says so and offers no waitlist', async () => {
  const item = await make.item({ advance_booking: true })
  const [renter, other] = [await make.readyShopper(), await make.shopper()]
  await make.rental({ item, renter, start: dates.start, days: 3, status: 'confirmed' })
  const path = `/item/${item.id}?${new URLSearchParams(dates)}`
  const own = await site.get(path, { as: renter })
  expect(own.text(rentForm)).toContain('You already rented this.')
  expect(own.text(rentForm)).not.toContain('Selected dates are not available')
  expect(own.has(`${rentForm} button[value=join-waitlist]`)).toBe(false)
  const refused = await site.post(path, { intent: 'join-waitlist', ...dates }, { as: renter })
  expect(refused.text('dialog[open] h2')).toBe('You already rented this.')
  expect((await site.get(path, { as: other })).has(`${rentForm} button[value=join-waitlist]`)).toBe(
    true,
  )
})

test('refusals to join are explained, and visitors sign in first', async () => {
  const { path } = await rented()
  const shopper = await make.shopper()
  const join = async (chosen: Record<string, string>, as = shopper) =>
    await site.post(path, { intent: 'join-waitlist', ...chosen }, { as })
  const sentence = async (chosen: Record<string, string>) =>
    (await join(chosen)).text('dialog[open] h2')
  expect(await sentence({ start: dates.end, end: dates.start })).toBe('Please select valid dates.')
  expect(await sentence({ start: today, end: today })).toBe(
    'Selected dates are not available. Please choose different dates.',
  )
  expect((await join(dates)).status).toBe(302)
  expect(await sentence(dates)).toBe('You are already on the waitlist for this item.')
  const free = await make.item()
  const refused = await site.post(
    `/item/${free.id}`,
    { intent: 'join-waitlist', ...dates },
    { as: shopper },
  )
  expect(refused.text('dialog[open] h2')).toBe('These dates are free. You can rent now.')
  const visitor = await site.post(path, { intent: 'join-waitlist', ...dates })
  expect(visitor.response.headers.get('location')).toContain(
    encodeURIComponent(`${path}?start=${dates.start}&end=${dates.end}`),
  )
  const admin = await make.admin()
  expect((await site.get(path, { as: admin })).has(joinForm)).toBe(false)
})

test('a person’s data export includes their waitlists', async () => {
  const { item } = await rented()
  const shopper = await make.shopper()
  await make.entry({ item, shopper, ...dates })
  const own = await site.get('/profile/your-data.json', { as: shopper })
  expect(JSON.parse(own.html)).toMatchObject({
    waitlist: [{ title: item.title, start_date: dates.start, status: 'waiting' }],
  })
})
