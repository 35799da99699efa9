import { expect, test } from 'vitest'
import { addDays, type CalendarDate, calendarDateIn } from '#domain/shared/calendar-date.ts'
import { newId } from '#domain/shared/ids.ts'
import { testSite } from '#test/app.ts'

const site = await testSite()
const { make, db, clock } = site
const today = calendarDateIn('America/New_York', clock.now())
const rentForm = 'form:has([name=request_key])'

const block = async (item: Awaited<ReturnType<typeof make.item>>, day: CalendarDate) =>
  await db
    .insertInto('rental_availability')
    .values({ item_id: item.id, blocked_date: day })
    .execute()

test('dates that are refused are cleared without a script too, and the duration returns to 7', async () => {
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
