import { expect, test } from 'vitest'
import type { SubscriptionId } from '#db/ids.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testSite } from '#test/app.ts'
import { insertRows } from '#test/postgres/rows.ts'

const site = await testSite()
const { make, db, clock } = site
const today = calendarDateIn('America/New_York', clock.now())
const [start, end] = [addDays(today, 5), addDays(today, 8)]

async function itemFor(creditsPerDay: number): Promise<string> {
  const { id } = await make.item({ creditsPerDay, advance_booking: true })
  return `/item/${id}`
}

/** What the page of an item at 21 credits a week says is paid today, and the bar of a phone. */
async function shownTo(as?: Shopper) {
  const page = await site.get(`${await itemFor(3)}?start=${start}&end=${end}`, as && { as })
  return [page.text('#rent'), page.text('.rent-bar')]
}

test('a visitor reads what is paid today, with and without dates, the cheapest way first', async () => {
  const path = await itemFor(3)
  const today =
    'Today: $50.00 refundable deposit + $20.00 plan (30 credits, 21 for this rental) = $70.00'
  for (const query of ['', `?start=${start}&end=${end}`]) {
    const page = await site.get(path + query)
    expect(page.text('#rent')).toContain(today)
    for (const other of [
      'Pay $100.00 with a pack instead (50 credits)',
      'Pay $250.00 with the yearly plan instead (30 credits a month)',
    ])
      expect(page.text('#rent')).toContain(other)
    expect(page.text('#rent')).toContain('The plan renews at $20.00 a month until you cancel.')
    expect(page.text('.rent-bar')).toContain('$70.00 today')
  }
  const twoWeeks = await site.get(`${path}?start=${start}&end=${addDays(start, 7)}`)
  expect(twoWeeks.text('#rent')).toContain('(50 credits, 42 for this rental) = $100.00')
  expect(twoWeeks.text('#rent')).toContain(
    'A month of the plan brings 30 credits, so it does not cover this rental.',
  )
})

test('a shopper reads what is missing: nothing, the deposit, credits, or the rest of them', async () => {
  const newcomer = await make.shopper()
  expect((await shownTo(newcomer))[1]).toContain('$70.00 today')
  await make.credits(newcomer, 20)
  expect((await shownTo(newcomer))[0]).toContain('$20.00 plan (30 credits, 1 for this rental)')
  await make.credits(newcomer, 1)
  const [page = '', bar = ''] = await shownTo(newcomer)
  expect(page).toContain('Today: $50.00 refundable deposit')
  expect(bar).toContain('$50.00 today')
  const [ready = '', readyBar = ''] = await shownTo(await make.readyShopper())
  expect(ready).toContain('Today: nothing to pay')
  expect(readyBar).toContain('21 credits')
  const subscriber = await make.shopper()
  const id: SubscriptionId = newId()
  await insertRows(db, 'credit_subscriptions', {
    ...{ id, user_id: subscriber.id, stripe_subscription_id: `sub_${id}`, status: 'active' },
    ...{ product_type: 'subscription_monthly', created_at: clock.now(), updated_at: clock.now() },
  })
  const busy = await site.get(`${await itemFor(5)}?start=${start}&end=${end}`, { as: subscriber })
  expect(busy.text('#rent')).toContain('+ $50.00 pack (50 credits, 35 for this rental) = $100.00')
  expect(busy.text('#rent')).not.toContain('plan')
})

test('for dates that are not free nothing is said to be paid', async () => {
  const item = await make.item({ creditsPerDay: 3, advance_booking: true })
  await make.rental({ item, status: 'confirmed', start, days: 4 })
  const page = await site.get(`/item/${item.id}?start=${start}&end=${end}`)
  expect(page.text('#rent')).not.toContain('Today:')
  expect(page.text('.rent-bar')).not.toContain('today')
})
