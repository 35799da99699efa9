import { expect, test } from 'vitest'
import type { ItemId } from '#db/ids.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testSite } from '#test/app.ts'
import { readRows } from '#test/postgres/rows.ts'

const site = await testSite()
const { make, db, clock } = site
const today = calendarDateIn('America/New_York', clock.now())
const FORM = 'dialog[open] form[method=post]'

async function closetWith(...titles: readonly string[]) {
  const closet = await make.closet()
  const items = []
  for (const title of titles) items.push(await make.item({ closet, title }))
  return { closet, items, ids: items.map(({ id }) => id) }
}

const asking = (change: string, ids: readonly string[]) =>
  `/business?change=${change}${ids.map((id) => `&item=${id}`).join('')}`

const checkedIn = (page: Awaited<ReturnType<typeof site.get>>) =>
  page
    .$$('input[name=item]')
    .filter((box) => box.hasAttribute('checked'))
    .map((box) => box.getAttribute('value'))

async function actionsOn(ids: readonly ItemId[]) {
  const lines = await db
    .selectFrom('audit_log')
    .select(['action', 'noun_id'])
    .where('noun', '=', 'item')
    .where('noun_id', 'in', ids)
    .orderBy('id')
    .execute()
  return ids.map((id) => lines.flatMap((line) => (line.noun_id === id ? line.action : [])))
}

async function deletedOf(ids: readonly ItemId[]) {
  const rows = await db
    .selectFrom('clothing_items')
    .select(['id', 'deleted_at'])
    .where('id', 'in', ids)
    .execute()
  return ids.map((id) => rows.find((row) => row.id === id)?.deleted_at != null)
}

const blockedOf = async (id: ItemId) =>
  (await readRows(db, 'rental_availability', 'blocked_date', { item_id: id }, 'blocked_date')).map(
    ({ blocked_date }) => blocked_date,
  )

test('deleting names the items first; rented ones are kept and named', async () => {
  const { closet, items, ids } = await closetWith('Blue gown', 'Red <b>gown</b>', 'Silk cape')
  const [, rented] = items
  if (!rented) throw new Error('three were made')
  await make.rental({ item: rented, start: addDays(today, 3), status: 'pending' })
  const question = await site.get(asking('delete', ids), { as: closet })
  expect(question.text('dialog[open] h2')).toBe('Are you sure you want to delete 3 items?')
  expect(question.$$('dialog[open] li').map((line) => line.textContent)).toEqual([
    'Blue gown',
    'Red <b>gown</b>',
    'Silk cape',
  ])
  expect(checkedIn(question).sort()).toEqual([...ids].sort())
  const answer = await site.submit(question, FORM, {}, { as: closet })
  expect(answer.status).toBe(200)
  expect(answer.has('dialog[open]')).toBe(false)
  expect(answer.text('main [role=alert]')).toBe(
    '1 of 3 items was not deleted:Red <b>gown</b>: This item is rented. It can be deleted once the rental is over.2 items were deleted.',
  )
  expect(await deletedOf(ids)).toEqual([true, false, true])
  expect(checkedIn(answer)).toEqual([rented.id])
  expect(await actionsOn(ids)).toEqual([['retire'], [], ['retire']])
})

test('repeating a deletion deletes and logs nothing more', async () => {
  const { closet, ids } = await closetWith('Blue gown', 'Silk cape')
  const question = await site.get(asking('delete', ids), { as: closet })
  for (const sentence of ['Deleted 2 items.', 'No changes were needed.']) {
    const done = await site.submit(question, FORM, {}, { as: closet })
    expect(done.location).toBe('/business')
    expect((await site.get('/business', { as: closet })).text()).toContain(sentence)
  }
  expect(await actionsOn(ids)).toEqual([['retire'], ['retire']])
})

test('dates are blocked for free items; invalid days keep input and selection', async () => {
  const { closet, items, ids } = await closetWith('Blue gown', 'Red gown', 'Silk cape')
  const [, rented] = items
  if (!rented) throw new Error('three were made')
  await make.rental({ item: rented, start: addDays(today, 9), days: 7, status: 'confirmed' })
  const [start, end] = [addDays(today, 10), addDays(today, 11)]
  const question = await site.get(asking('block', ids), { as: closet })
  expect(question.text('dialog[open] h2')).toBe('Block dates for 3 items?')
  const refusals = [
    [addDays(today, -1), today, 'Past dates cannot be blocked.'],
    [end, start, 'Please select valid dates.'],
    ['', '', 'Please select valid dates.'],
    [today, addDays(today, 450), 'Dates can be blocked up to 449 days ahead.'],
  ] as const
  for (const [from, to, sentence] of refusals) {
    const wrong = await site.submit(question, FORM, { start: from, end: to }, { as: closet })
    expect([wrong.status, wrong.text('dialog[open]')]).toEqual([
      400,
      expect.stringContaining(sentence),
    ])
    expect(wrong.$('dialog[open] [name=start]').getAttribute('value')).toBe(from)
    expect(checkedIn(wrong).sort()).toEqual([...ids].sort())
  }
  const answer = await site.submit(question, FORM, { start, end }, { as: closet })
  expect(answer.text('main [role=alert]')).toBe(
    '1 of 3 items was not changed:Red gown: The item is rented on some of these dates.The dates of 2 items are blocked.',
  )
  expect(await Promise.all(ids.map(blockedOf))).toEqual([[start, end], [], [start, end]])
  expect(await actionsOn(ids)).toEqual([['block dates'], [], ['block dates']])
})

