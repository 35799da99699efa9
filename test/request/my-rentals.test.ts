import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { approveCondition, keepDeposit } from '#domain/booking/rentals/changes/rental-review.ts'
import { deliverRental, recordReturn } from '#domain/booking/rentals/changes/rental-steps.ts'
import { lateFrom } from '#domain/booking/rentals/stage/stage-days.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn, showDate } from '#domain/shared/time/calendar-date.ts'
import { testSite } from '#test/app.ts'
import { readRow, readRows, updateRows } from '#test/postgres/rows.ts'
import { takeConsoleErrors } from '#test/setup/console-errors.ts'

const site = await testSite()
const { make, db, clock } = site
const begun = clock.now()
const today = calendarDateIn('America/New_York', begun)

// A test that advances the clock must not change the next one's date.
beforeEach(() => clock.set(begun))
const origin = 'http://localhost:3000'
const closet = await make.closet({
  full_name: 'The Evening Room',
  phone: '(212) 555-0114',
  instagram_handle: '@eveningroom',
})

test('on each day around the last one, both sides see when an item is due back', async () => {
  const renter = await make.shopper()
  const item = await make.item({ title: 'Silk gown', closet })
  const { id } = await make.rental({ renter, item, start: addDays(today, -5), status: 'delivered' })
  const lastDay = addDays(today, 1)
  const late = lateFrom(lastDay)
  for (let day = today; day <= addDays(late, 1); day = addDays(day, 1)) {
    const isLate = day >= late
    const mine = (await site.get(`/my-rentals/${id}`, { as: renter })).text('main')
    const theirs = (await site.get(`/business/rentals/${id}`, { as: closet })).text('main')
    const due =
      day > lastDay
        ? `It was due back on ${showDate(lastDay)}.`
        : day === lastDay
          ? 'Due back today.'
          : 'Due back '
    expect([day, mine.includes(due), theirs.includes(due)]).toEqual([day, true, true])
    expect(mine).toContain(isLate ? 'Late' : 'With you')
    const tab = async (query: string) =>
      (await site.get(`/my-rentals${query}`, { as: renter })).text('main').includes('Silk gown')
    expect([day, await tab(''), await tab('?tab=past')]).toEqual([day, !isLate, isLate])
    const list = async (filter: string) =>
      (await site.get(`/business/rentals?filter=${filter}`, { as: closet }))
        .text('main')
        .includes('Silk gown')
    const lists = [await list('out'), await list('due'), await list('late')]
    expect([day, ...lists]).toEqual([day, true, !isLate, isLate])
    clock.advance({ days: 1 })
  }
})

test('Current lists live rentals up to their last day, Past all others, newest first', async () => {
  const renter = await make.shopper()
  const stays: [string, Parameters<typeof make.rental>[0]][] = [
    ['ends today', { start: addDays(today, -6), status: 'delivered' }],
    ['ended yesterday', { start: addDays(today, -7), status: 'delivered' }],
    ['asked for', { start: addDays(today, 1) }],
    ['accepted', { start: addDays(today, 1), status: 'confirmed' }],
    ['taken back', { start: addDays(today, 1), status: 'cancelled' }],
    ['over', { start: addDays(today, -20), status: 'completed' }],
    ['never brought', { start: addDays(today, -9) }],
  ]
  for (const [n, [title, input]] of stays.entries()) {
    const createdAt = new Date(clock.now().getTime() - (20 - n) * 60_000)
    const item = await make.item({ title, closet })
    await make.rental({ createdAt, ...input, renter, item })
  }
  const shown = async (path: string) => {
    const page = await site.get(path, { as: renter })
    return page.$$('article').map((one) => one.querySelector('h2')?.textContent)
  }
  // What is due comes first.
  expect(await shown('/my-rentals')).toEqual(['ends today', 'accepted', 'asked for'])
  // Overdue rentals come first.
  expect(await shown('/my-rentals?tab=past')).toEqual([
    'ended yesterday',
    'never brought',
    'over',
    'taken back',
  ])
  const current = await site.get('/my-rentals', { as: renter })
  const [worn, accepted] = current.$$('article')
  expect(accepted?.textContent).toContain('Add your address and phone')
  expect(worn?.textContent).not.toContain('Add your address and phone')
  expect(current.text('main')).toContain('Due back today.')
  expect(current.text('main')).toContain('One item is late. Please return it')
  const past = (await site.get('/my-rentals?tab=past', { as: renter })).text('main')
  expect(past).toContain(`It was due back on ${showDate(addDays(today, -1))}.`)
  expect(past).toContain('The closet answers by ')
  expect(past).toContain('Returned in good condition. None of your deposit was kept.')
})

test('Past offers to write a review until it is written or its time has ended', async () => {
  const renter = await make.shopper()
  const item = await make.item({ title: 'Silk gown', closet })
  const { id } = await make.rental({ renter, item, start: addDays(today, -8), status: 'delivered' })
  await recordReturn(db, closet, { rentalId: id, origin }, clock.now())
  await approveCondition(db, closet, { rentalId: id, origin }, clock.now())
  const past = async () => (await site.get('/my-rentals?tab=past', { as: renter })).text('article')
  expect(await past()).toContain('Write a review')
  clock.advance({ days: 15 })
  expect(await past()).not.toContain('Write a review')
})

