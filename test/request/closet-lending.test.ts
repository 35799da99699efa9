import { expect, test } from 'vitest'
import type { PersonId } from '#db/ids.ts'
import type { Person } from '#domain/shared/actors.ts'
import { addDays, calendarDateIn, showDate } from '#domain/shared/time/calendar-date.ts'
import { testSite } from '#test/app.ts'
import { itemForm } from '#test/make/item-form.ts'
import { readRow } from '#test/postgres/rows.ts'

const site = await testSite()
const { make, db, clock } = site
const today = calendarDateIn('America/New_York', clock.now())
const form = 'main form[enctype="multipart/form-data"]'

async function withPhoto(lister: Person, row = {}) {
  const { id: image_id } = await make.image()
  const words = { style: 'Formal', event_type: 'Wedding' }
  return await make.item({ closet: lister, image_id, ...words, ...row })
}

const lendingsOf = (lister: PersonId) =>
  db
    .selectFrom('clothing_items')
    .select(['advance_booking', 'turnaround_days', 'available'])
    .where('business_id', '=', lister)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

const listers = [
  { who: () => make.closet(), path: '/business/items/new', begins: 'Can be booked ahead' },
  { who: () => make.admin(), path: '/admin/listings/new', begins: 'One rental at a time' },
]

test.for(
  listers,
)('$path lists an item that can be booked ahead, and the next one begins like it', async ({
  who,
  path,
  begins,
}) => {
  const lister = await who()
  const first = await site.get(path, { as: lister })
  const chosen = (page: typeof first) => [
    page.$(`${form} [name=advance_booking] [selected]`).textContent,
    page.$(`${form} [name=turnaround_days]`).getAttribute('value'),
  ]
  expect(chosen(first)).toEqual([begins, '0'])
  const ahead = { advance_booking: 'yes', turnaround_days: '2' }
  const added = await site.submit(first, form, { ...itemForm(), ...ahead }, { as: lister })
  expect(added.status).toBe(302)
  expect(await lendingsOf(lister.id)).toEqual([
    { advance_booking: true, turnaround_days: 2, available: true },
  ])
  expect(chosen(await site.get(path, { as: lister }))).toEqual(['Can be booked ahead', '2'])
})

test.for([
  '',
  '-1',
  '15',
  '1.5',
  'two',
  '1e1',
])('"%s" days between rentals are refused, and the input stays', async (days) => {
  const closet = await make.closet()
  const page = await site.get('/business/items/new', { as: closet })
  const fields = { ...itemForm(), advance_booking: 'yes', turnaround_days: days }
  const answer = await site.submit(page, form, fields, { as: closet })
  expect([answer.status, answer.text('main')]).toEqual([
    400,
    expect.stringContaining('Please enter a whole number from 0 to 14.'),
  ])
  expect(answer.$('[name=turnaround_days]').getAttribute('value')).toBe(days)
  expect(answer.$('[name=advance_booking] [selected]').textContent).toBe('Can be booked ahead')
  expect(await lendingsOf(closet.id)).toEqual([])
})

test('advance booking takes effect at once when on, and after its rentals when off', async () => {
  const closet = await make.closet()
  const item = await withPhoto(closet)
  await make.rental({ item, start: addDays(today, 20) })
  const path = `/business/items/${item.id}`
  const save = async (advance_booking: 'yes' | 'no') => {
    const page = await site.get(path, { as: closet })
    return await site.submit(page, form, { advance_booking }, { as: closet })
  }
  expect((await save('yes')).status).toBe(302)
  expect(await lendingsOf(closet.id)).toMatchObject([{ advance_booking: true, available: true }])
  expect((await save('no')).status).toBe(302)
  expect(await lendingsOf(closet.id)).toMatchObject([{ advance_booking: false, available: false }])
})

test('the second of two admins changing a listing’s lending sees the other’s choice', async () => {
  const [ada, ben] = [await make.admin({ full_name: 'Ada Admin' }), await make.admin()]
  const item = await withPhoto(ada)
  const path = `/admin/listings/${item.id}`
  const opened = await site.get(path, { as: ben })
  const ahead = { advance_booking: 'yes', turnaround_days: '3' }
  await site.submit(await site.get(path, { as: ada }), form, ahead, { as: ada })
  const refused = await site.submit(opened, form, { turnaround_days: '5' }, { as: ben })
  expect(refused.status).toBe(409)
  expect(refused.text('[aria-label="Changed by someone else"]')).toMatch(
    /Lending.*Theirs: Can be booked ahead.*Yours: One rental at a time.*Days between rentals.*Theirs: 3.*Yours: 5/,
  )
  const over = refused.$('button[name=over]').getAttribute('value') ?? ''
  await site.submit(refused, form, { over }, { as: ben })
  expect(await lendingsOf(ada.id)).toMatchObject([{ advance_booking: false, turnaround_days: 5 }])
})

const pages = [
  { who: () => make.closet(), path: '/business/items', rentals: '/business/rentals' },
  { who: () => make.admin(), path: '/admin/listings', rentals: '/admin/rentals' },
]

test.for(pages)('$path shows all upcoming rentals, and each rental shows the next one', async ({
  who,
  path,
  rentals,
}) => {
  const lister = await who()
  const item = await withPhoto(lister, { advance_booking: true })
  const renter = async (full_name: string) => await make.shopper({ full_name })
  const [later, sooner] = [addDays(today, 30), addDays(today, 3)]
  const next = await make.rental({ item, start: later, days: 1, renter: await renter('Mia Moss') })
  const first = await make.rental({ item, start: sooner, renter: await renter('Noor Haddad') })
  await make.rental({ item, start: addDays(today, 60), status: 'cancelled' })
  const page = await site.get(`${path}/${item.id}`, { as: lister })
  const rows = page.$$('section[aria-labelledby=coming-up] li')
  expect(rows.map((row) => row.textContent)).toEqual([
    `${showDate(sooner)} to ${showDate(addDays(sooner, 6))}NoorNew request`,
    `${showDate(later)}MiaNew request`,
  ])
  const rental = await site.get(`${rentals}/${first.id}`, { as: lister })
  expect(rental.$(`main a[href="${rentals}/${next.id}"]`).textContent).toBe(
    `Mia, ${showDate(later)}`,
  )
  expect((await site.get(`${rentals}/${next.id}`, { as: lister })).text('main')).not.toContain(
    'Next rental',
  )
})

test('an item with upcoming rentals can be paused but not deleted', async () => {
  const closet = await make.closet()
  const item = await withPhoto(closet, { advance_booking: true })
  for (const days of [10, 40]) await make.rental({ item, start: addDays(today, days) })
  await site.post('/business', { intent: 'delete', item: item.id }, { as: closet })
  await site.post('/business', { intent: 'pause', item: item.id }, { as: closet })
  const row = await readRow(db, 'clothing_items', ['deleted_at', 'paused', 'available'], item.id)
  expect(row).toEqual({ deleted_at: null, paused: true, available: true })
})
