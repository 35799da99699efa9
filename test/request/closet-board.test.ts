import { expect, test } from 'vitest'
import type { RentalId } from '#db/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testSite } from '#test/app.ts'
import { readRow, updateRows } from '#test/postgres/rows.ts'

const site = await testSite()
const { make, db, clock } = site
const today = calendarDateIn('America/New_York', clock.now())

const statusOf = async (id: RentalId) =>
  (await readRow(db, 'rentals', ['status', 'return_status'], id)).status

test('eight deliveries take one tap each, without leaving the closet’s page', async () => {
  const closet = await make.closet()
  for (let n = 0; n < 8; n++) {
    const item = await make.item({ closet, title: `Gown ${n}` })
    await make.rental({ item, start: today, status: 'confirmed' })
  }
  let page = await site.get('/business', { as: closet })
  for (let left = 8; left > 0; left--) {
    expect(page.text('main')).toContain(`Deliveries (${left})`)
    const form = 'section[aria-labelledby=today] li form:has([value=deliver])'
    const taken = await site.submit(page, form, { intent: 'deliver' }, { as: closet })
    expect([taken.status, taken.location]).toEqual([302, '/business'])
    page = await site.get('/business', { as: closet })
    expect(page.text()).toContain('Delivered: Gown')
  }
  const { length } = await db
    .selectFrom('rentals')
    .where('owner_id', '=', closet.id)
    .where('status', '=', 'delivered')
    .select('id')
    .execute()
  expect(length).toBe(8)
  expect(page.text('section[aria-labelledby=today]')).toContain('Nothing to do right now.')
})

test('the board links phone and address, and shows which are missing', async () => {
  const closet = await make.closet()
  const rental = await make.rental({
    item: await make.item({ closet, title: 'Blue gown' }),
    start: addDays(today, 1),
    status: 'confirmed',
  })
  const missing = await site.get('/business', { as: closet })
  expect(missing.text('section[aria-labelledby=tomorrow]')).toContain('No address yet')
  await updateRows(db, 'rentals', rental.id, {
    renter_phone: '(646) 555-0199',
    delivery_address: '1 Elm Street\nBrooklyn',
  })
  const page = await site.get('/business', { as: closet })
  expect(page.$('main a[href^="tel:"]').getAttribute('href')).toBe('tel:6465550199')
  expect(page.$('main a[href*="maps"]').getAttribute('href')).toContain(
    'query=1+Elm+Street%2C+Brooklyn',
  )
})

test('one tap in the list accepts a request or records a return', async () => {
  const closet = await make.closet()
  const confirmation = await make.rental({ item: await make.item({ closet, title: 'Asked for' }) })
  const out = await make.rental({
    item: await make.item({ closet, title: 'Out since May' }),
    start: addDays(today, -6),
    status: 'delivered',
  })
  const path = '/business/rentals?filter=all&q=o'
  const list = await site.get(path, { as: closet })
  const tap = (id: string, intent: string) =>
    site.submit(list, `form:has([value="${id}"])`, { intent }, { as: closet })
  expect((await tap(confirmation.id, 'accept')).location).toBe(path)
  expect((await tap(out.id, 'record-return')).location).toBe(path)
  expect(await statusOf(confirmation.id)).toBe('confirmed')
  expect((await site.get(path, { as: closet })).text('main')).toContain('Review')
})

test('a step taken in a list can be undone from its toast on the same page, without a script', async () => {
  const closet = await make.closet()
  const { id } = await make.rental({
    item: await make.item({ closet, title: 'Satin cape' }),
    start: today,
    status: 'confirmed',
  })
  for (const path of ['/business', '/business/rentals?filter=all']) {
    const page = await site.get(path, { as: closet })
    await site.submit(page, `form:has([value="${id}"])`, { intent: 'deliver' }, { as: closet })
    expect(await statusOf(id)).toBe('delivered')
    const shown = await site.get(path, { as: closet })
    expect(shown.text('[aria-label="Messages"] button')).toBe('Undo')
    const undone = await site.submit(shown, '[aria-label="Messages"] form', {}, { as: closet })
    expect(undone.location).toBe(path)
    expect(await statusOf(id)).toBe('confirmed')
    expect((await site.get(path, { as: closet })).text()).toContain(
      'No longer marked as delivered.',
    )
  }
  const admin = await make.admin()
  const undo = { rental: id, intent: 'undo', correction: 'undo-deliver' }
  expect((await site.post('/business/rentals', undo, { as: await make.closet() })).status).toBe(404)
  const step = { rental: id, intent: 'deliver', returnTo: '/admin/rentals?filter=all' }
  await site.post('/admin/rentals', step, { as: admin })
  const list = await site.get('/admin/rentals?filter=all', { as: admin })
  await site.submit(list, '[aria-label="Messages"] form', {}, { as: admin })
  expect(await statusOf(id)).toBe('confirmed')
})

