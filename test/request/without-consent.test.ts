import { expect, test } from 'vitest'
import type { Person } from '#domain/shared/actors.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { apiTokenOf, callApi } from '#test/api.ts'
import { testSite } from '#test/app.ts'
import { readRow } from '#test/postgres/rows.ts'

const site = await testSite()
const { make } = site
const today = calendarDateIn('America/New_York', site.clock.now())
const admin = await make.admin()
await site.post(
  '/admin/legal/terms',
  {
    ...{ intent: 'publish', body: 'Our new terms.', summary: 'Late fees are gone.' },
    ...{ applies_on: today, based_on: '2' },
  },
  { as: admin },
)

const redirectsToConsent = async (path: string, as: Person) =>
  (await site.get(path, { as })).location?.startsWith('/consent') ?? false

test('without consent to new terms a shopper gets the deposit back and cannot buy', async () => {
  const shopper = await make.readyShopper()
  const yourData = await site.get('/profile/your-data', { as: shopper })
  const path = yourData.$('#delete a').getAttribute('href') ?? ''
  const page = await site.get(path, { as: shopper })
  expect(page.status).toBe(200)
  expect(page.$('aside a[href^="/consent"]').getAttribute('href')).toContain('return_to=%2Fcredits')
  for (const offer of ['product', 'code', 'friend_email'])
    expect(page.$$(`main [name=${offer}]`), offer).toEqual([])
  const asking = await site.get(page.$('#deposit a').getAttribute('href') ?? '', { as: shopper })
  const form = 'form:has([name=intent][value=refund-deposit])'
  expect((await site.submit(asking, form, {}, { as: shopper })).location).toBe('/credits')
  expect((await site.get('/credits', { as: shopper })).text()).toContain(
    '$50.00 will be refunded to your card.',
  )
})

test('without consent to new terms the header offers nothing for sale', async () => {
  const page = await site.get('/styles', { as: await make.shopper() })
  const links = page.$$('header a[href="/credits"]').map(({ textContent }) => textContent)
  expect(links).toContain('0 credits')
  expect(page.$$('[name=product]')).toEqual([])
})

test('without consent to new terms a renter can track and return a rental', async () => {
  const renter = await make.shopper()
  const start = addDays(today, -2)
  const rental = await make.rental({ renter, start, status: 'delivered' })
  expect(await redirectsToConsent('/my-rentals', renter)).toBe(false)
  const page = await site.get(`/my-rentals/${rental.id}`, { as: renter })
  expect(page.$$('form [value=sent-back]')).toHaveLength(1)
  expect(page.$$('#keep-longer')).toEqual([])
  expect(await redirectsToConsent(`/my-rentals/${rental.id}/swap`, renter)).toBe(true)
  for (const path of ['/my-likes', '/profile', '/profile/your-data', '/messages', '/my-rentals'])
    expect(await redirectsToConsent(path, renter), path).toBe(false)
  expect(await redirectsToConsent('/business-apply', renter)).toBe(true)
})

test('without consent to new terms a closet runs its rentals but accepts no requests', async () => {
  const closet = await make.closet()
  const rental = await make.rental({ item: await make.item({ closet }), start: today })
  const accepted = await make.rental({
    item: await make.item({ closet }),
    start: today,
    status: 'confirmed',
  })
  const yourData = await site.get('/profile/your-data', { as: closet })
  expect(yourData.$('#delete a[href="/business/rentals"]').textContent).toContain('your items')
  const request = await site.get(`/business/rentals/${rental.id}`, { as: closet })
  expect(request.text('main')).toContain('Decline this request')
  const buttons = async (path: string) => {
    const page = await site.get(path, { as: closet })
    return page.$$('main button[name=intent]').map((button) => button.getAttribute('value'))
  }
  expect(await buttons(`/business/rentals/${accepted.id}`)).toContain('deliver')
  expect(await buttons(`/business/rentals/${rental.id}`)).toEqual([])
  const list = await site.get('/business/rentals?filter=all', { as: closet })
  expect(list.text('aside[aria-label="New terms"]')).toContain(
    'before you accept requests or add items',
  )
  const row = `main a[href^="/business/rentals/${rental.id}?cancel=yes"]`
  expect(list.$(row).textContent).toContain('Decline')
  const accepting = `main form:has([name=rental][value="${rental.id}"])`
  expect(list.$$(accepting)).toEqual([])
  const board = await site.get('/business', { as: closet })
  expect(board.text(row)).toContain('Decline')
  expect(board.$$(accepting)).toEqual([])
  const toDeliver = `main form:has([name=rental][value="${accepted.id}"])`
  expect(board.text(toDeliver)).toContain('Mark delivered')
  const question = await site.get(list.$(row).getAttribute('href') ?? '', { as: closet })
  await site.submit(question, 'dialog[open] form[method=post]', {}, { as: closet })
  const { cancellation } = await readRow(site.db, 'rentals', 'cancellation', rental.id)
  expect(cancellation).toBe('by_owner')
  const open = ['/business', '/business/earnings', '/business/figures', '/business/holidays']
  for (const path of open)
    expect([path, (await site.get(path, { as: closet })).status]).toEqual([path, 200])
  for (const path of ['/business/items/new', '/business/imports'])
    expect(await redirectsToConsent(path, closet), path).toBe(true)
})

