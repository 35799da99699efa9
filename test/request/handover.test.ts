import { expect, test } from 'vitest'
import type { ItemId } from '#db/ids.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testSite } from '#test/app.ts'
import type { Page } from '#test/browsing.ts'
import { updateRows } from '#test/postgres/rows.ts'

const site = await testSite()
const { make, db, clock } = site
const today = calendarDateIn('America/New_York', clock.now())
const dates = { start: addDays(today, 3), end: addDays(today, 9) }
const rentForm = 'form:has([name=request_key])'
const WHY = 'Wild Fig delivers within 10 miles of Austin, TX. New York is about 1,500 miles away.'

async function wildFig(more: Parameters<typeof make.closet>[0] = {}) {
  return await make.closet({
    ...{ full_name: 'Wild Fig', city: 'Austin', state: 'TX', zip: '78702' },
    driving_distance: '10 miles',
    ...more,
  })
}

/** A shopper in New York, with a deposit and credits. */
async function newYorker() {
  const shopper = await make.readyShopper({ credits: 60 })
  await updateRows(db, 'user_profiles', shopper.id, {
    zip: '10001',
    phone: '212 555 0101',
    delivery_address: '5 West 31st Street, New York, NY 10001',
  })
  return shopper
}

const waysOf = (page: Page) =>
  page.$$('[name=handover]').map((radio) => ({
    value: radio.getAttribute('value'),
    checked: radio.hasAttribute('checked'),
    words: radio.closest('label')?.textContent.trim(),
  }))

const handoverOf = async (itemId: ItemId) =>
  (await db.selectFrom('rentals').select('handover').where('item_id', '=', itemId).execute()).map(
    ({ handover }) => handover,
  )

test('a visitor whose ZIP code is known reads why, and sees the ways that remain', async () => {
  const item = await make.item({ closet: await wildFig({ ships: true, offers_pickup: true }) })
  const visitor = site.stranger()
  const unknown = await visitor.get(`/item/${item.id}`)
  expect(unknown.text()).not.toContain('Wild Fig delivers within')
  visitor.cookies.set('hemline_zip', '10001')
  const page = await visitor.get(`/item/${item.id}`)
  expect(page.text(rentForm)).toContain(WHY)
  expect(waysOf(page)).toEqual([
    { value: 'pickup', checked: false, words: 'Pick it up in Austin, TX' },
    { value: 'shipping', checked: false, words: 'Have it shipped' },
    { value: 'ask', checked: false, words: 'Ask the closet anyway' },
  ])
  expect(page.html).not.toContain('78702')
  // The choice survives signing in.
  const sent = await visitor.submit(page, rentForm, { ...dates, handover: 'pickup' })
  const back = new URL(
    new URL(sent.location ?? '', page.url).searchParams.get('return_to') ?? '',
    page.url,
  )
  expect(back.searchParams.get('handover')).toBe('pickup')
  const again = await visitor.get(back.pathname + back.search)
  expect(waysOf(again).find(({ checked }) => checked)?.value).toBe('pickup')
})

test('the deposit is not paid for what does not get there', async () => {
  const item = await make.item({ closet: await wildFig(), title: 'Gown' })
  const shopper = await make.shopper()
  const page = await site.get(`/item/${item.id}`, { as: shopper })
  expect(page.text(rentForm)).not.toContain(WHY)
  const address = {
    renter_phone: '212 555 0101',
    delivery_address: '5 West 31st Street, New York, NY 10001',
  }
  const pay = { ...dates, ...address, intent: 'deposit' }
  const refused = await site.submit(page, rentForm, pay, { as: shopper })
  expect(refused.status).toBe(400)
  expect(refused.text('fieldset')).toContain(WHY)
  expect(refused.text('fieldset')).toContain('Please choose how you get it.')
  expect(refused.$('[name=start]').getAttribute('value')).toBe(dates.start)
  const chosen = { ...pay, handover: 'ask' }
  const paying = await site.submit(refused, rentForm, chosen, { as: shopper })
  expect(paying.location).toContain('/sandbox/checkout/')
})

test('the deposit is paid for what gets to the address in the form, wherever the ZIP code is', async () => {
  const item = await make.item({ closet: await wildFig(), title: 'Gown' })
  const shopper = await make.shopper()
  const austin = { zip: '10001', delivery_address: '1 Congress Avenue, Austin, TX 78701' }
  await updateRows(db, 'user_profiles', shopper.id, austin)
  const page = await site.get(`/item/${item.id}`, { as: shopper })
  expect(waysOf(page)).toEqual([])
  const pay = { ...dates, delivery_address: austin.delivery_address, intent: 'deposit' }
  const paying = await site.submit(page, rentForm, pay, { as: shopper })
  expect(paying.location).toContain('/sandbox/checkout/')
})

test('a closet is said to deliver as far as it says itself', async () => {
  const shopper = await newYorker()
  const why = async (driving_distance: '30+ miles' | null) => {
    const item = await make.item({ closet: await wildFig({ driving_distance }) })
    return (await site.get(`/item/${item.id}`, { as: shopper })).text(rentForm)
  }
  expect(await why('30+ miles')).toContain(
    'Wild Fig delivers 30+ miles from Austin, TX. New York is',
  )
  expect(await why(null)).toContain('Wild Fig has not said how far it delivers. New York is')
})