test('items of another closet are not found by any action', async () => {
  const { closet, ids } = await closetWith('Blue gown')
  const foreign = await make.item({ title: 'Foreign gown' })
  const both = [...ids, foreign.id].join()
  const question = await site.get(asking('delete', [...ids, foreign.id]), { as: closet })
  expect(question.text('dialog[open] h2')).toBe('Are you sure you want to delete 1 item?')
  expect(question.text()).not.toContain('Foreign gown')
  const before = await site.db
    .selectFrom('clothing_items')
    .selectAll()
    .where('id', '=', foreign.id)
    .executeTakeFirstOrThrow()
  const start = addDays(today, 5)
  const posts: readonly Readonly<Record<string, string>>[] = [
    { change: 'pause' },
    { change: 'lending', advance_booking: 'yes', turnaround_days: '3' },
    { change: 'block', start, end: start },
    { change: 'delete' },
  ]
  for (const fields of posts)
    expect(
      (await site.post('/business', { intent: 'many', items: both, ...fields }, { as: closet }))
        .status,
    ).toBe(302)
  const shown = await site.post(
    '/business',
    { intent: 'many', items: both, change: 'price', price: '70' },
    { as: closet },
  )
  expect(shown.text('main, dialog')).not.toContain('Foreign gown')
  const after = await site.db
    .selectFrom('clothing_items')
    .selectAll()
    .where('id', '=', foreign.id)
    .executeTakeFirstOrThrow()
  expect(after).toEqual(before)
  expect(await blockedOf(foreign.id)).toEqual([])
  expect(await actionsOn([...ids, foreign.id])).toEqual([
    ['pause', 'set lending', 'block dates', 'retire'],
    [],
  ])
})

test('more than 100 items are not changed at once, and an empty list never means all', async () => {
  const { closet, ids } = await closetWith('Blue gown')
  const many = [...ids, ...Array.from({ length: 100 }, () => newId())].join()
  const of = { intent: 'many', change: 'delete' }
  await site.post('/business', { ...of, items: many }, { as: closet })
  expect((await site.get('/business', { as: closet })).text()).toContain(
    'You can delete up to 100 items at once.',
  )
  await site.post('/business', { ...of, items: '' }, { as: closet })
  expect(await deletedOf(ids)).toEqual([false])
})

test('deleting all items of a list spares items that were listed since the question', async () => {
  const { closet, ids } = await closetWith('Blue gown', 'Red gown')
  const path = '/business?q=gown&change=delete&which=all'
  const question = await site.get(path, { as: closet })
  const later = await make.item({ closet, title: 'Green gown' })
  await site.submit(question, FORM, {}, { as: closet })
  expect(await deletedOf([...ids, later.id])).toEqual([true, true, false])
})

test('a list of more than 100 items is not deleted at once', async () => {
  const closet = await make.closet()
  for (let n = 0; n <= 100; n++) await make.item({ closet, title: `Piece ${n}` })
  const page = await site.get('/business?change=delete&which=all', { as: closet })
  expect(page.has('dialog[open]')).toBe(false)
  expect(page.text('main [role=alert]')).toBe('You can delete up to 100 items at once.')
  expect(page.$('input[name=which]').hasAttribute('checked')).toBe(true)
})

test('overlapping bulk actions all finish and change every item once', async () => {
  const { closet, ids } = await closetWith(...Array.from({ length: 12 }, (_, n) => `Piece ${n}`))
  const send = (change: string, items: readonly string[], more = {}) =>
    site.post('/business', { intent: 'many', change, items: items.join(), ...more }, { as: closet })
  const backwards = ids.toReversed()
  const answers = await Promise.all([
    send('delete', ids.slice(0, 8)),
    send('delete', backwards.slice(0, 8)),
    send('lending', backwards, { advance_booking: 'yes', turnaround_days: '2' }),
    send('pause', ids),
    send('block', backwards, { start: addDays(today, 2), end: addDays(today, 3) }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([302, 302, 302, 302, 302])
  expect(await deletedOf(ids)).toEqual(ids.map(() => true))
  const actions = await actionsOn(ids)
  for (const done of actions) expect(done.filter((action) => action === 'retire')).toHaveLength(1)
})

test('a new price applies to new rentals only', async () => {
  const { closet, items, ids } = await closetWith('Blue gown')
  const [item] = items
  if (!item) throw new Error('one was made')
  const { id } = await make.rental({ item, status: 'confirmed' })
  const priceOf = () =>
    db.selectFrom('rentals').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const before = await priceOf()
  const question = await site.get(asking('price', ids), { as: closet })
  expect(question.text('dialog[open]')).toContain('Existing rentals keep their price.')
  const shown = await site.submit(question, FORM, { price: '700' }, { as: closet })
  await site.submit(shown, FORM, {}, { as: closet })
  expect(await priceOf()).toEqual(before)
})