test('a rental page shows contact, delivery address, notes and the withheld amount', async () => {
  const renter = await make.shopper()
  const item = await make.item({ title: 'Ivory slip', closet })
  const { id } = await make.rental({ renter, item, start: addDays(today, -8), status: 'confirmed' })
  const details = { delivery_address: '1 Elm St', delivery_notes: 'Ring twice' }
  await site.post(`/my-rentals/${id}`, { renter_phone: '555 0101', ...details }, { as: renter })
  const on = { rentalId: id, origin, notes: 'Torn hem' }
  const page = async () => (await site.get(`/my-rentals/${id}`, { as: renter })).text('main')
  expect(await page()).toContain('Cancel rental')
  await deliverRental(db, closet, { ...on, note: 'Left with the porter' }, clock.now())
  const delivered = await page()
  for (const words of [
    'The Evening Room',
    'Brooklyn, NY',
    '(212) 555-0114',
    '@eveningroom',
    '1 Elm St',
    'Ring twice',
    '555 0101',
    'Your $50.00 deposit secures 1 rental',
    'At delivery by The Evening Room',
    '“Left with the porter”',
  ])
    expect(delivered).toContain(words)
  expect(delivered).not.toContain('Cancel rental')
  expect(delivered).not.toContain('@@')

  await recordReturn(db, closet, on, clock.now())
  const list = await site.get('/my-rentals', { as: renter })
  expect(list.text('main')).toContain(
    'One item has been returned. The closet is checking its condition.',
  )
  await keepDeposit(db, closet, { ...on, cents: 1234 }, clock.now())
  const over = await page()
  expect(over).toContain('$12.34 of $50.00 kept')
  expect(over).toContain('“Torn hem”')
})

test('credits returned on hold are shown as on hold, on the page and by email', async () => {
  const renter = await make.shopper()
  const item = await make.item({ title: 'Held gown', closet })
  const { id } = await make.rental({ renter, item, start: addDays(today, 3) })
  await updateRows(db, 'credit_lots', { user_id: renter.id }, { frozen_at: clock.now() })
  await site.post('/my-rentals', { intent: 'cancel', rental: id }, { as: renter })
  expect((await site.get(`/my-rentals/${id}`, { as: renter })).text('main')).toContain(
    'You got 14 of 14 credits back, 14 of them on hold while a payment is disputed.',
  )
  await site.drainJobs()
  const mail = await readRow(db, 'mail_outbox', 'text_body', {
    to_address: renter.email,
    subject: 'Your rental of Held gown was canceled',
  })
  expect(mail.text_body).toContain(
    'You get 14 credits back. 14 of them are on hold while a payment is disputed.',
  )
})

test('the item page explains why a deposit does not cover a new rental', async () => {
  const renter = await make.shopper()
  const lent = async () => {
    const item = await make.item({ closet })
    const rental = await make.rental({ renter, item, status: 'delivered' })
    return { rentalId: rental.id, origin, notes: 'Torn hem' }
  }
  // The other rental holds the deposit.
  await lent()
  const on = await lent()
  await recordReturn(db, closet, on, clock.now())
  await keepDeposit(db, closet, { ...on, cents: 100 }, clock.now())
  const item = await make.item({ closet })
  const page = await site.get(`/item/${item.id}`, { as: renter })
  expect(page.text('form:has([name=request_key])')).toContain(
    'Part of your deposit was kept. Add $1.00 to rent again.',
  )
  expect(page.text('main')).not.toContain('Pay $50 deposit')
})

test('a renter can answer about the delivery, see the progress and add the rental to a calendar', async () => {
  const renter = await make.shopper()
  const item = await make.item({ title: 'Linen coat', closet })
  const start = addDays(today, -8)
  const { id } = await make.rental({ renter, item, start, status: 'confirmed' })
  const path = `/my-rentals/${id}`
  const page = await site.get(path, { as: renter })
  expect(page.text('main')).toContain('Was it delivered?')
  expect(page.text('[aria-current=step]')).toContain('Delivered')
  await site.post(path, { answer: 'missing' }, { as: renter })
  expect((await site.get(path, { as: renter })).text('main')).toContain(
    'You told us that it never arrived.',
  )
  const seen = await site.get(`/business/rentals/${id}`, { as: closet })
  expect(seen.text('main')).toContain(`${renter.fullName} says it never arrived.`)
  await site.post(path, { answer: 'delivered' }, { as: renter })
  const after = await site.get(path, { as: renter })
  expect(after.text('main')).toContain('Late')
  expect(after.text('main')).not.toContain('Was it delivered?')
  // A wrong answer can be undone from the toast, or on the page for 15 minutes.
  await site.submit(after, '[aria-label="Messages"] form', {}, { as: renter })
  const open = await site.get(path, { as: renter })
  expect(open.text('main')).toContain('Was it delivered?')
  await site.post(path, { answer: 'delivered' }, { as: renter })
  await site.get(path, { as: renter })
  const undo = await site.get(path, { as: renter })
  await site.submit(undo, 'main form:has([value=undo])', { answer: 'undo' }, { as: renter })
  expect((await site.get(path, { as: renter })).text('main')).toContain('Was it delivered?')
  await site.post(path, { answer: 'delivered' }, { as: renter })
  clock.advance({ seconds: 15 * 60 })
  expect((await site.get(path, { as: renter })).text('main')).not.toContain('Undo')
  await site.post(path, { answer: 'undo' }, { as: renter })
  expect((await site.get(path, { as: renter })).text()).toContain('This can no longer be undone.')
  const file = await site.get(`${path}/calendar.ics`, { as: renter })
  expect(file.response.headers.get('content-type')).toContain('text/calendar')
  expect(file.html).toContain('SUMMARY:Linen coat (rented)')
  expect((await site.get(`${path}/calendar.ics`, { as: await make.shopper() })).status).toBe(404)
})

