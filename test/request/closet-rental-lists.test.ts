import { beforeEach, expect, test } from 'vitest'
import type { RentalId } from '#db/ids.ts'
import type { Person } from '#domain/shared/actors.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testSite } from '#test/app.ts'
import { updateRows } from '#test/postgres/rows.ts'

const site = await testSite()
const { make, db, clock } = site
const begun = clock.now()
const today = calendarDateIn('America/New_York', begun)

// A test that advances the clock must not change the next one's date.
beforeEach(() => clock.set(begun))

const rentalRow = (id: RentalId) =>
  db.selectFrom('rentals').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

async function rentedDress(start = today) {
  const closet = await make.closet()
  const renter = await make.shopper()
  const item = await make.item({ closet, title: 'Emerald gown' })
  const rental = await make.rental({ item, renter, start })
  return { closet, renter, item, rental, path: `/business/rentals/${rental.id}` }
}

test('filters and search work on a closet’s own rentals, and on all for admins', async () => {
  const closet = await make.closet()
  const start = (days: number) =>
    calendarDateIn('UTC', new Date(Date.parse(today) + days * 86_400_000))
  const rented = async (
    title: string,
    start: string,
    status: 'pending' | 'confirmed' | 'delivered' | 'completed',
  ) => make.rental({ item: await make.item({ closet, title }), start, status })
  await rented('Requested', start(20), 'pending')
  await rented('Upcoming', start(20), 'confirmed')
  await rented('Out long', start(-1), 'delivered')
  await rented('Due soon', start(-5), 'delivered')
  await rented('Overdue', start(-10), 'delivered')
  await rented('Over', start(-30), 'completed')
  const titles = async (query: string) => {
    const page = await site.get(`/business/rentals?${query}`, { as: closet })
    return page.$$('main li h3').map((h2) => h2.textContent)
  }
  expect(await titles('')).toEqual(['Requested', 'Overdue'])
  expect(await titles('filter=upcoming')).toEqual(['Requested', 'Upcoming'])
  expect(await titles('filter=out')).toEqual(['Overdue', 'Due soon', 'Out long'])
  expect(await titles('filter=due')).toEqual(['Due soon'])
  expect(await titles('filter=late')).toEqual(['Overdue'])
  expect(await titles('filter=done')).toEqual(['Over'])
  expect(await titles('filter=all')).toHaveLength(6)
  expect(await titles('filter=all&q=soon')).toEqual(['Due soon'])
  const renter = await make.shopper({ full_name: 'Zelda Quick' })
  await make.rental({ item: await make.item({ title: 'Elsewhere' }), renter, start: today })
  expect(await titles('filter=all&q=zelda')).toEqual([])
  const all = await site.get('/admin/rentals?filter=all&q=zelda', { as: await make.admin() })
  expect(all.$$('main li h3').map((h3) => h3.textContent)).toEqual(['Elsewhere'])
})

test('rows show the emails of renter and owner, even when a rental is over', async () => {
  const closet = await make.closet({ email: 'opal@hemline.test' })
  const renter = await make.shopper({
    full_name: 'Petra Rowe',
    email: 'petra@hemline.test',
    phone: '+1 312 555 0100',
  })
  for (const status of ['confirmed', 'completed'] as const)
    await make.rental({ item: await make.item({ closet }), renter, start: today, status })
  const emailsIn = async (path: string, as: Person) => {
    const page = await site.get(`${path}?filter=all&q=petra`, { as })
    return page
      .$$('main li:has(h3)')
      .map((row) => [...row.querySelectorAll('a[href^=mailto]')].map((link) => link.textContent))
  }
  const [own, both] = [['petra@hemline.test'], ['opal@hemline.test', 'petra@hemline.test']]
  expect(await emailsIn('/business/rentals', closet)).toEqual([own, own])
  const admin = await make.admin()
  expect(await emailsIn('/admin/rentals', admin)).toEqual([both, both])
  await updateRows(db, 'user_profiles', renter.id, { email: `gone-${renter.id}@hemline.invalid` })
  expect(await emailsIn('/admin/rentals', admin)).toEqual([[both[0]], [both[0]]])
})

test('where a request can be accepted, the row says what other rentals of the renter came to', async () => {
  const [closet, other] = [await make.closet(), await make.closet()]
  const renter = await make.shopper()
  const over = async (by: typeof closet, lost: boolean) => {
    const item = await make.item({ closet: by })
    const { id } = await make.rental({ item, renter, start: '2026-10-01', status: 'completed' })
    const late = { late_at: clock.now(), late_by: by.id }
    await updateRows(db, 'rentals', { id }, lost ? { ...late, return_status: 'late' } : late)
  }
  await over(closet, false)
  await over(other, false)
  await over(other, true)
  const request = { renter, start: today, status: 'pending' } as const
  await make.rental({ item: await make.item({ closet }), ...request })
  await make.rental({ item: await make.item({ closet }), ...request, status: 'confirmed' })
  for (const path of ['/business/rentals', '/business']) {
    const page = await site.get(path, { as: closet })
    const rows = page.$$('main li').map((row) => row.textContent)
    const asking = rows.filter((row) => row.includes('New request'))
    expect(asking).toHaveLength(1)
    expect(asking[0]).toContain('Returned 1 earlier rental late1 rental never came back')
    expect(rows.filter((row) => row.includes('never came back'))).toEqual(asking)
  }
})

