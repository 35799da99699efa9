import { expect, test } from 'vitest'
import { releaseClaims } from '#domain/booking/rentals/changes/corrections.ts'
import { keepDeposit } from '#domain/booking/rentals/changes/rental-review.ts'
import { recordReturn } from '#domain/booking/rentals/changes/rental-steps.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testSite } from '#test/app.ts'
import { payAt, payDeposit } from '#test/make/pay-deposit.ts'
import { withholdPartOfDeposit } from '#test/make/withheld-deposit.ts'

const site = await testSite()
const { make, db, clock } = site
const origin = 'http://localhost:3000'
const refundForm = 'form:has([name=intent][value=refund-deposit])'

test('paying the deposit before choosing dates leads to choosing them', async () => {
  const shopper = await make.shopper()
  const path = `/item/${(await make.item()).id}`
  const page = await site.get(path, { as: shopper })
  expect(page.text('#rent')).toContain('Pay $50 deposit')
  const input = { intent: 'deposit', start: '', end: '' }
  const redirect = await site.post(path, input, { as: shopper })
  const success = await payAt(site, redirect.location ?? '', shopper, 'visa')
  expect(success.location).toBe(path)
  const back = await site.get(path, { as: shopper })
  expect(back.text()).toContain('Your deposit is paid. Now choose your dates and press Rent Now.')
})

const section = async (shopper: Shopper) =>
  (await site.get('/credits', { as: shopper })).text('#deposit')

test('a deposit refund takes two clicks without a script, and its status is shown', async () => {
  const shopper = await make.shopper()
  expect(await section(shopper)).toContain('You need a $50 refundable deposit')
  await payDeposit(site, shopper)
  const page = await site.get('/credits', { as: shopper })
  expect(page.text('#deposit')).toContain('$50.00 held since')
  const link = page.$('#deposit a').getAttribute('href') ?? ''
  const confirmation = await site.get(link, { as: shopper })
  expect(confirmation.text('dialog[open] h2')).toBe('Get your $50.00 deposit back?')
  const answer = await site.submit(confirmation, refundForm, {}, { as: shopper })
  expect(answer.location).toBe('/credits')
  const after = await site.get('/credits', { as: shopper })
  expect(after.text()).toContain('$50.00 will be refunded to your card.')
  expect(after.text('#deposit')).toContain('Refund on its way to your card')
  expect(after.text('#deposit')).not.toContain('Request refund')
  await site.drainJobs()
  expect(await section(shopper)).toContain('Refunded to your card')
})

test('the rest of a partly withheld deposit is shown with the amount and reason', async () => {
  const shopper = await make.shopper()
  await payDeposit(site, shopper)
  const closet = await make.closet()
  const item = await make.item({ closet, title: 'Ivory slip' })
  const rental = await make.rental({ item, renter: shopper, status: 'delivered' })
  expect(await section(shopper)).toContain('It covers 1 open rental')
  const on = { rentalId: rental.id, origin }
  await recordReturn(db, closet, on, clock.now())
  await keepDeposit(db, closet, { ...on, cents: 1234, notes: 'Torn hem' }, clock.now())
  await site.drainJobs()
  clock.advance({ hours: 48 })
  await releaseClaims(db, clock.now())
  await site.drainJobs()
  const shown = await section(shopper)
  expect(shown).toContain('Kept for Ivory slip')
  expect(shown).toContain('“Torn hem”')
  expect(shown).toContain('$12.34')
  expect(shown).toContain('Refunded to your card')
  expect(shown).toContain('$37.66')
  const mails = await db
    .selectFrom('mail_outbox')
    .select(['subject', 'recipient_id'])
    .where('template', 'like', 'rental-keep-deposit%')
    .execute()
  // A closet gets no email about its own step.
  expect(mails).toEqual([{ subject: '$12.34 of your deposit was kept', recipient_id: shopper.id }])
})

test('the withheld amount can be added on the item page, which keeps the dates', async () => {
  const shopper = await make.readyShopper()
  await withholdPartOfDeposit(db, shopper, 1050, clock.now())
  const item = await make.item({ creditsPerDay: 1 })
  const today = calendarDateIn('America/New_York', clock.now())
  const dates = { start: addDays(today, 3), end: addDays(today, 9) }
  const address = `/item/${item.id}?${new URLSearchParams(dates)}`
  const as = { as: shopper }
  const page = await site.get(address, as)
  const sentence = 'Part of your deposit was kept. Add $10.50 to rent again.'
  expect(page.text('#rent')).toContain(sentence)
  expect(page.$('#rent button[value=top-up]').textContent).toBe('Add $10.50 to deposit')
  // A form from an older page or Enter in a field requests the rental and gets the same question.
  const confirmation = await site.post(`/item/${item.id}`, { intent: 'rent', ...dates }, as)
  expect(confirmation.text('dialog[open] h2')).toBe(sentence)

  const redirect = await site.submit(confirmation, 'dialog[open] form:has([value=top-up])', {}, as)
  const checkout = await site.get(redirect.location ?? '', as)
  expect(checkout.text()).toContain('$10.50')
  const paid = await site.submit(checkout, 'form[action^="/sandbox/checkout/"]', {}, as)
  const back = await site.get(paid.location ?? '', as)
  expect(back.location).toBe(address)
  const after = await site.get(address, as)
  expect(after.text()).toContain('$10.50 was added to your deposit. Press Rent Now')
  expect(after.text('#rent')).not.toContain('kept')
  const rented = await site.submit(after, '#rent', { intent: 'rent' }, as)
  expect(rented.location).toMatch('/rental-success')
  const again = await site.post(`/item/${item.id}`, { intent: 'top-up' }, as)
  expect(again.text('dialog[open] h2')).toContain('Your deposit does not need a top-up')
})