test('asking anyway is part of the rental: its renter, its closet and admins see it', async () => {
  const closet = await wildFig()
  const item = await make.item({ closet, title: 'Emerald gown' })
  const shopper = await newYorker()
  const page = await site.get(`/item/${item.id}?start=${dates.start}&end=${dates.end}`, {
    as: shopper,
  })
  expect(page.text(rentForm)).toContain(WHY)
  const refused = await site.submit(page, rentForm, { intent: 'rent' }, { as: shopper })
  expect(refused.status).toBe(400)
  expect(refused.text('fieldset')).toContain('Please choose how you get it.')
  expect(await handoverOf(item.id)).toEqual([])
  const wrong = { intent: 'rent', handover: 'shipping' }
  const notOffered = await site.submit(refused, rentForm, wrong, { as: shopper })
  expect(notOffered.text('fieldset')).toContain('The closet does not offer this anymore.')
  const askAnyway = { intent: 'rent', handover: 'ask' }
  const rented = await site.submit(notOffered, rentForm, askAnyway, { as: shopper })
  const id = new URL(rented.location ?? '', page.url).searchParams.get('rental')
  expect(await handoverOf(item.id)).toEqual(['ask'])

  const seen = async (path: string, as: Shopper | null) =>
    (await site.get(path, { as })).text('main')
  const own = 'Outside the closet’s area: you asked anyway'
  expect(await seen('/my-rentals', shopper)).toContain(own)
  expect(await seen(`/my-rentals/${id}`, shopper)).toContain(own)
  const rows = await site.get('/business/rentals', { as: closet })
  expect(rows.text('main')).toContain('Outside your area: asked anyway')
  expect(rows.text('main')).toContain('Accept and arrange it')
  const panel = await site.get(`/business/rentals/${id}`, { as: closet })
  expect(panel.text('main')).toContain('Outside your area: asked anyway')
  expect(panel.text('main')).toContain(
    'By accepting, you agree to arrange with them how they get it.',
  )
  const admin = await site.get('/admin/rentals?filter=all', { as: await make.admin() })
  expect(admin.text('main')).toContain('Outside the closet’s area: asked anyway')

  await site.drainJobs()
  const mails = await db
    .selectFrom('mail_outbox')
    .select(['text_body as text'])
    .where('template', 'like', 'rental-%')
    .execute()
  const text = mails.map((mail) => mail.text).join('\n')
  expect(text).toContain('if you accept, you agree to arrange how it gets there')
  expect(text).toContain('You are outside the delivery area of Wild Fig, and asked anyway.')
})

test('within the area delivery is chosen already, and other ways can be', async () => {
  const closet = await wildFig({ city: 'New York', state: 'NY', zip: '10003', offers_pickup: true })
  const shopper = await newYorker()
  const item = await make.item({ closet, title: 'Silk slip' })
  const page = await site.get(`/item/${item.id}`, { as: shopper })
  expect(waysOf(page)).toEqual([
    { value: 'delivery', checked: true, words: 'Have it delivered' },
    { value: 'pickup', checked: false, words: 'Pick it up in New York, NY' },
  ])
  await site.submit(
    page,
    rentForm,
    { ...dates, intent: 'rent', handover: 'pickup' },
    { as: shopper },
  )
  expect(await handoverOf(item.id)).toEqual(['pickup'])
  const other = await make.item({ closet })
  await site.post(`/item/${other.id}`, { ...dates, intent: 'rent' }, { as: shopper })
  expect(await handoverOf(other.id)).toEqual(['delivery'])
})

test('without a known place nothing is asked and nothing refused', async () => {
  const item = await make.item({ closet: await wildFig() })
  const shopper = await make.readyShopper({ credits: 60 })
  const page = await site.get(`/item/${item.id}`, { as: shopper })
  expect(waysOf(page)).toEqual([])
  const rented = await site.submit(page, rentForm, { ...dates, intent: 'rent' }, { as: shopper })
  expect(rented.location).toContain('/rental-success')
  expect(await handoverOf(item.id)).toEqual([null])
})

test('who joins the waitlist reads it before', async () => {
  const item = await make.item({ closet: await wildFig() })
  await make.rental({ item })
  const page = await site.get(`/item/${item.id}`, { as: await newYorker() })
  expect(page.text('form[aria-labelledby=waitlist]')).toContain(WHY)
})

test('a ZIP code in the form says where an address without one is', async () => {
  const item = await make.item({ closet: await wildFig() })
  const shopper = await make.readyShopper({ credits: 60 })
  const page = await site.get(`/item/${item.id}`, { as: shopper })
  const rent = { ...dates, intent: 'rent', delivery_address: 'at my aunt’s' }
  const unknown = await site.submit(page, rentForm, { ...rent, zip: '00000' }, { as: shopper })
  expect(unknown.text(rentForm)).toContain('We do not know this ZIP code.')
  const far = await site.submit(unknown, rentForm, { ...rent, zip: '10001' }, { as: shopper })
  expect(far.status).toBe(400)
  expect(far.text('fieldset')).toContain(WHY)
  const again = await site.get(`/item/${item.id}`, { as: shopper })
  expect(again.has('[name=zip]')).toBe(false)
  expect(again.text('header')).toContain('10001')
  // The ZIP code of a closet is where it is, so it is not asked.
  const closet = await make.closet({ city: null, state: null })
  expect((await site.get(`/item/${item.id}`, { as: closet })).has('[name=zip]')).toBe(false)
})