test('without consent to new terms a closet’s token cannot begin anything new', async () => {
  const closet = await make.closet()
  const { token } = await apiTokenOf(site.db, closet)
  const requested = await make.rental({ item: await make.item({ closet }) })
  const accepted = await make.rental({
    item: await make.item({ closet }),
    start: today,
    status: 'confirmed',
  })
  const read = async (path: string) => (await callApi(site.app, 'GET', path, { token })).body
  const post = (path: string, body?: object) => callApi(site.app, 'POST', path, { token, body })
  const item = { title: 'Red coat', size: 'M', style: 'Formal', event_type: 'Wedding' }
  const begun = [
    () => post(`/rentals/${requested.id}/accept`),
    () => post(`/rentals/${requested.id}/deliver`, {}),
    () => post('/listings', { ...item, credits_per_week: 14 }),
  ] as const
  for (const begin of begun) {
    const { status, body } = await begin()
    expect([status, body.reason]).toEqual([403, 'consent-due'])
    expect(body.detail).toContain('http://localhost:3000/consent')
  }
  expect((await read(`/rentals/${requested.id}`)).steps).toEqual([])
  expect((await read('/rentals')).data).toContainEqual(
    expect.objectContaining({ id: requested.id, steps: [] }),
  )
  // Rentals that have begun continue.
  const delivered = await post(`/rentals/${accepted.id}/deliver`, {})
  expect([delivered.status, delivered.body.steps]).toEqual([200, ['return']])
  const page = await site.get('/consent', { as: closet })
  await site.submit(page, 'main form', {}, { as: closet })
  expect((await read(`/rentals/${requested.id}`)).steps).toEqual(['accept', 'deliver'])
  expect((await begun[0]()).body.status).toBe('confirmed')
  expect((await begun[2]()).status).toBe(201)
})

test('without consent to new terms nothing new begins, and what was chosen is kept', async () => {
  const shopper = await make.readyShopper()
  const closet = await make.closet()
  const item = await make.item({ closet })
  const [start, end] = [addDays(today, 10), addDays(today, 16)]
  const request = await make.rental({ item: await make.item({ closet }), start })
  const dates = `start=${start}&end=${end}`
  const renting = await site.post(`/item/${item.id}`, { start, end }, { as: shopper })
  expect(renting.location).toBe(
    `/consent?return_to=${encodeURIComponent(`/item/${item.id}?${dates}`)}`,
  )
  const buying = await site.post('/credits', { product: 'one_time' }, { as: shopper })
  expect(buying.location).toBe('/consent?return_to=%2Fcredits')
  for (const path of ['/business/rentals', `/business/rentals/${request.id}`]) {
    const accept = { intent: 'accept', rental: request.id }
    const accepting = await site.post(path, accept, { as: closet })
    expect(accepting.location).toBe(`/consent?return_to=${encodeURIComponent(path)}`)
  }
  const rows = () => site.db.selectFrom('rentals').select(['status', 'renter_id']).execute()
  expect((await rows()).filter((row) => row.renter_id === shopper.id)).toEqual([])

  const consent = await site.get(renting.location ?? '', { as: shopper })
  expect(consent.text('main')).toContain('Late fees are gone.')
  const agreed = await site.submit(consent, 'main form', {}, { as: shopper })
  expect(agreed.location).toBe(`/item/${item.id}?${dates}`)
  const again = await site.post(`/item/${item.id}`, { start, end }, { as: shopper })
  expect(again.location).toContain('/rental-success')
})

test('without consent to new terms a gift code is not claimed, and is kept on the page', async () => {
  const shopper = await make.shopper()
  const code = 'ABCDEFGH'
  const claiming = await site.post('/credits', { intent: 'claim', code }, { as: shopper })
  expect(claiming.location).toBe(
    `/consent?return_to=${encodeURIComponent(`/credits?code=${code}`)}`,
  )
  const consent = await site.get(claiming.location ?? '', { as: shopper })
  const agreed = await site.submit(consent, 'main form', {}, { as: shopper })
  const page = await site.get(agreed.location ?? '', { as: shopper })
  expect(page.$('[name=code]').getAttribute('value')).toBe(code)
  const claim = 'main form:has([name=intent][value=claim])'
  const claimed = await site.submit(page, claim, {}, { as: shopper })
  expect([claimed.status, claimed.text('main')]).toEqual([
    400,
    expect.stringContaining('Failed to claim gift code'),
  ])
})

test('without consent to new terms running rentals are cancelled and talked about as before', async () => {
  const renter = await make.shopper()
  const item = await make.item()
  const rental = await make.rental({ item, renter, start: addDays(today, 9), status: 'confirmed' })
  const path = `/my-rentals/${rental.id}`
  const page = await site.get(path, { as: renter })
  expect(page.text('aside[aria-label="New terms"]')).toContain('Our terms have changed.')
  const question = await site.get(`${path}?cancel=yes`, { as: renter })
  const form = 'dialog[open] form[method=post]'
  expect((await site.submit(question, form, {}, { as: renter })).location).toBe('/my-rentals')
  const { status } = await readRow(site.db, 'rentals', 'status', rental.id)
  expect(status).toBe('cancelled')
})
