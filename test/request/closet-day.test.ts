import { expect, test } from 'vitest'
import type { RentalId } from '#db/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testSite } from '#test/app.ts'
import { readRow, updateRows } from '#test/postgres/rows.ts'

const site = await testSite()
const { make, db, clock } = site
const today = calendarDateIn('America/New_York', clock.now())
const PATH = '/business/day'
const UNDO = '[aria-label="Messages"] form'

const statusOf = async (id: RentalId) => {
  const row = await readRow(db, 'rentals', ['status', 'return_status'], id)
  return `${row.status} ${row.return_status}`
}

type Made = Awaited<ReturnType<typeof make.rental>>

async function lentBy(
  closet: Awaited<ReturnType<typeof make.closet>>,
  renter: Awaited<ReturnType<typeof make.shopper>>,
  title: string,
  rest: { readonly start: string; readonly status: 'confirmed' | 'delivered' },
): Promise<Made> {
  const rental = await make.rental({ item: await make.item({ closet, title }), renter, ...rest })
  await updateRows(db, 'rentals', rental.id, { delivery_address: '1 Elm Street\nBrooklyn' })
  return rental
}

test('deliveries are a card for each renter and place, and one press hands all of it over', async () => {
  const closet = await make.closet()
  const [ana, bea] = [
    await make.shopper({ full_name: 'Ana Vance' }),
    await make.shopper({ full_name: 'Bea Moss' }),
  ]
  const due = { start: today, status: 'confirmed' } as const
  const first = await lentBy(closet, ana, 'Red gown', due)
  const second = await lentBy(closet, ana, 'Blue gown', due)
  const elsewhere = await lentBy(closet, ana, 'Green gown', due)
  await updateRows(db, 'rentals', elsewhere.id, { delivery_address: '9 Oak Street\nBrooklyn' })
  const other = await lentBy(closet, bea, 'Pink gown', { ...due, start: addDays(today, 1) })
  const page = await site.get(PATH, { as: closet })
  const names = (part: string) =>
    page.$$(`section[aria-labelledby=${part}] article h4`).map((h4) => h4.textContent)
  expect(names('today')).toEqual(['Ana Vance', 'Ana Vance'])
  expect(names('tomorrow')).toEqual(['Bea Moss'])
  const formId = page
    .$$('article')
    .find((card) => card.textContent?.includes('Red gown'))
    ?.querySelector('form[id^=deliver]')
  const rental = [first.id, second.id]
  const fields = { intent: 'deliver', card: formId?.id ?? '', rental }
  const taken = await site.post(PATH, fields, { as: closet })
  expect([taken.status, taken.location]).toEqual([302, PATH])
  const out = 'delivered pending'
  expect(
    await Promise.all([first, second, elsewhere, other].map(({ id }) => statusOf(id))),
  ).toEqual([out, out, 'confirmed pending', 'confirmed pending'])
  const shown = await site.get(PATH, { as: closet })
  expect(shown.text()).toContain('Delivered: 2 items to Ana Vance.')
  expect((await site.submit(shown, UNDO, {}, { as: closet })).location).toBe(PATH)
  expect(await statusOf(first.id)).toBe('confirmed pending')
  expect(await statusOf(second.id)).toBe('confirmed pending')
})