test('a shopper cancels ten rentals a day at most', async () => {
  const renter = await make.shopper()
  const rentals: string[] = []
  for (let n = 0; n < 11; n++)
    rentals.push((await make.rental({ renter, item: await make.item({ closet }) })).id)
  for (const rental of rentals) await site.post('/my-rentals', { rental }, { as: renter })
  const stored = await readRows(db, 'rentals', 'status', {
    renter_id: renter.id,
    status: 'pending',
  })
  expect(stored).toHaveLength(1)
  expect((await site.get('/my-rentals', { as: renter })).text()).toContain(
    'You have reached today’s limit for cancellations.',
  )
})

test('cancellations that fail on our side do not count towards the limit', async () => {
  const shop = await testSite()
  const renter = await shop.make.shopper()
  const rental = await shop.make.rental({ renter })
  const cancel = () => shop.post('/my-rentals', { rental: rental.id }, { as: renter })
  await sql`alter table rentals add constraint disk_full check (status <> 'cancelled')`.execute(
    shop.db,
  )
  for (let n = 0; n < 12; n++) expect((await cancel()).status).toBe(500)
  takeConsoleErrors()
  await sql`alter table rentals drop constraint disk_full`.execute(shop.db)
  expect((await cancel()).location).toBe('/my-rentals')
  expect((await shop.get('/my-rentals', { as: renter })).text()).toContain('Rental canceled.')
})

/** A rental of this renter, who has 20 credits, requested for a week. */
async function requested(creditsPerDay: number) {
  const renter = await make.readyShopper({ credits: 20 })
  const item = await make.item({ creditsPerDay })
  const [start, end] = [addDays(today, 3), addDays(today, 9)]
  const input = { intent: 'rent', start, end, request_key: newId() }
  const { location } = await site.post(`/item/${item.id}`, input, { as: renter })
  const rental = new URL(location ?? '', 'http://localhost').searchParams.get('rental') ?? ''
  return { renter, rental }
}

test.each([
  ['all', 'We have returned your credits.', 2],
  ['expired', 'We have returned your credits.', 2],
  ['owed', 'See what happened to your credits', 2],
  ['none', '', 0],
] as const)('after canceling, credits are said to be back only if they are: %s', async (what, words, creditsPerDay) => {
  const { renter, rental } = await requested(creditsPerDay)
  const lots = { user_id: renter.id }
  if (what === 'expired') await updateRows(db, 'credit_lots', lots, { expires_at: clock.now() })
  if (what === 'owed') await updateRows(db, 'credit_lots', lots, { owed: 5 })
  await site.post('/my-rentals', { rental }, { as: renter })
  const list = await site.get('/my-rentals', { as: renter })
  const toast = list.text('section[aria-label=Messages]')
  expect(toast).toContain('Rental canceled.')
  expect(toast).toContain(words)
  expect(toast.includes('We have returned')).toBe(what === 'all' || what === 'expired')
})

test('canceling returns the credits and days that the question named, or asks again', async () => {
  const { renter, rental } = await requested(2)
  const path = `/my-rentals/${rental}?cancel`
  const question = await site.get(path, { as: renter })
  expect(question.text('dialog[open]')).toMatch(
    /You get 14 credits back, usable until \w{3} \d+, \d{4}\./,
  )
  const answer = () => site.submit(question, 'dialog[open] form[method=post]', {}, { as: renter })
  // A payment was lost in part, so fewer credits would come back than the question said.
  await updateRows(db, 'credit_lots', { user_id: renter.id }, { owed: 5 })
  expect((await answer()).location).toBe(path)
  const again = await site.get(path, { as: renter })
  expect(again.text('section[aria-label=Messages]')).toContain(
    'What you get back has changed. Please look again before you cancel.',
  )
  expect(again.text('dialog[open]')).toContain('You get 9 credits back, usable until ')
  await site.submit(again, 'dialog[open] form[method=post]', {}, { as: renter })
  expect(
    await readRows(db, 'credit_lots', ['available', 'revoked'], { user_id: renter.id }),
  ).toEqual([{ available: 15, revoked: 5 }])
})
