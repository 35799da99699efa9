import { expect, test } from 'vitest'
import { addDays, type CalendarDate, calendarDateIn } from '#domain/shared/calendar-date.ts'
import { newId } from '#domain/shared/ids.ts'
import { testSite } from '#test/app.ts'

const site = await testSite()
const { make, db, clock } = site
const today = calendarDateIn('America/New_York', clock.now())
const rentForm = 'form:has([name=request_key])'
const join = 'button[value=join-waitlist]'

const block = async (item: Awaited<ReturnType<typeof make.item>>, day: CalendarDate) =>
  await db
    .insertInto('rental_availability')
    .values({ item_id: item.id, blocked_date: day })
    .execute()

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