test('a piece that cannot be handed over says why and does not stop the others', async () => {
  const closet = await make.closet()
  const renter = await make.shopper()
  const item = await make.item({ closet, title: 'Still away', advance_booking: true })
  const before = await make.rental({ item, start: addDays(today, -8), status: 'delivered' })
  const away = await make.rental({ item, renter, start: today, status: 'confirmed' })
  const here = await lentBy(closet, renter, 'At home', { start: today, status: 'confirmed' })
  const page = await site.get(PATH, { as: closet })
  const boxes = page.$$(`input[name=rental][type=checkbox]`)
  const isTicked = (id: string) =>
    boxes.find((box) => box.getAttribute('value') === id)?.hasAttribute('checked')
  expect([isTicked(away.id), isTicked(here.id)]).toEqual([false, true])
  const fields = { intent: 'deliver', card: '', rental: [away.id, here.id] }
  const answer = await site.post(PATH, { ...fields, card: `deliver-${away.id}` }, { as: closet })
  expect(answer.status).toBe(200)
  expect(answer.text('main')).toContain('Please record its return first.')
  expect(answer.text('main')).toContain('At home: done.')
  expect(await statusOf(here.id)).toBe('delivered pending')
  expect(await statusOf(away.id)).toBe('confirmed pending')
  expect(await statusOf(before.id)).toBe('delivered pending')
  await site.submit(answer, 'main [role=alert] form', {}, { as: closet })
  expect(await statusOf(here.id)).toBe('confirmed pending')
})

test('all back and all fine is one press, also for one rental in its row, with Undo', async () => {
  const closet = await make.closet()
  const renter = await make.shopper()
  const due = { start: addDays(today, -6), status: 'delivered' } as const
  const one = await lentBy(closet, renter, 'One', due)
  const two = await lentBy(closet, renter, 'Two', due)
  const fields = { intent: 'fine', rental: [one.id, two.id] }
  expect((await site.post(PATH, fields, { as: closet })).location).toBe(PATH)
  expect(await statusOf(one.id)).toBe('completed returned')
  expect(await statusOf(two.id)).toBe('completed returned')
  await site.submit(await site.get(PATH, { as: closet }), UNDO, {}, { as: closet })
  expect(await statusOf(one.id)).toBe('delivered pending')
  const list = await site.get('/business', { as: closet })
  const row = `li form:has([value="${two.id}"])`
  const taken = await site.submit(list, row, { intent: 'fine' }, { as: closet })
  expect(taken.location).toBe('/business')
  expect(await statusOf(two.id)).toBe('completed returned')
  await site.submit(await site.get('/business', { as: closet }), UNDO, {}, { as: closet })
  expect(await statusOf(two.id)).toBe('delivered pending')
})

test('something wrong opens the review, and the closet comes back to its day', async () => {
  const closet = await make.closet()
  const rental = await lentBy(closet, await make.shopper(), 'Torn', {
    start: addDays(today, -6),
    status: 'delivered',
  })
  const looked = await site.post(PATH, { intent: 'look', rental: rental.id }, { as: closet })
  const review = `/business/rentals/${rental.id}?returnTo=%2Fbusiness%2Fday`
  expect(looked.location).toBe(review)
  expect(await statusOf(rental.id)).toBe('delivered returned')
  const approved = await site.post(review, { intent: 'approve-condition' }, { as: closet })
  expect(approved.location).toBe(PATH)
  const late = await lentBy(closet, await make.shopper(), 'Late', {
    start: addDays(today, -9),
    status: 'delivered',
  })
  const page = await site.get(PATH, { as: closet })
  const link = page.$(`a[href*="${late.id}"][href*="mark-late"]`).getAttribute('href') ?? ''
  const question = await site.get(link, { as: closet })
  const marked = await site.submit(
    question,
    'dialog form:has([value=mark-late])',
    {},
    { as: closet },
  )
  expect(marked.location).toBe(PATH)
  expect(await statusOf(late.id)).toBe('delivered late')
})

test('pieces of other closets are not found, and nothing ticked says so', async () => {
  const closet = await make.closet()
  const rental = await lentBy(closet, await make.shopper(), 'Mine', {
    start: today,
    status: 'confirmed',
  })
  const other = await make.closet()
  const post = (fields: Record<string, string>) => site.post(PATH, fields, { as: other })
  expect((await post({ intent: 'deliver', rental: rental.id })).status).toBe(404)
  expect((await post({ intent: 'look', rental: rental.id })).status).toBe(404)
  expect((await post({ intent: 'undo', kind: 'fine', rentals: rental.id })).status).toBe(404)
  expect((await post({ intent: 'dance', rental: rental.id })).status).toBe(400)
  expect((await post({ intent: 'fine' })).location).toBe(PATH)
  expect((await site.get(PATH, { as: other })).text()).toContain('Please tick at least one item.')
  expect(await statusOf(rental.id)).toBe('confirmed pending')
})

