import { expect, test } from 'vitest'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { readRows } from '#test/postgres/rows.ts'
import { plannedBoard, plannerOf } from '#test/worlds/planned-board.ts'
import { ways } from './hands.ts'
import { button, heading, link } from './targets.ts'
import { testWebKit } from './webkit.ts'

const site = await testWebKit()
const { make, db, clock } = site
const today = calendarDateIn('America/New_York', clock.now())
const days = { start: addDays(today, 20), end: addDays(today, 23) }

test.for(
  ways,
)('two items of two closets are added from the search, paid for once and requested $name', async ({
  name,
  hands,
  ...window
}) => {
  const item = async (title: string) =>
    await make.item({
      closet: await make.closet({ city: 'Boston', state: 'MA' }),
      title: `${title} ${name}`,
      creditsPerDay: 2,
      advance_booking: true,
    })
  const [gown, coat] = [await item('Emerald gown'), await item('Camel coat')]
  const shopper = await make.shopper({ zip: '02116' })
  const board = await plannedBoard(site, [plannerOf(shopper)], { ...days, name: `A gala ${name}` })
  const page = await site.open(`/search?${new URLSearchParams(days)}`, { as: shopper, ...window })
  for (const { title } of [gown, coat]) {
    await hands.press(page, button(`Add ${title} to board`))
    await page.sees('Added to the board.')
    await page.find(link(new RegExp(`^On the board ?: ${title}$`)))
  }
  await hands.press(page, link(`Board: A gala ${name}`))
  await page.sees(heading(`A gala ${name}`))
  await hands.press(page, link('Request items'))
  await hands.press(page, button(/^Pay \$[\d.]+ and request$/))
  await hands.press(page, button(/^(Pay|Subscribe and pay) \$[\d.]+$/))
  await page.sees('2 requests sent.')
  const requests = await readRows(db, 'rentals', ['item_id', 'board_id', 'status'], {
    renter_id: shopper.id,
  })
  const requested = { board_id: board.id, status: 'pending' }
  expect(requests.toSorted((a, b) => a.item_id.localeCompare(b.item_id))).toEqual(
    [gown.id, coat.id].toSorted().map((item_id) => ({ item_id, ...requested })),
  )
  const columns = ['status', 'stripe_session_id'] as const
  const orders = await readRows(db, 'checkout_orders', columns, { user_id: shopper.id })
  expect(orders.filter(({ stripe_session_id }) => stripe_session_id !== null)).toHaveLength(1)
  expect(new Set(orders.map(({ status }) => status))).toEqual(new Set(['fulfilled']))
})
