import { expect, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testSite } from '#test/app.ts'

const site = await testSite()
const { make } = site

test('the footer links to prices, help, terms, privacy and contact', async () => {
  const home = await site.get('/')
  const links = home.$$('footer nav a').map((link) => link.getAttribute('href') ?? '')
  expect(links).toEqual(
    expect.arrayContaining(['/how-it-works', '/help', '/terms', '/privacy', '/help#contact']),
  )
  for (const path of links) {
    const [address = '', id] = path.split('#')
    const page = await site.get(address)
    expect([path, page.status]).toEqual([path, 200])
    if (id) expect([path, page.has(`[id="${id}"]`)]).toEqual([path, true])
  }
})

test('help states what we do for accessibility and about Global Privacy Control', async () => {
  const help = await site.get('/help')
  expect(help.text('section[aria-labelledby=accessibility]')).toContain('WCAG')
  expect(help.text('section[aria-labelledby=privacy-choices]')).toContain(
    'do not sell your personal data',
  )
  const signal = await site.get('/.well-known/gpc.json')
  expect([signal.status, JSON.parse(signal.html)]).toEqual([
    200,
    { gpc: true, lastUpdate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
  ])
})

test('help explains how items are delivered and how to appeal a withheld deposit', async () => {
  const help = (await site.get('/help')).text('main')
  expect(help).toContain('A closet may also ship the item by mail or courier')
  expect(help).not.toContain('not shipped')
  expect(help).toContain('If you disagree, you can appeal on your rental page within seven days.')
})

test('pages and emails show the support address that an admin has set, and none without one', async () => {
  const admin = await make.admin()
  const shopper = await make.person({ business_status: 'blocked' })
  const address = 'help@shop.example'
  const set = (support_email: string) =>
    site.post('/admin/site-layout', { support_email }, { as: admin })
  const seen = async () => {
    const places: string[] = []
    for (const path of ['/help', '/terms', '/privacy', '/business-apply', '/feedback']) {
      const page = await site.get(path, { as: shopper })
      for (const place of ['main', 'footer'])
        if (page.has(`${place} a[href="mailto:${address}"]`)) places.push(`${path} ${place}`)
    }
    const email = `${newId()}@hemline.test`
    const account = { full_name: 'Ada Byron', email, password: 'a-quiet-river-42' }
    await site.stranger().post('/auth?mode=sign-up', account)
    const mail = await site.db
      .selectFrom('mail_outbox')
      .selectAll()
      .where('to_address', '=', email)
      .executeTakeFirstOrThrow()
    if (mail.text_body.endsWith(`\nQuestions? Write to ${address}\n`)) places.push('text')
    if (mail.html_body.includes(`href="mailto:${address}"`)) places.push('html')
    return places
  }
  expect((await set('help@shop')).text('main')).toContain('Please enter a valid email address.')
  expect(await seen()).toEqual([])
  await set(address)
  expect(await seen()).toEqual([
    ...['/help main', '/help footer', '/terms main', '/terms footer'],
    ...['/privacy main', '/privacy footer', '/business-apply main', '/business-apply footer'],
    '/feedback footer',
    ...['text', 'html'],
  ])
  expect((await site.get('/admin', { as: admin })).has(`footer a[href="mailto:${address}"]`)).toBe(
    true,
  )
  await set('')
  expect(await seen()).toEqual([])
})

test('a visitor sees the price of a rental in dollars before signing up', async () => {
  const closet = await make.closet({ city: 'New York', state: 'NY', driving_distance: '15 miles' })
  const item = await make.item({ closet, creditsPerDay: 4, style: 'Vintage' })
  const page = await site.get(`/item/${item.id}`)
  expect(page.text('main')).toContain('28 credits per week')
  expect(page.text('main')).toContain('about $19 to $28 a week')
  expect(page.text('main')).toContain('Delivers within 15 miles of New York')
  expect(page.text('main')).toContain(
    'Rentals can start today. Ask the closet about same-day delivery.',
  )
  const card = (await site.get('/styles?more=Vintage:15')).text('article')
  expect(card).toContain('about $19–$28 · New York, NY')
  const prices = (await site.get('/how-it-works')).text('table')
  for (const price of ['$20 a month', '$200 a year', '$0.67', '$0.56', '$1.00', '$0.50'])
    expect(prices).toContain(price)
})

test('the sign-up form links the terms and the privacy policy', async () => {
  const page = await site.get('/auth?mode=sign-up')
  expect(page.$$('main a, form a').map((link) => link.getAttribute('href'))).toEqual(
    expect.arrayContaining(['/terms', '/privacy']),
  )
})

test('only admins are told to have the legal texts reviewed', async () => {
  const note = 'have a lawyer review it'
  expect((await site.get('/terms')).text('main')).not.toContain(note)
  const seen = await site.get('/terms', { as: await make.admin() })
  expect(seen.text('main')).toContain(note)
})

test('the profile stores a delivery address; a form without one does not change it', async () => {
  const shopper = await make.shopper()
  const fields = { full_name: 'Ada', phone: '', city: '', state: '', instagram_handle: '' }
  const delivery = { delivery_address: '9 Oak Road', delivery_notes: 'Ring twice' }
  await site.post('/profile', { ...fields, ...delivery }, { as: shopper })
  await site.post('/profile', fields, { as: shopper })
  const page = await site.get('/profile', { as: shopper })
  expect(page.$('[name=delivery_address]').textContent).toBe('9 Oak Road')
  expect(page.$('[name=delivery_notes]').textContent).toBe('Ring twice')
})

const today = calendarDateIn('America/New_York', site.clock.now())
const dates = { start: addDays(today, 3), end: addDays(today, 9) }
const posted = () => ({ intent: 'rent', ...dates, request_key: newId() })

test('the rent form asks where to deliver, and the next one is prefilled', async () => {
  const shopper = await make.readyShopper()
  const item = await make.item({ creditsPerDay: 1 })
  const page = await site.get(`/item/${item.id}`, { as: shopper })
  expect(page.text('main')).toContain('Add your address and phone so the closet can deliver.')
  const delivery = { renter_phone: '212 555 0144', delivery_address: '5 Elm Street' }
  const rented = await site.post(
    `/item/${item.id}`,
    { ...posted(), ...delivery, delivery_notes: '' },
    { as: shopper },
  )
  expect(rented.location).toMatch(/^\/rental-success/)
  const next = await site.get(`/item/${(await make.item()).id}`, { as: shopper })
  expect(next.$('[name=renter_phone]').getAttribute('value')).toBe('212 555 0144')
  expect(next.$('[name=delivery_address]').textContent).toBe('5 Elm Street')
})

test('an invalid phone number is reported at its field, and the input stays', async () => {
  const shopper = await make.readyShopper()
  const item = await make.item()
  const form = { ...posted(), renter_phone: 'not a phone', delivery_address: '5 Elm Street' }
  const refused = await site.post(`/item/${item.id}`, form, { as: shopper })
  expect(refused.status).toBe(400)
  expect(refused.text('main')).toContain(
    'Please enter a valid phone number, such as (212) 555-0100',
  )
  expect(refused.$('[name=renter_phone]').getAttribute('value')).toBe('not a phone')
  expect(refused.$('[name=delivery_address]').textContent).toBe('5 Elm Street')
  expect(refused.$('[name=start]').getAttribute('value')).toBe(dates.start)
})

test('without a deposit there is one button, which pays it first', async () => {
  const item = await make.item()
  const page = await site.get(`/item/${item.id}`, { as: await make.shopper() })
  expect(page.text('main')).toContain('A $50 refundable deposit is required to rent items.')
  const buttons = page.$$('[form=rent], #rent button:not([hidden])').map((one) => one.textContent)
  expect(buttons).toContain('Pay $50 deposit')
  expect(buttons).not.toContain('Rent Now')
})

test('the page of a rented item links its renter to the rental', async () => {
  const shopper = await make.readyShopper()
  const item = await make.item({ creditsPerDay: 1 })
  await site.post(`/item/${item.id}`, posted(), { as: shopper })
  const mine = await site.get(`/item/${item.id}`, { as: shopper })
  expect(mine.text('main')).toContain('You have requested this item for')
  expect(mine.text('main')).not.toContain('Currently Rented')
  expect(mine.has('main a[href^="/my-rentals/"]')).toBe(true)
  const other = await site.get(`/item/${item.id}`, { as: await make.shopper() })
  expect(other.text('main')).toContain('Currently Rented')
  expect(other.has('main a[href^="/my-rentals/"]')).toBe(false)
})

test('an item links to its closet and its groups, and to searches for its brand and city, with the dates', async () => {
  const closet = await make.closet({ full_name: 'The Blue Room', city: 'Austin', state: 'TX' })
  const brand = await make.brand({ name: 'Maison Test' })
  const item = await make.item({ closet, brand_id: brand.id, style: 'Formal' })
  await make.item({ closet, title: 'Another of the closet' })
  const page = await site.get(`/item/${item.id}?start=${dates.start}&end=${dates.end}`)
  const query = `?start=${dates.start}&end=${dates.end}`
  const links = page.$$('main a').map((link) => link.getAttribute('href'))
  expect(links).toEqual(
    expect.arrayContaining([
      `/styles${query}#group-2`,
      `/occasions${query}#group-1`,
      `/search?brand=${brand.id}&${query.slice(1)}`,
      `/search?city=Austin%2C+TX&${query.slice(1)}`,
      `/closets/${closet.id}${query}`,
    ]),
  )
  const room = await site.get(`/closets/${closet.id}${query}`)
  expect(room.text('h1')).toBe('The Blue Room')
  expect(room.html).not.toContain(closet.email)
  expect(room.$('article a').getAttribute('href')).toMatch(new RegExp(`\\${query}$`))
  expect((await site.get(`/brands/${brand.id}`)).text('main')).toContain(item.title)
})

test('only closets with listed items have a page', async () => {
  const nobody = [await make.shopper(), await make.admin(), { id: newId() }]
  for (const { id } of nobody) expect((await site.get(`/closets/${id}`)).status).toBe(404)
  const hidden = await make.brand({ is_active: false })
  expect((await site.get(`/brands/${hidden.id}`)).status).toBe(404)
})

test('admins see only the count of likes', async () => {
  const item = await make.item()
  const seen = await site.get(`/item/${item.id}`, { as: await make.admin() })
  expect(seen.has('main a[href^="/likes"], main form[action="/likes"]')).toBe(false)
})

test('a visitor who opens My Closet is redirected and asked to sign in', async () => {
  const stranger = site.stranger()
  const sent = await stranger.get('/business')
  expect(sent.location).toBe('/')
  const home = await stranger.follow(sent)
  expect(home.text()).toContain('Please sign in to open this page.')
  expect(home.has('a[href="/auth?return_to=%2Fbusiness"]')).toBe(true)
})