test('the calendar has a row for each of 60 items, with rentals, days between, blocked days and time off', async () => {
  const closet = await make.closet()
  const renter = await make.shopper({ full_name: 'Ana Vance' })
  const first = `${today.slice(0, 7)}-01`
  for (let n = 0; n < 60; n++) await make.item({ closet, title: `Piece ${n}` })
  const item = await make.item({ closet, title: 'Booked', turnaround_days: 2 })
  const day = (n: number) => `${today.slice(0, 8)}${String(n).padStart(2, '0')}`
  const rental = await make.rental({ item, renter, start: day(3), status: 'completed' })
  const path = `/business/calendar?month=${first.slice(0, 7)}`
  await db
    .insertInto('rental_availability')
    .values({ item_id: item.id, blocked_date: day(20) })
    .execute()
  await make.holiday(closet, day(24), day(25))
  const page = await site.get(path, { as: closet })
  expect(page.$$('tbody tr')).toHaveLength(60)
  const row = page.$$('tbody tr')[0]
  expect(row?.querySelector('th')?.textContent).toBe('Booked')
  expect(row?.querySelector(`a[href="/business/rentals/${rental.id}"]`)?.textContent).toContain(
    'Ana Vance',
  )
  expect(row?.textContent).toContain('Blocked')
  expect(row?.textContent).toContain('Time off')
  const next = page.$('nav[aria-label="Pages of items"] a[rel=next]').getAttribute('href') ?? ''
  expect((await site.get(next, { as: closet })).$$('tbody tr')).toHaveLength(1)
  const later = page.$('nav[aria-label=Months] a[rel=next]').getAttribute('href') ?? ''
  expect((await site.get(later, { as: closet })).status).toBe(200)
  expect(
    (await site.get('/business/calendar?month=9999-99', { as: closet })).text('main'),
  ).toContain('Booked')
})

test('a closet arranges when and where, for a card or one rental, and its renter reads it', async () => {
  const closet = await make.closet()
  const renter = await make.shopper({ full_name: 'Ana Vance' })
  const due = { start: today, status: 'confirmed' } as const
  const first = await lentBy(closet, renter, 'Red gown', due)
  const second = await lentBy(closet, renter, 'Blue gown', due)
  const page = await site.get(PATH, { as: closet })
  const form = 'form:has([name=arrangement])'
  const tooLong = await site.submit(
    page,
    form,
    { arrangement: 'x'.repeat(201), intent: 'arrange-delivery' },
    { as: closet },
  )
  expect([tooLong.status, tooLong.text('article')]).toEqual([
    400,
    expect.stringContaining('Please keep it to 200 characters.'),
  ])
  const sent = { arrangement: '6 PM, at your door', intent: 'arrange-delivery' }
  const saved = await site.submit(page, form, sent, { as: closet })
  expect([saved.status, saved.location]).toEqual([302, PATH])
  for (const { id } of [first, second]) {
    const shown = await site.get(`/my-rentals/${id}`, { as: renter })
    expect(shown.text('main')).toContain('6 PM, at your door')
  }
  const own = `/business/rentals/${second.id}`
  const alone = await site.submit(
    await site.get(own, { as: closet }),
    form,
    { arrangement: '7 PM', intent: 'arrange-delivery' },
    { as: closet },
  )
  expect([alone.status, alone.location]).toEqual([302, own])
  const cards = (await site.get(PATH, { as: closet })).$$('article')
  expect(
    cards.map((card) => card.textContent?.match(/When and where: [^:]*(?=When)/)?.[0]),
  ).toEqual(['When and where: 6 PM, at your door', 'When and where: 7 PM'])
})