test('the withheld amount can be added on the credits page', async () => {
  const shopper = await make.readyShopper()
  await withholdPartOfDeposit(db, shopper, 1050, clock.now())
  const as = { as: shopper }
  const page = await site.get('/credits', as)
  expect(page.text('#deposit')).toContain(
    '$39.50 left of your $50.00 deposit, which secures 1 rental.',
  )
  const form = 'form:has([name=intent][value=top-up-deposit])'
  const redirect = await site.submit(page, form, { intent: 'top-up-deposit' }, as)
  const checkout = await site.get(redirect.location ?? '', as)
  const paid = await site.submit(checkout, 'form[action^="/sandbox/checkout/"]', {}, as)
  expect((await site.get(paid.location ?? '', as)).location).toBe('/credits')
  const shown = await section(shopper)
  expect(shown).toContain('$50.00 held since')
  expect(shown).toContain('Added to your deposit')
  const twice = await site.post('/credits', { intent: 'top-up-deposit' }, as)
  expect(twice.location).toBe('/credits')
  expect((await site.get('/credits', as)).text()).toContain(
    'Your deposit does not need a top-up right now.',
  )
})

test('a top-up that is paid too late says that it is refunded', async () => {
  const shopper = await make.readyShopper()
  await withholdPartOfDeposit(db, shopper, 1050, clock.now())
  const as = { as: shopper }
  const open = async () =>
    site.get((await site.post('/credits', { intent: 'top-up-deposit' }, as)).location ?? '', as)
  const form = 'form[action^="/sandbox/checkout/"]'
  const [first, second] = [await open(), await open()]
  const ways = [await site.submit(first, form, {}, as), await site.submit(second, form, {}, as)]
  expect((await site.get(ways[0]?.location ?? '', as)).location).toBe('/credits')
  const late = await site.get(ways[1]?.location ?? '', as)
  expect(late.text('h1')).toBe('We are refunding this payment')
  expect(late.text()).toContain('Your deposit no longer needs this payment')
  const session = new URL(late.url).searchParams.get('session_id')
  const elsewhere = await site.get(`/rental-success?session_id=${session}`, as)
  expect(elsewhere.text('main')).toContain('Your deposit no longer needs this payment')
  await site.drainJobs()
})

test('a posted refund request is refused while a rental is open, or without a deposit', async () => {
  const shopper = await make.shopper()
  const ask = async () => {
    await site.post('/credits', { intent: 'refund-deposit' }, { as: shopper })
    return (await site.get('/credits', { as: shopper })).text()
  }
  expect(await ask()).toContain('You have no deposit to refund.')
  await payDeposit(site, shopper)
  await make.rental({ renter: shopper })
  expect(await ask()).toContain('You can get your deposit back when your open rental ends.')
  const refunds = await db
    .selectFrom('refunds as r')
    .innerJoin('checkout_orders as o', 'o.id', 'r.order_id')
    .select('r.id')
    .where('o.user_id', '=', shopper.id)
    .execute()
  expect(refunds).toEqual([])
})

test('a refund that fails later is shown, and a new deposit can be paid', async () => {
  const shopper = await make.shopper()
  await payDeposit(site, shopper, 'refundFails')
  await site.post('/credits', { intent: 'refund-deposit' }, { as: shopper })
  await site.drainJobs()
  clock.advance({ seconds: 15 })
  await site.drainJobs()
  expect(await section(shopper)).toContain('Could not be refunded to your card')
  await payDeposit(site, shopper)
  const shown = await section(shopper)
  expect(shown).toContain('$50.00 held since')
  expect(shown).toContain('Could not be refunded to your card')
})

test('an unfinished deposit payment leads back to the item with its dates', async () => {
  const image = await site.make.image()
  const item = await site.make.item({ image_id: image.id })
  const shopper = await site.make.shopper()
  const back = `/item/${item.id}?start=2027-03-01&end=2027-03-07`
  const address = (returnTo: string) =>
    `/deposit-success?${new URLSearchParams({ session_id: 'nobodys', return_to: returnTo })}`
  const page = await site.get(address(back), { as: shopper })
  const links = page.$$('main a').map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['Back to the item', back],
    ['Go to credits', '/credits'],
  ])
  expect(page.$('main img').getAttribute('alt')).toBe(item.title)
  const elsewhere = await site.get(address('/credits'), { as: shopper })
  expect(elsewhere.$$('main a').map((link) => link.textContent)).toEqual(['Go to credits'])
})

test('the statement has the deposit as money, which leaves the balance as it was', async () => {
  const shopper = await make.shopper()
  const at = (minutes: number) => new Date(clock.now().getTime() - minutes * 60_000)
  await make.credits(shopper, 30, { now: at(30) })
  await make.deposit(shopper, { paidAt: at(20) })
  await make.credits(shopper, 7, { now: at(10) })
  const rows = (await site.get('/credits', { as: shopper })).$$('tbody tr')
  const cells = rows.map((row) =>
    row.querySelectorAll('td').map((cell) => cell.textContent.trim().replace(/\s+/g, ' ')),
  )
  expect(cells.map(([, , paid, credits, balance]) => [paid, credits, balance])).toEqual([
    ['', '+7', '37'],
    ['$50.00', '', '30'],
    ['', '+30', '30'],
  ])
  expect(cells[1]?.[0]).toContain('Refundable deposit')
  const csv = (await site.get('/credits/statement.csv', { as: shopper })).html
  expect(csv).toMatch(/Refundable deposit,50\.00,0,30\r\n/)
})
