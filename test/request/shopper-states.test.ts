import { expect, test } from 'vitest'
import type { Shopper } from '#domain/shared/actors.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import type { CardName } from '#sandbox/core/cards.ts'
import { testSite } from '#test/app.ts'

const site = await testSite()
const { make, clock } = site
const today = () => calendarDateIn('America/New_York', clock.now())

async function buy(shopper: Shopper, product: string, card: CardName = 'visa') {
  const redirect = await site.post('/credits', { product }, { as: shopper })
  const checkout = await site.get(redirect.location ?? '', { as: shopper })
  const form = 'form[action^="/sandbox/checkout/"]'
  const paid = await site.submit(checkout, form, { card }, { as: shopper })
  await site.get(paid.location ?? '', { as: shopper })
  await site.drainJobs()
}

test('credits of a disputed payment are on hold on the page, in the statement and when renting', async () => {
  const shopper = await make.shopper()
  await make.deposit(shopper)
  await buy(shopper, 'one_time', 'disputed')
  clock.advance({ seconds: 15 })
  await site.drainJobs()
  const page = await site.get('/credits', { as: shopper })
  expect(page.text('h1')).toBe('0 credits')
  expect(page.text('main')).toMatch(/50 on hold: payment disputed since \w+ \d+, \d{4}\./)
  expect(page.text('[aria-labelledby=statement]')).toContain('On hold')
  const item = await make.item({ creditsPerDay: 2 })
  const input = { intent: 'rent', start: addDays(today(), 3), end: addDays(today(), 9) }
  const refused = await site.submit(
    await site.get(`/item/${item.id}`, { as: shopper }),
    'form:has([name=request_key])',
    input,
    { as: shopper },
  )
  expect(refused.text('dialog[open]')).toContain(
    'Your credits are on hold while a payment is disputed.',
  )
  expect(refused.text('dialog[open] a[href="/credits#on-hold"]')).toBe('See your credits')
  expect(page.text('#on-hold')).toContain('ask your bank to withdraw the dispute')
  expect(page.has('#on-hold a[href="/feedback"]')).toBe(true)
})

test('deleting an account shows which plan and how many months are lost', async () => {
  const shopper = await make.shopper()
  await buy(shopper, 'subscription_annual')
  const confirmation = await site.get('/profile/your-data?delete=account', { as: shopper })
  const paidUntil = `${Number(today().slice(0, 4)) + 1}`
  for (const place of ['#delete', 'dialog[open]']) {
    const shown = confirmation.text(place)
    expect(shown).toMatch(
      new RegExp(`Your annual plan will end now, even though it is paid until .*${paidUntil}`),
    )
    expect(shown).toContain('You will not get a refund.')
    expect(shown).toContain('You will lose 11 prepaid months (330 credits).')
    expect(shown).toContain('You will lose your 30 credits.')
  }
})

test('the page of a rented item links its renter to the rental; others see that it is rented', async () => {
  const shopper = await make.readyShopper()
  const item = await make.item()
  const rental = await make.rental({ item, renter: shopper })
  const own = await site.get(`/item/${item.id}`, { as: shopper })
  expect(own.text('main')).toContain('You have requested this item for')
  expect(own.has(`main a[href="/my-rentals/${rental.id}"]`)).toBe(true)
  const other = await site.get(`/item/${item.id}`, { as: await make.readyShopper() })
  expect(other.text('main')).toContain('Currently Rented')
  expect(other.has('main a[href^="/my-rentals"]')).toBe(false)
})