test('a step taken too late shows who decided first, and another closet’s rental is not found', async () => {
  const closet = await make.closet()
  const { id } = await make.rental({ item: await make.item({ closet }), start: today })
  const tap = (as: typeof closet, intent: string, back = '/business') =>
    site.post('/business/rentals', { rental: id, intent, back }, { as })
  expect((await tap(await make.closet(), 'accept')).status).toBe(404)
  expect((await tap(closet, 'fail-delivery')).status).toBe(400)
  expect((await tap(closet, 'accept', 'https://evil.example/')).location).toBe('/business/rentals')
  const admin = await make.admin({ full_name: 'Ada Admin' })
  await site.post('/admin/rentals', { rental: id, intent: 'deliver' }, { as: admin })
  expect(await statusOf(id)).toBe('delivered')
  const late = await tap(closet, 'deliver')
  expect((await site.get(late.location ?? '', { as: closet })).text()).toContain(
    'Failed to update delivery status: Ada Admin already marked it as delivered.',
  )
})

test('declining from a list returns to that list with a message', async () => {
  const closet = await make.closet()
  const renter = await make.shopper({ full_name: 'Amelia Brown' })
  const decline = async (list: string, title: string, fields = {}) => {
    const { id } = await make.rental({
      item: await make.item({ closet, title }),
      renter,
      start: addDays(today, 9),
      status: 'pending',
    })
    const page = await site.get(list, { as: closet })
    const link = page.$$('main li a').find((one) => one.textContent === `Decline ${title}`)
    const confirmation = await site.get(link?.getAttribute('href') ?? '', { as: closet })
    const form = 'dialog[open] form[method=post]'
    const declined = await site.submit(confirmation, form, fields, { as: closet })
    expect(await statusOf(id)).toBe('cancelled')
    return declined.location
  }
  for (const list of ['/business', '/business/rentals?filter=action&q=Amelia']) {
    expect(await decline(list, 'Satin cape')).toBe(list)
    const shown = await site.get(list, { as: closet })
    expect(shown.text()).toContain(
      'Declined: Satin cape for Amelia Brown. The credits were returned.',
    )
    expect(shown.text('main')).not.toContain('Decline Satin cape')
  }
  const elsewhere = await decline('/business', 'Silk cape', { returnTo: 'https://evil.example/' })
  expect(elsewhere).toMatch(/^\/business\/rentals\/[\w-]+$/)
})

test('a decline that is too late returns to its list with the reason', async () => {
  const closet = await make.closet()
  const admin = await make.admin({ full_name: 'Ada Admin' })
  const list = '/business/rentals?filter=action'
  const item = await make.item({ closet, title: 'Satin cape' })
  const { id } = await make.rental({ item, start: today, status: 'pending' })
  const address = new URLSearchParams({ cancel: 'yes', returnTo: list })
  const confirmation = await site.get(`/business/rentals/${id}?${address}`, { as: closet })
  for (const intent of ['accept', 'deliver'])
    await site.post('/admin/rentals', { rental: id, intent }, { as: admin })
  expect(await statusOf(id)).toBe('delivered')
  const form = 'dialog[open] form[method=post]'
  const late = await site.submit(confirmation, form, {}, { as: closet })
  expect(late.location).toBe(list)
  expect((await site.get(list, { as: closet })).text('[aria-label="Messages"]')).toContain(
    'Failed to cancel rental: it has already been delivered.',
  )
})

test('a search covers every tab and shows the count of each', async () => {
  const closet = await make.closet()
  const renter = await make.shopper({ full_name: 'Amelia Brown', email: 'amelia@hemline.test' })
  for (const status of ['confirmed', 'completed'] as const)
    await make.rental({
      item: await make.item({ closet }),
      renter,
      status,
      start: addDays(today, 20),
    })
  for (const q of ['Amelia Brown', 'amelia@hemline.test']) {
    const page = await site.get(`/business/rentals?${new URLSearchParams({ q })}`, { as: closet })
    expect(page.$$('main li h3')).toHaveLength(2)
    const tabs = page.text('nav[aria-label="Filter rentals"]')
    for (const tab of ['Upcoming1', 'Past1', 'All2', 'Late0']) expect(tabs).toContain(tab)
  }
})

test('overdue deliveries are labelled, a request has a Decline button, and earnings are explained', async () => {
  const closet = await make.closet()
  const rented = async (status: 'pending' | 'confirmed', start: number) =>
    await make.rental({
      item: await make.item({ closet }),
      start: addDays(today, start),
      status,
    })
  const pageOf = async ({ id }: { id: string }, query = '') =>
    await site.get(`/business/rentals/${id}${query}`, { as: closet })
  const overdue = await pageOf(await rented('confirmed', -1))
  expect(overdue.text('main')).toContain('— overdue.')
  const ended = await pageOf(await rented('confirmed', -9))
  expect(ended.text('main')).toContain('Without an answer within three days, we will cancel it')

  const request = await rented('pending', 3)
  const page = await pageOf(request)
  expect(page.text('main')).toContain('Decline this request')
  const confirmation = await pageOf(request, '?cancel=yes&returnTo=%2Fbusiness')
  expect(confirmation.text('dialog[open] h2')).toContain('Decline the request for')
  const accepted = await pageOf(await rented('confirmed', 3), '?cancel=yes')
  expect(accepted.text('dialog[open] h2')).toContain('Cancel the rental of')

  const earnings = await site.get('/business/earnings', { as: closet })
  expect(earnings.text('main')).toContain('earned once you have reviewed')
})
