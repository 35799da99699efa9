import { expect, test } from 'vitest'
import type { PersonId } from '#db/ids.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testSite } from '#test/app.ts'
import { readRows } from '#test/postgres/rows.ts'

const site = await testSite()
const { make, db, clock } = site
const today = calendarDateIn('America/New_York', clock.now())

async function closetWith(count: number) {
  const closet = await make.closet()
  const items = []
  for (let n = 0; n < count; n++) items.push(await make.item({ closet, title: `Piece ${n}` }))
  return { closet, items }
}

const pausedOf = async (owner: PersonId) =>
  (
    await readRows(
      db,
      'clothing_items',
      ['title', 'paused', 'credits_per_day'],
      { business_id: owner },
      'title',
    )
  ).map(({ paused }) => paused)

test('only the selected items are paused, after a confirmation', async () => {
  const { closet, items } = await closetWith(3)
  const [first, second] = items
  const confirmation = await site.get(
    `/business?show=available&change=pause&item=${first?.id}&item=${second?.id}`,
    { as: closet },
  )
  expect(confirmation.text('dialog[open] h2')).toBe('Pause 2 items?')
  const done = await site.submit(confirmation, 'dialog[open] form[method=post]', {}, { as: closet })
  expect(done.location).toBe('/business?show=available')
  expect((await site.get('/business', { as: closet })).text()).toContain('Paused 2 items.')
  expect(await pausedOf(closet.id)).toEqual([true, true, false])
})

test('a new price is validated, shown for each item, confirmed, and can be undone', async () => {
  const { closet } = await closetWith(2)
  const as = { as: closet }
  const pricesOf = async () => {
    const prices = await readRows(
      db,
      'clothing_items',
      'credits_per_day',
      { business_id: closet.id },
      'title',
    )
    return prices.map(({ credits_per_day }) => credits_per_day)
  }
  const path = '/business?q=piece&change=price&which=all'
  const question = await site.get(path, as)
  expect(question.text('dialog[open] h2')).toBe('Change the price of 2 items?')
  const form = 'dialog[open] form[method=post]'
  const wrong = await site.submit(question, form, { price_by: 'raise-percent', price: '-5' }, as)
  expect(wrong.status).toBe(400)
  expect(wrong.text('dialog[open]')).toContain('Please enter a whole number from 1 to 1,000.')
  expect(wrong.$('dialog[open] [name=price]').getAttribute('value')).toBe('-5')
  expect(wrong.$('dialog[open] [name=price_by] [selected]').textContent).toBe('Raise by (%)')
  const shown = await site.submit(wrong, form, { price: '60' }, as)
  expect([shown.status, await pricesOf()]).toEqual([200, [2, 2]])
  expect(shown.$$('dialog[open] tbody tr').map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Piece 01428/),
    expect.stringMatching(/^Piece 11428/),
  ])
  const done = await site.submit(shown, form, {}, as)
  expect([done.location, await pricesOf()]).toEqual(['/business?q=piece', [4, 4]])
  const list = await site.get('/business', as)
  expect(list.text('[aria-label=Messages]')).toContain('Updated the price of 2 items.')
  const stale = await site.submit(shown, form, {}, as)
  expect(stale.text('dialog[open] [role=alert]')).toContain('changed in the meantime')
  await site.submit(list, '[aria-label=Messages] form', {}, as)
  expect(await pricesOf()).toEqual([2, 2])
  expect((await site.get('/business', as)).text('[aria-label=Messages]')).toContain(
    'Restored the price of 2 items.',
  )
})

test('the lending of selected items is changed, and invalid days keep the input', async () => {
  const { closet, items } = await closetWith(3)
  const [first, second] = items
  const path = `/business?change=lending&item=${first?.id}&item=${second?.id}`
  const question = await site.get(path, { as: closet })
  expect(question.text('dialog[open] h2')).toBe('Change the lending of 2 items?')
  const form = 'dialog[open] form[method=post]'
  const ahead = { advance_booking: 'yes', turnaround_days: '15' }
  const wrong = await site.submit(question, form, ahead, { as: closet })
  expect(wrong.status).toBe(400)
  expect(wrong.text('dialog[open]')).toContain('Please enter a whole number from 0 to 14.')
  expect(wrong.$('dialog[open] [name=turnaround_days]').getAttribute('value')).toBe('15')
  expect(wrong.$('dialog[open] [name=advance_booking] [selected]').textContent).toBe(
    'Can be booked ahead',
  )
  await site.submit(wrong, form, { turnaround_days: '2' }, { as: closet })
  const page = await site.get('/business', { as: closet })
  expect(page.text()).toContain('Updated the lending of 2 items.')
  const lent = page
    .$$('main li:has(h3)')
    .map((row) => /Can be booked ahead.*/.test(row.textContent))
  expect(lent.filter(Boolean)).toHaveLength(2)
  const rows = await readRows(
    db,
    'clothing_items',
    ['advance_booking', 'turnaround_days'],
    { business_id: closet.id },
    'title',
  )
  const chosen = { advance_booking: true, turnaround_days: 2 }
  expect(rows).toEqual([chosen, chosen, { advance_booking: false, turnaround_days: 0 }])
  // The question is prefilled with the values that the selected items share.
  const again = await site.get(path, { as: closet })
  expect(again.$('dialog[open] [name=turnaround_days]').getAttribute('value')).toBe('2')
  const mixed = await site.get('/business?change=lending&which=all', { as: closet })
  expect(mixed.$('dialog[open] [name=turnaround_days]').getAttribute('value')).toBe('0')
})