test('the renter can change the delivery details until delivery, and the closet sees them', async () => {
  const { closet, renter, rental, path } = await rentedDress()
  const mine = `/my-rentals/${rental.id}`
  const details = {
    renter_phone: '555 0199',
    delivery_address: '1 Elm Street',
    delivery_notes: 'Ring twice',
  }
  await site.post(mine, details, { as: renter })
  const seen = (await site.get(path, { as: closet })).text('main')
  for (const value of Object.values(details)) expect(seen).toContain(value)
  const remembered = await db
    .selectFrom('user_profiles')
    .select(['phone', 'delivery_address'])
    .where('id', '=', renter.id)
    .executeTakeFirst()
  expect(remembered).toEqual({ phone: '555 0199', delivery_address: '1 Elm Street' })
  expect((await site.post(mine, details, { as: await make.shopper() })).status).toBe(404)
  expect((await site.get(mine, { as: await make.shopper() })).status).toBe(404)
  await site.post(path, { intent: 'deliver' }, { as: closet })
  const late = await site.post(mine, { ...details, renter_phone: '555 0200' }, { as: renter })
  expect([late.status, (await rentalRow(rental.id)).renter_phone]).toEqual([400, '555 0199'])
})

test('earnings list completed rentals by item and month, what is kept is expected, and the CSV is safe', async () => {
  const closet = await make.closet()
  const item = await make.item({ closet, title: '=HYPERLINK("http://evil")', creditsPerDay: 2 })
  const rental = await make.rental({
    item,
    start: today,
    status: 'delivered',
    createdAt: clock.now(),
  })
  await updateRows(db, 'rentals', rental.id, { cents_per_credit: 45 })
  const path = `/business/rentals/${rental.id}`
  await site.post(path, { intent: 'record-return' }, { as: closet })
  await site.post(
    path,
    { intent: 'keep-deposit', keep: '7.50', notes: 'Torn hem', confirmed: 'yes' },
    { as: closet },
  )
  const page = await site.get('/business/earnings', { as: closet })
  const month = today.slice(0, 7)
  expect(page.text('main')).toContain('not earned yet: $7.50 kept from deposits')
  expect(page.$$('main tbody tr')).toHaveLength(2)
  await make.item({ closet, title: 'Never worn' })
  const byMonth = await site.get(`/business/earnings?year=${month.slice(0, 4)}&month=${month}`, {
    as: closet,
  })
  const rows = byMonth.$$('section[aria-labelledby=by-item] tbody tr')
  expect(rows.map((row) => row.textContent)).toEqual([
    '=HYPERLINK("http://evil")14 credits/week114$6.30',
    'Never worn14 credits/week00$0.00',
  ])
  expect(byMonth.text('section[aria-labelledby=by-month] tfoot')).toContain('14')
  const csv = await site.get('/business/earnings.csv', { as: closet })
  expect(csv.response.headers.get('content-disposition')).toContain('attachment')
  expect(csv.html.split('\r\n')[1]).toBe(
    `${month},"'=HYPERLINK(""http://evil"")",1,14,14,6.30,0.00,0.00,6.30`,
  )
  const nothing = await site.get('/business/earnings', { as: await make.closet() })
  expect(nothing.text('main')).toContain('No earnings in')
  expect(nothing.text('main')).toContain('earned once you have reviewed the returned item')
})

test('the calendar’s address is secret, can be renewed, and stops working with the closet', async () => {
  const { closet, rental } = await rentedDress()
  const address = async () =>
    new URL(
      (await site.get('/business/calendar', { as: closet }))
        .$('[readonly]')
        .getAttribute('value') ?? '',
    ).pathname
  await site.post('/business/calendar', {}, { as: closet })
  const first = await address()
  const feed = await site.get(first)
  expect(feed.response.headers.get('content-type')).toContain('text/calendar')
  expect(feed.response.headers.get('cache-control')).toBe('private, no-cache')
  expect(feed.html).toContain(`UID:${rental.id}@hemline`)
  await site.post('/business/calendar', {}, { as: closet })
  const second = await address()
  expect(second).not.toBe(first)
  expect((await site.get(first)).status).toBe(404)
  expect((await site.get(second)).status).toBe(200)
  expect((await site.get(`/calendar/${'x'.repeat(32)}.ics`)).status).toBe(404)
  await updateRows(db, 'user_profiles', closet.id, {
    account_type: 'regular',
    business_status: 'blocked',
  })
  expect((await site.get(second)).status).toBe(404)
})
