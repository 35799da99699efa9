import { expect, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { addDays, type CalendarDate, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testSite } from '#test/app.ts'
import { payAt } from '#test/make/pay-deposit.ts'
import { insertRows, readRows } from '#test/postgres/rows.ts'

const site = await testSite()
const { make, db, clock } = site
const today = calendarDateIn('America/New_York', clock.now())
const rentForm = 'form:has([name=request_key])'
const join = 'button[value=join-waitlist]'

const block = async (item: Awaited<ReturnType<typeof make.item>>, day: CalendarDate) =>
  await insertRows(db, 'rental_availability', { item_id: item.id, blocked_date: day })

test('without a script refused dates are also cleared, and the duration returns to 7', async () => {
  const item = await make.item({ creditsPerDay: 1 })
  const [start, end] = [addDays(today, 3), addDays(today, 16)]
  await block(item, addDays(start, 1))
  const refused = await site.post(
    `/item/${item.id}?${new URLSearchParams({ start, end })}`,
    { intent: 'rent', start, end, request_key: newId() },
    { as: await make.readyShopper({ credits: 100 }) },
  )
  expect(refused.text('dialog[open] h2')).toBe(
    'Selected dates are not available. Please choose different dates.',
  )
  for (const name of ['start', 'end'])
    expect(refused.$(`${rentForm} [name=${name}]`).getAttribute('value')).toBe('')
  expect(refused.text(`${rentForm} dl`)).toContain('Duration7 days')
})

test('the waitlist is offered only for dates after the closet’s notice period', async () => {
  const closet = await make.closet({ notice_days: 3 })
  const item = await make.item({ closet, creditsPerDay: 1, advance_booking: true })
  await block(item, addDays(today, 4))
  const shopper = await make.readyShopper({ credits: 100 })
  const beginning = (day: CalendarDate) => ({ start: day, end: addDays(day, 4) })
  const early = beginning(addDays(today, 2))
  const accepted = beginning(addDays(today, 3))
  const pageFor = async (dates: Record<string, string>) =>
    await site.get(`/item/${item.id}?${new URLSearchParams(dates)}`, { as: shopper })
  const page = await pageFor(early)
  expect(page.text(rentForm)).toContain('Selected dates are not available.')
  expect(page.$$(`${rentForm} ${join}`)).toEqual([])
  expect(page.$('main details form [name=start]').getAttribute('min')).toBe(accepted.start)
  const rent = { intent: 'rent', request_key: newId() }
  const refused = await site.submit(page, rentForm, { ...rent, ...early }, { as: shopper })
  expect(refused.$$(`main form:has(input[value="${early.start}"]) ${join}`)).toEqual([])
  expect(refused.$$(`main form:has(input[value="${early.start}"])`)).toEqual([])
  expect((await pageFor(accepted)).$$(`${rentForm} ${join}`)).toHaveLength(1)
  const joined = { intent: 'join-waitlist', ...accepted }
  expect((await site.post(`/item/${item.id}`, joined, { as: shopper })).status).toBe(302)
})

test('large prices have separators on the page of an item and on its card', async () => {
  const item = await make.item({ creditsPerDay: 200 })
  const page = await site.get(`/item/${item.id}`, { as: await make.shopper() })
  expect(page.text('main')).toContain('1,400 credits per week')
  expect(page.text('main')).not.toContain('1400')
  expect((await site.get('/search')).text('main')).toContain('1,400 credits/week')
})

test('the deposit cannot be paid for dates that are wrong or not free', async () => {
  const item = await make.item({ creditsPerDay: 1, advance_booking: true })
  const dates = { start: addDays(today, 10), end: addDays(today, 13) }
  await block(item, addDays(today, 12))
  const shopper = await make.shopper()
  const as = { as: shopper }
  const address = (query: Record<string, string>) =>
    `/item/${item.id}?${new URLSearchParams(query)}`
  const pay = 'button[value=deposit]'
  const page = await site.get(address(dates), as)
  expect([page.has(`#rent ${pay}`), page.has(`.rent-bar ${pay}`)]).toEqual([false, false])
  const free = { start: addDays(today, 13), end: addDays(today, 16) }
  const offered = page.$$(`${rentForm} a`).map((link) => link.getAttribute('href'))
  expect(offered).toContain(address(free))
  expect(page.text(rentForm)).toContain('See what is available on these dates')
  expect((await site.get(address(free), as)).has(`#rent ${pay}`)).toBe(true)
  const refused = async (posted: Record<string, string>) =>
    (await site.post(`/item/${item.id}`, { intent: 'deposit', ...posted }, as)).text(
      'dialog[open] h2',
    )
  expect(await refused(dates)).toBe(
    'Selected dates are not available. Please choose different dates.',
  )
  expect(await refused({ start: dates.end, end: dates.start })).toBe('Please select valid dates.')
  expect(await refused({ start: addDays(today, -2), end: today })).toBe(
    'Error: Rentals cannot begin in the past.',
  )
  const orders = await readRows(db, 'checkout_orders', 'id', { user_id: shopper.id })
  expect(orders).toEqual([])
})

test('after the deposit is paid, the page says whether the dates are still free and credits suffice', async () => {
  const item = await make.item({ creditsPerDay: 1, advance_booking: true })
  const dates = { start: addDays(today, 10), end: addDays(today, 13) }
  const paid = async (whilePaying: () => Promise<unknown>) => {
    const shopper = await make.shopper()
    const input = { intent: 'deposit', ...dates }
    const redirect = await site.post(`/item/${item.id}`, input, { as: shopper })
    await whilePaying()
    const success = await payAt(site, redirect.location ?? '', shopper, 'visa')
    return (await site.get(success.location ?? '', { as: shopper })).text()
  }
  expect(await paid(async () => {})).toContain(
    'Your deposit is paid. You need 7 credits to rent and have 0.',
  )
  const taken = await paid(() => block(item, addDays(today, 12)))
  expect(taken).toContain('Your deposit is paid. Your dates are no longer available.')
  expect(taken).not.toContain('Press Rent Now')
})

test('in a second tab a shopper reads that they already requested the item', async () => {
  const item = await make.item({ creditsPerDay: 1 })
  const as = { as: await make.readyShopper({ credits: 100 }) }
  const posted = () => ({
    ...{ intent: 'rent', request_key: newId() },
    ...{ start: addDays(today, 10), end: addDays(today, 13) },
  })
  await site.post(`/item/${item.id}`, posted(), as)
  const second = await site.post(`/item/${item.id}`, posted(), as)
  expect(second.text('dialog[open] h2')).toBe('You already requested this.')
  expect(second.has('dialog[open] a[href^="/my-rentals/"]')).toBe(true)
  expect(second.text('main')).not.toContain('Currently Rented')
})

test('without a script the price of a day that does not exist is refused with a sentence', async () => {
  const item = await make.item({ creditsPerDay: 1 })
  const quote = { intent: 'quote', start: '2027-02-26', end: '2027-02-29' }
  const page = await site.post(`/item/${item.id}`, quote)
  expect([page.status, page.text('dialog[open] h2')]).toEqual([400, 'Please select valid dates.'])
})

test('an address with the full stop or bracket of a chat leads to the page', async () => {
  const closet = await make.closet()
  const item = await make.item({ closet })
  for (const path of [`/item/${item.id}`, `/closets/${closet.id}`])
    for (const mark of ['.', ')', ').', '”'])
      expect((await site.get(`${path}${encodeURIComponent(mark)}?start=2027-01-01`)).location).toBe(
        `${path}?start=2027-01-01`,
      )
  expect((await site.get(`/item/${item.id}x`)).status).toBe(404)
})
