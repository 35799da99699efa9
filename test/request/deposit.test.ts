import { expect, test } from 'vitest'
import { keepDeposit } from '#domain/rentals/rental-review.ts'
import { recordReturn } from '#domain/rentals/rental-steps.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { addDays, calendarDateIn } from '#domain/shared/calendar-date.ts'
import type { CardName } from '#sandbox/payments/cards.ts'
import { testSite } from '#test/app.ts'

const site = await testSite()
const { make, db, clock } = site
const origin = 'http://localhost:3000'
const refundForm = 'form:has([name=intent][value=refund-deposit])'

/** Pays the deposit from an item's page on the sandbox's pages. */
async function payDeposit(shopper: Shopper, card: CardName = 'visa') {
  const item = await make.item()
  const today = calendarDateIn('America/New_York', clock.now())
  const wish = { intent: 'deposit', start: addDays(today, 3), end: addDays(today, 9) }
  const redirect = await site.post(`/item/${item.id}`, wish, { as: shopper })
  const checkout = await site.get(redirect.location ?? '', { as: shopper })
  const form = 'form[action^="/sandbox/checkout/"]'
  const paid = await site.submit(checkout, form, { card }, { as: shopper })
  await site.get(paid.location ?? '', { as: shopper })
}

const section = async (shopper: Shopper) =>
  (await site.get('/credits', { as: shopper })).text('#deposit')

test('a deposit is asked back by two clicks without a script, and seen coming', async () => {
  const shopper = await make.shopper()
  expect(await section(shopper)).toContain('A $50 refundable deposit is asked for')
  await payDeposit(shopper)
  const page = await site.get('/credits', { as: shopper })
  expect(page.text('#deposit')).toContain('$50.00 held since')
  const link = page.$('#deposit a').getAttribute('href') ?? ''
  const asked = await site.get(link, { as: shopper })
  expect(asked.text('dialog[open] h2')).toBe('Get your $50 deposit back?')
  const answer = await site.submit(asked, refundForm, {}, { as: shopper })
  expect(answer.location).toBe('/credits')
  const after = await site.get('/credits', { as: shopper })
  expect(after.text()).toContain('$50 is on its way back to your card.')
  expect(after.text('#deposit')).toContain('On its way back to your card')
  expect(after.text('#deposit')).not.toContain('Request refund')
  await site.drainJobs()
  expect(await section(shopper)).toContain('Returned to your card')
})

test('the rest of a kept deposit is seen, with what was kept and why', async () => {
  const shopper = await make.shopper()
  await payDeposit(shopper)
  const closet = await make.closet()
  const item = await make.item({ closet, title: 'Ivory slip' })
  const rental = await make.rental({ item, renter: shopper, status: 'delivered' })
  expect(await section(shopper)).toContain('It stands behind one rental')
  const on = { rentalId: rental.id, origin }
  await recordReturn(db, closet, on, clock.now())
  await keepDeposit(db, closet, { ...on, cents: 1234, notes: 'Torn hem' }, clock.now())
  await site.drainJobs()
  const shown = await section(shopper)
  expect(shown).toContain('Kept for Ivory slip')
  expect(shown).toContain('“Torn hem”')
  expect(shown).toContain('$12.34')
  expect(shown).toContain('Returned to your card')
  expect(shown).toContain('$37.66')
  const mails = await db
    .selectFrom('mail_outbox')
    .select(['subject', 'recipient_id'])
    .where('template', 'like', 'rental-deposit-kept%')
    .execute()
  expect(mails).toEqual(
    expect.arrayContaining([
      { subject: '$12.34 of your deposit was kept', recipient_id: shopper.id },
      { subject: 'You kept $12.34 for Ivory slip', recipient_id: closet.id },
    ]),
  )
})

test('a posted wish is refused while a rental is open, or without a deposit', async () => {
  const shopper = await make.shopper()
  const ask = async () => {
    await site.post('/credits', { intent: 'refund-deposit' }, { as: shopper })
    return (await site.get('/credits', { as: shopper })).text()
  }
  expect(await ask()).toContain('There is no deposit to return.')
  await payDeposit(shopper)
  await make.rental({ renter: shopper })
  expect(await ask()).toContain('Your deposit returns once your open rental has ended.')
  const refunds = await db
    .selectFrom('refunds as r')
    .innerJoin('checkout_orders as o', 'o.id', 'r.order_id')
    .select('r.id')
    .where('o.user_id', '=', shopper.id)
    .execute()
  expect(refunds).toEqual([])
})

test('a refund that fails later says so, and the shopper may pay a new deposit', async () => {
  const shopper = await make.shopper()
  await payDeposit(shopper, 'refundFails')
  await site.post('/credits', { intent: 'refund-deposit' }, { as: shopper })
  await site.drainJobs()
  clock.advance({ seconds: 15 })
  await site.drainJobs()
  expect(await section(shopper)).toContain('Could not reach your card')
  await payDeposit(shopper)
  const shown = await section(shopper)
  expect(shown).toContain('$50.00 held since')
  expect(shown).toContain('Could not reach your card')
})
