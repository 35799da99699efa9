import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, type CalendarDate, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testSite } from '#test/app.ts'
import { readCalendarFile } from '#test/calendar-reader.ts'
import { makeWaitlist } from '#test/make/make-waitlist.ts'
import { updateRows } from '#test/postgres/rows.ts'

const log: string[] = []
const site = await testSite({ log })
const { make, db, clock } = site
const waitlist = makeWaitlist(db, make)
const today = calendarDateIn('America/New_York', clock.now())
const day = (ahead: number) => addDays(today, ahead)
const compact = (date: CalendarDate) => date.replaceAll('-', '')

/** Reads the address of a calendar from the page that shows it. */
async function addressOn(path: string, as: Person): Promise<string> {
  const page = await site.get(path, { as })
  return new URL(page.$('[readonly]').getAttribute('value') ?? '').pathname
}

async function linkOf(path: string, as: Person): Promise<string> {
  expect((await site.submit(await site.get(path, { as }), 'main form', {}, { as })).status).toBe(
    302,
  )
  return addressOn(path, as)
}

async function eventsAt(address: string) {
  const feed = await site.get(address)
  expect(feed.response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  return readCalendarFile(feed.html).map((event) => [
    event.SUMMARY,
    event['DTSTART;VALUE=DATE'],
    event['DTEND;VALUE=DATE'],
    new URL(event.URL ?? '').pathname,
  ])
}

/** An event from `first` to `last`, as `eventsAt` returns it. */
const event = (summary: string, first: number, last: number, path: string) => [
  summary,
  compact(day(first)),
  compact(day(last + 1)),
  path,
]

test('a closet’s calendar has rentals, turnarounds, offers, other dates, blocked dates and holidays', async () => {
  const closet = await make.closet()
  const renter = await make.shopper({ full_name: 'Mia, the "second"; \\ Moss' })
  const lending = { advance_booking: true, turnaround_days: 2 }
  const item = await make.item({ closet, title: 'Silk; gown, long', ...lending })
  const path = `/business/items/${item.id}`
  const rental = await make.rental({ item, renter, start: day(3), days: 7, status: 'confirmed' })
  await updateRows(db, 'rentals', rental.id, {
    ...{ proposed_start_date: day(25), proposed_end_date: day(27), proposed_credits: 0 },
    ...{ proposed_at: clock.now(), proposal_key: newId() },
    proposal_answer_by: new Date(clock.now().getTime() + 86_400_000),
  })
  const cancelled = { item, start: day(40), days: 7, status: 'cancelled' } as const
  await make.rental(cancelled)
  await waitlist.offer({ item, start: day(20), end: day(22), createdAt: clock.now() })
  for (const [start, end] of [
    [day(30), day(31)],
    [day(33), day(33)],
  ] as const)
    await site.post(path, { intent: 'block', start, end }, { as: closet })
  const holiday = { start: day(60), end: day(62), note: 'At the lake' }
  await site.post('/business/holidays', holiday, { as: closet })
  const other = await make.item({ title: 'Foreign gown' })
  await make.rental({ item: other, start: day(3), status: 'confirmed' })

  const address = await linkOf('/business/calendar', closet)
  const events = await eventsAt(address)
  const rentalPath = `/business/rentals/${rental.id}`
  expect(events).toEqual([
    event('Silk; gown, long: Mia, the "second"; \\ Moss', 3, 9, rentalPath),
    event('Silk; gown, long: turnaround', 10, 11, rentalPath),
    event('Silk; gown, long: held for the waitlist', 20, 22, '/business'),
    event('Silk; gown, long: other dates asked for', 25, 27, rentalPath),
    event('Silk; gown, long: blocked', 30, 31, path),
    event('Silk; gown, long: blocked', 33, 33, path),
    event('Time off: closet closed', 60, 62, '/business/holidays'),
  ])
  const [timeOff] = readCalendarFile((await site.get(address)).html).slice(-1)
  expect(timeOff?.DESCRIPTION).toContain('Your note for shoppers: At the lake')
})

test('a renter’s calendar has the first and last day of rentals until canceled', async () => {
  const renter = await make.readyShopper()
  const closet = await make.closet()
  const item = await make.item({ closet, title: 'Linen coat' })
  const { id } = await make.rental({ item, renter, start: day(3), days: 7, status: 'confirmed' })
  const past = { renter, days: 4, status: 'completed' } as const
  const old = await make.item({ closet, title: 'Old gown' })
  await make.rental({ item: old, start: day(-368), ...past })
  await make.rental({ item: old, start: day(-369), ...past })
  await make.rental({ item: await make.item({ closet }), start: day(3) })
  expect(
    (await site.get('/my-rentals', { as: renter })).has('a[href="/my-rentals/calendar"]'),
  ).toBe(true)
  const address = await linkOf('/my-rentals/calendar', renter)
  const events = await eventsAt(address)
  expect(events.map(([summary]) => summary).filter((text) => text?.endsWith('Old gown'))).toEqual([
    'Delivery: Old gown',
    'Return: Old gown',
  ])
  expect(events).toHaveLength(4)
  expect(events).toEqual(
    expect.arrayContaining([
      event('Delivery: Linen coat', 3, 3, `/my-rentals/${id}`),
      event('Return: Linen coat', 9, 9, `/my-rentals/${id}`),
    ]),
  )
  await site.post('/my-rentals', { rental: id }, { as: renter })
  expect((await eventsAt(address)).map(([summary]) => summary)).not.toContain('Return: Linen coat')
})

test('an unchanged calendar is answered with 304', async () => {
  const renter = await make.shopper()
  const address = await linkOf('/my-rentals/calendar', renter)
  const { headers } = (await site.get(address)).response
  expect(headers.get('cache-control')).toBe('private, no-cache')
  expect(headers.get('x-robots-tag')).toBe('noindex')
  const known = { headers: { 'If-None-Match': headers.get('etag') ?? '' } }
  clock.advance({ seconds: 90 })
  const again = await site.get(address, known)
  expect([again.status, again.html]).toEqual([304, ''])
  await make.rental({ item: await make.item(), renter, start: day(3) })
  expect((await site.get(address, known)).status).toBe(200)
})

test('resetting the link asks first and ends the old one; neither link is logged', async () => {
  const renter = await make.shopper()
  const path = '/my-rentals/calendar'
  const first = await linkOf(path, renter)
  const question = await site.get(`${path}?reset=yes`, { as: renter })
  expect(question.text('dialog[open] h2')).toBe('Reset the calendar link?')
  await site.submit(question, 'dialog[open] form[method=post]', {}, { as: renter })
  const second = await addressOn(path, renter)
  expect(second).not.toBe(first)
  expect((await site.get(first)).status).toBe(404)
  expect((await site.get(second)).status).toBe(200)
  // A refused request from another site is logged with its path.
  await site.post(second, {}, { headers: { Origin: 'https://evil.example' } })
  const lines = log.join('\n')
  expect(lines).toContain('/calendar/…')
  for (const address of [first, second])
    expect(lines).not.toContain(address.replace(/^\/calendar\/|\.ics$/g, ''))
})

test('the link is not logged when reading the calendar fails', async () => {
  const renter = await make.shopper()
  const address = await linkOf('/my-rentals/calendar', renter)
  const capitals = address.replace('/calendar/', '/Calendar/')
  log.splice(0)
  await sql`alter table rentals rename to rentals_away`.execute(db)
  for (const path of [address, capitals])
    expect((await site.get(path)).status).toBeGreaterThanOrEqual(500)
  await sql`alter table rentals_away rename to rentals`.execute(db)
  const errors = log.map((line) => JSON.parse(line)).filter(({ level }) => level === 50)
  expect(errors.map(({ path }) => path)).toEqual(['/calendar/…', '/calendar/…'])
  expect(log.join('\n')).not.toContain(address.replace(/^\/calendar\/|\.ics$/g, ''))
})

test('a calendar is unavailable while its account is blocked or closed', async () => {
  const renter = await make.shopper()
  const address = await linkOf('/my-rentals/calendar', renter)
  const admin = await make.admin()
  const set = (columns: { blocked_at: Date | null; blocked_reason: string | null }) =>
    db.updateTable('user_profiles').set(columns).where('id', '=', renter.id).execute()
  await set({ blocked_at: clock.now(), blocked_reason: 'Fraud' })
  expect((await site.get(address)).status).toBe(404)
  await set({ blocked_at: null, blocked_reason: null })
  expect((await site.get(address)).status).toBe(200)
  await updateRows(db, 'user_profiles', renter.id, { deleted_at: clock.now() })
  expect((await site.get(address)).status).toBe(404)
  expect((await site.get('/my-rentals/calendar', { as: admin })).has('[readonly]')).toBe(false)
  expect((await site.post('/my-rentals/calendar', {}, { as: admin })).status).toBe(403)
})

test('one address can request calendars 120 times a minute', async () => {
  const peer = '203.0.113.40'
  const unknown = `/calendar/${'x'.repeat(32)}.ics`
  for (let n = 0; n < 120; n++)
    expect((await site.stranger().get(unknown, { peer })).status).toBe(404)
  const { status, response } = await site.stranger().get(unknown, { peer })
  expect(status).toBe(429)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
})
