import { expect, test } from 'vitest'
import type { ItemId } from '#db/ids.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn, showDate } from '#domain/shared/time/calendar-date.ts'
import { testSite } from '#test/app.ts'

const site = await testSite()
const { make, db, clock } = site
const today = calendarDateIn('America/New_York', clock.now())

const itemRow = (id: ItemId) =>
  db.selectFrom('clothing_items').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('deleting asks first, retires the item, and is refused while it has a live rental', async () => {
  const closet = await make.closet()
  const { id } = await make.item({ closet })
  const rented = await make.item({ closet })
  await make.rental({ item: rented })
  const list = await site.get('/business', { as: closet })
  const question = await site.get(list.$(`a[href*="delete=${id}"]`).getAttribute('href') ?? '', {
    as: closet,
  })
  expect(question.text('dialog[open] h2')).toBe('Are you sure you want to delete this item?')
  await site.submit(question, 'dialog[open] form[method=post]', {}, { as: closet })
  expect((await itemRow(id)).deleted_at).not.toBeNull()
  expect((await site.get(`/item/${id}`)).status).toBe(404)
  await site.post('/business', { intent: 'delete', item: rented.id }, { as: closet })
  expect((await itemRow(rented.id)).deleted_at).toBeNull()
  expect((await site.get('/business', { as: closet })).text()).toContain(
    'This item is rented. It can be deleted once the rental is over.',
  )
})

test('a paused item is hidden from the lists until it is resumed', async () => {
  const closet = await make.closet()
  const { id } = await make.item({ closet })
  await site.post('/business', { intent: 'pause', item: id }, { as: closet })
  expect((await itemRow(id)).is_public).toBe(false)
  expect((await site.get(`/item/${id}`)).text('main')).toContain('Not available at the moment.')
  expect((await site.get('/business', { as: closet })).text('main li:has(h3)')).toContain('Paused')
  await site.post('/business', { intent: 'resume', item: id }, { as: closet })
  expect((await itemRow(id)).is_public).toBe(true)
})

test('the holidays of the closet are named on the page of an item, where they cannot be unblocked', async () => {
  const closet = await make.closet()
  const item = await make.item({ closet })
  const shown = async () =>
    (await site.get(`/business/items/${item.id}`, { as: closet })).text('[aria-labelledby=blocked]')
  expect(await shown()).not.toContain('Closet closed')
  const [first, last, single] = [addDays(today, 40), addDays(today, 44), addDays(today, 68)]
  await make.holiday(closet, first, last)
  await make.holiday(closet, single, single)
  const text = await shown()
  const days = `${showDate(first)} to ${showDate(last)}, ${showDate(single)}`
  expect(text).toContain(`Closet closed: ${days}`)
  expect(text).toContain('No blocked dates.')
})

test('blocked dates cannot be rented until they are unblocked', async () => {
  const closet = await make.closet()
  const item = await make.item({ closet, creditsPerDay: 1 })
  const [start, end] = [addDays(today, 10), addDays(today, 12)]
  const path = `/business/items/${item.id}`
  await site.post(path, { intent: 'block', start, end }, { as: closet })
  expect(
    (await site.get(path, { as: closet })).$$('ul[aria-label="Blocked dates"] li'),
  ).toHaveLength(1)
  const shopper = await make.readyShopper()
  const rent = (from: string, to: string) =>
    site.post(
      `/item/${item.id}`,
      { intent: 'rent', start: from, end: to, request_key: newId() },
      { as: shopper },
    )
  expect((await rent(addDays(today, 6), start)).text('dialog[open] h2')).toBe(
    'Selected dates are not available. Please choose different dates.',
  )
  await site.post(path, { intent: 'free', start, end }, { as: closet })
  expect((await rent(addDays(today, 6), start)).status).toBe(302)
  const rented = await site.post(path, { intent: 'block', start, end }, { as: closet })
  expect([rented.status, rented.text('main')]).toEqual([
    400,
    expect.stringContaining('The item is rented on some of these dates.'),
  ])
})

const refusedDates: readonly (readonly [from: string, to: string, sentence: string])[] = [
  [addDays(today, -1), today, 'Past dates cannot be blocked.'],
  [addDays(today, 5), addDays(today, 4), 'Please select valid dates.'],
  ['', '', 'Please select valid dates.'],
  ['2027-02-29', '2027-03-01', 'Please select valid dates.'],
  [today, addDays(today, 450), 'Dates can be blocked up to 449 days ahead.'],
]

test.for(refusedDates)('blocking %s to %s is refused: %s', async ([start, end, sentence]) => {
  const closet = await make.closet()
  const { id } = await make.item({ closet })
  const answer = await site.post(
    `/business/items/${id}`,
    { intent: 'block', start, end },
    { as: closet },
  )
  expect([answer.status, answer.text('main')]).toEqual([400, expect.stringContaining(sentence)])
})