test('selecting no item, or another closet’s, is reported', async () => {
  const { closet } = await closetWith(1)
  const foreign = await make.item()
  for (const path of ['/business?change=pause', `/business?change=pause&item=${foreign.id}`]) {
    const page = await site.get(path, { as: closet })
    expect(page.has('dialog[open]')).toBe(false)
    expect(page.text('main')).toContain('Please select at least one item first.')
  }
})

test('the second page has its own items, and a link back', async () => {
  const { closet } = await closetWith(26)
  const second = await site.get('/business?page=2&sort=title', { as: closet })
  expect(second.$$('main li h3')).toHaveLength(2)
  expect(second.text('#your-items')).toContain('page 2')
  expect(second.has('#today')).toBe(false)
  expect(second.$('a[rel=prev]').getAttribute('href')).toBe('/business?sort=title')
})

test('one form closes the closet for a holiday and lists the rentals on its days; removing it opens the closet again', async () => {
  const { closet, items } = await closetWith(2)
  const [rented, free] = items
  if (!rented || !free) throw new Error('two were made')
  await make.rental({ item: rented, start: addDays(today, 9), status: 'confirmed' })
  const [start, end] = [addDays(today, 10), addDays(today, 20)]
  const page = await site.get('/business/holidays', { as: closet })
  const wrong = await site.submit(
    page,
    'main form:has([name=start])',
    { start: end, end: start },
    { as: closet },
  )
  expect([wrong.status, wrong.text('main')]).toEqual([
    400,
    expect.stringContaining('Please select valid dates.'),
  ])
  const add = 'main form:has([name=start])'
  const question = await site.submit(wrong, add, { start, end }, { as: closet })
  expect(question.text('dialog[open] h2')).toBe('1 rental falls into this time off. Add it anyway?')
  expect(question.text('dialog[open] li')).toContain('Piece 0')
  expect((await site.get('/business/holidays', { as: closet })).text('main')).toContain(
    'No time off planned.',
  )
  const confirm = 'dialog[open] form[method=post]'
  await site.submit(question, confirm, {}, { as: closet })
  const planned = await site.get('/business/holidays', { as: closet })
  expect(planned.text('ul[aria-label="Time off"]')).toContain(
    '1 rental already covers some of these days. It stays in place:Piece 0',
  )
  const shopper = await make.readyShopper()
  const rent = () =>
    site.post(
      `/item/${free.id}`,
      {
        intent: 'rent',
        start: addDays(today, 4),
        end: start,
        request_key: newId(),
      },
      { as: shopper },
    )
  expect((await rent()).text('dialog[open] h2')).toBe(
    'Selected dates are not available. Please choose different dates.',
  )
  await site.submit(planned, 'ul[aria-label="Time off"] form', {}, { as: closet })
  expect((await site.get('/business/holidays', { as: closet })).text('main')).toContain(
    'No time off planned.',
  )
  expect((await rent()).status).toBe(302)
})

test('time off is confirmed again if its rentals have changed, and its note is shown to shoppers', async () => {
  const { closet, items } = await closetWith(2)
  const [first, second] = items
  if (!first || !second) throw new Error('two were made')
  await make.rental({ item: first, start: addDays(today, 9), status: 'confirmed' })
  const [start, end] = [addDays(today, 10), addDays(today, 20)]
  const note = 'At the lake <3, back soon.'
  const page = await site.get('/business/holidays', { as: closet })
  const add = 'main form:has([name=start]:not([type=hidden]))'
  const long = await site.submit(page, add, { start, end, note: 'x'.repeat(201) }, { as: closet })
  expect([long.status, long.text('main')]).toEqual([
    400,
    expect.stringContaining('Please keep it to 200 characters.'),
  ])
  expect(long.$(`${add} [name=note]`).getAttribute('value')).toHaveLength(201)
  expect(long.$(`${add} [name=start]`).getAttribute('value')).toBe(start)
  const question = await site.submit(long, add, { note }, { as: closet })
  expect(question.$(`${add} [name=note]`).getAttribute('value')).toBe(note)
  await make.rental({ item: second, start: addDays(today, 15) })
  const confirm = 'dialog[open] form[method=post]'
  const again = await site.submit(question, confirm, {}, { as: closet })
  expect(again.text('dialog[open]')).toContain('2 rentals fall into this time off. Add it anyway?')
  expect(again.text('dialog[open]')).toContain('have changed in the meantime')
  expect((await site.submit(again, confirm, {}, { as: closet })).location).toBe(
    '/business/holidays',
  )
  const planned = await site.get('/business/holidays', { as: closet })
  expect(planned.text('ul[aria-label="Time off"]')).toContain(`“${note}”`)
  for (const path of [`/item/${second.id}`, `/closets/${closet.id}`]) {
    const shown = (await site.get(path)).text('main dl')
    expect(shown).toContain(`Time offAway `)
    expect(shown).toContain(`“${note}”`)
  }
})
