import { expect, test } from 'vitest'
import type { Shopper } from '#domain/shared/actors.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testSite } from '#test/app.ts'
import { payDeposit } from '#test/make/pay-deposit.ts'
import { withholdPartOfDeposit } from '#test/make/withheld-deposit.ts'
import { readRows } from '#test/postgres/rows.ts'

const site = await testSite()
const { make, db, clock } = site
const today = calendarDateIn('America/New_York', clock.now())
const start = addDays(today, 5)
const cardForm = 'form[action^="/sandbox/checkout/"]'

type Case = {
  /** What the shopper owns before. */
  readonly owns?: (shopper: Shopper) => Promise<unknown>
  /** 21 credits each. */
  readonly weeks?: number
  /** The way to pay; the first on the page unless it is named. */
  readonly way?: string
  /** What the page says is paid today. */
  readonly today: string
  /** The orders of that payment. */
  readonly orders: Readonly<Record<string, number>>
}

const cases: Readonly<Record<string, Case>> = {
  'nothing is owned': {
    today: '$70.00',
    orders: { deposit: 5000, subscription_monthly: 2000 },
  },
  'nothing is owned, and a pack is chosen': {
    ...{ way: 'one_time', today: '$100.00' },
    orders: { deposit: 5000, one_time: 5000 },
  },
  'nothing is owned, and the yearly plan is chosen': {
    ...{ way: 'subscription_annual', today: '$250.00' },
    orders: { deposit: 5000, subscription_annual: 20_000 },
  },
  'nothing is owned, and a month of the plan does not cover the rental': {
    ...{ weeks: 2, today: '$100.00' },
    orders: { deposit: 5000, one_time: 5000 },
  },
  'nothing is owned, and one pack does not cover the rental either': {
    ...{ weeks: 3, today: '$150.00' },
    orders: { deposit: 5000, one_time: 10_000 },
  },
  'a deposit is owned': {
    owns: (shopper) => payDeposit(site, shopper),
    ...{ today: '$20.00', orders: { subscription_monthly: 2000 } },
  },
  'a deposit is owned, and a pack is chosen': {
    owns: (shopper) => payDeposit(site, shopper),
    ...{ way: 'one_time', today: '$50.00', orders: { one_time: 5000 } },
  },
  'a deposit is owned, of which a part was withheld': {
    owns: async (shopper) => {
      await payDeposit(site, shopper)
      await withholdPartOfDeposit(db, shopper, 1050, clock.now())
    },
    ...{ today: '$30.50', orders: { deposit_top_up: 1050, subscription_monthly: 2000 } },
  },
  'credits are owned': {
    owns: (shopper) => make.credits(shopper, 21),
    ...{ today: '$50.00', orders: { deposit: 5000 } },
  },
}

test.each(
  Object.entries(cases),
)('what the page says is what is charged, to the cent: %s', async (_, one) => {
  const { owns, weeks = 1, way, today: amount, orders } = one
  const shopper = await make.shopper()
  await owns?.(shopper)
  const as = { as: shopper }
  const item = await make.item({ creditsPerDay: 3, advance_booking: true })
  const before = await ordersOf(shopper)
  const page = await site.get(`/item/${item.id}?start=${start}&end=${lastDay(weeks)}`, as)
  const totalCents = Object.values(orders).reduce((sum, cents) => sum + cents, 0)
  const pay = page.$(`#rent button[value^="pay:${way ?? ''}"][value$=":${totalCents}"]`)
  expect(pay.textContent).toContain(amount)
  if (!way) expect(page.text('.rent-bar')).toContain(`${amount} today`)
  const intent = pay.getAttribute('value') ?? ''
  const toPay = await site.submit(page, '#rent', { intent }, as)
  const checkout = await site.get(toPay.location ?? '', as)
  expect(checkout.text('.sum')).toBe(`Total due${amount}`)
  const paid = await site.submit(checkout, cardForm, {}, as)
  for (let time = 0; time < 2; time++)
    expect((await site.get(paid.location ?? '', as)).location).toContain('/rental-success?rental=')
  await site.drainJobs()
  const made = (await ordersOf(shopper)).filter(({ id }) => !before.some((old) => old.id === id))
  expect(Object.fromEntries(made.map((order) => [order.product_type, order.amount_cents]))).toEqual(
    orders,
  )
  expect(made.every(({ status }) => status === 'fulfilled')).toBe(true)
  expect(
    await readRows(db, 'rentals', 'item_id', { renter_id: shopper.id, item_id: item.id }),
  ).toHaveLength(1)
})

test.each([
  [1, '$70.00'],
  [2, '$100.00'],
  [3, '$150.00'],
])('a visitor reads the amount of %i weeks before signing up, and pays it: %s', async (weeks, amount) => {
  const item = await make.item({ creditsPerDay: 3, advance_booking: true })
  const stranger = site.stranger()
  const page = await stranger.get(`/item/${item.id}?start=${start}&end=${lastDay(weeks)}`)
  expect(page.text('.rent-bar')).toContain(`${amount} today`)
  const intent = page.$('#rent button[value^="pay:"]').getAttribute('value') ?? ''
  const auth = await stranger.follow(await stranger.submit(page, '#rent', { intent }))
  const signedUp = await stranger.submit(auth, 'main form[method=post]', {
    ...{ full_name: 'Nora Quist', password: 'a-quiet-river-42' },
    email: `nora-${weeks}@hemline.test`,
  })
  const checkout = await stranger.get(signedUp.location ?? '')
  expect(checkout.text('.sum')).toBe(`Total due${amount}`)
  const sent = await stranger.follow(await stranger.submit(checkout, cardForm))
  expect(sent.text('h1')).toMatch(/^Request sent: /)
})

const lastDay = (weeks: number) => addDays(start, 7 * weeks - 1)

const ordersOf = (shopper: Shopper) =>
  readRows(db, 'checkout_orders', ['id', 'product_type', 'amount_cents', 'status'], {
    user_id: shopper.id,
  })
