import { expect, test } from 'vitest'
import { releaseClaims } from '#domain/booking/rentals/changes/corrections.ts'
import { keepDeposit } from '#domain/booking/rentals/changes/rental-review.ts'
import { recordReturn } from '#domain/booking/rentals/changes/rental-steps.ts'
import { testBrowser } from '#test/browser/browser.ts'
import { appealedRental } from '#test/make/appealed-rental.ts'
import { payDeposit } from '#test/make/pay-deposit.ts'
import { keyboard } from './input-methods.ts'

const site = await testBrowser()
const { make, db, clock, database } = site
const admin = await make.admin()

/** Photos made by factories have no file. */
const allowedErrors = /404/

/** The cents of a person's payments that the provider has not refunded. */
async function charged(personId: string): Promise<number> {
  const { rows } = await database.pool.query(
    `select coalesce(sum((c.body->>'amount_captured')::int - (c.body->>'amount_refunded')::int), 0)
       ::int as cents
     from stripe_sandbox.objects c join checkout_orders o
       on o.payment_intent = c.body->>'payment_intent'
     where c.object = 'charge' and o.user_id = $1`,
    [personId],
  )
  return rows[0].cents
}

test('with the keyboard on a phone a withheld deposit is appealed and reduced', async () => {
  const closet = await make.closet({ full_name: 'Rosa Vintage' })
  const renter = await make.shopper({ full_name: 'Ann Lee' })
  const phone = { width: 390, allowedErrors }
  await payDeposit(site, renter)
  const now = clock.now()
  const item = await make.item({ closet, title: 'Emerald gown' })
  const lent = { item, renter, status: 'delivered', createdAt: now } as const
  const { id: rentalId } = await make.rental(lent)
  const on = { rentalId, origin: site.origin, notes: 'The hem is torn.', cents: 2000 }
  for (const step of [recordReturn, keepDeposit])
    expect(await step(db, closet, on, now)).toMatchObject({ ok: true })
  clock.advance({ days: 2 })
  await releaseClaims(db, clock.now())
  await site.drainJobs()
  expect(await charged(renter.id)).toBe(2000)

  const page = await site.open(`/my-rentals/${rentalId}`, { as: renter, ...phone })
  await page.getByText('Appeal until ').waitFor()
  await keyboard.fill(page.getByLabel('What happened?'), 'It was torn when it came.')
  await keyboard.press(page.getByRole('button', { name: 'Send appeal' }))
  await page.getByText('Rosa Vintage can answer until').waitFor()

  const theirs = await site.open('/business', { as: closet, ...phone })
  await keyboard.press(theirs.getByRole('link', { name: 'A renter has appealed about' }))
  await theirs.getByText('“It was torn when it came.”').waitFor()
  await keyboard.fill(theirs.getByLabel('Your answer'), 'It was whole when I sent it.')
  await keyboard.press(theirs.getByRole('button', { name: 'Send answer' }))
  await theirs.getByText('We will decide by').waitFor()

  const office = await site.open('/admin', { as: admin, ...phone })
  await keyboard.press(office.getByRole('link', { name: '1 appeal to decide' }))
  await office.getByText('“It was whole when I sent it.”').waitFor()
  await office.getByLabel('What happens to the money?').selectOption('reduced')
  await keyboard.fill(office.getByLabel('Amount that the renter gets back'), '5')
  await keyboard.fill(office.getByLabel('Reasons'), 'Half of it was there before.')
  await keyboard.press(office.getByRole('button', { name: 'Submit decision' }))
  await office.getByText('No appeal to decide').waitFor()

  await site.drainJobs()
  expect(await charged(renter.id)).toBe(1500)
  await page.goto(`/my-rentals/${rentalId}`)
  await page.getByText('Ann Lee gets $5.00 back, and Rosa Vintage keeps $15.00.').waitFor()
  await page.getByRole('link', { name: 'See your deposit' }).click()
  await page.getByText('$5.00 of that returned after your appeal').waitFor()
  expect(await page.locator('#deposit').getByText('Refunded to your card').count()).toBe(2)
  await theirs.goto('/business/payouts')
  await theirs.getByText('Kept from the deposit').first().waitFor()
  expect(await theirs.getByRole('main').textContent()).toContain('$15.00')
})

test('an appeal is sent, answered and decided without JavaScript', async () => {
  const closet = await make.closet({ full_name: 'Rosa Vintage' })
  const renter = await make.shopper({ full_name: 'Ann Lee' })
  const rentalId = await appealedRental(db, { closet, renter, until: 'withheld' }, clock.now())
  const plain = { javaScript: false, allowedErrors }
  const page = await site.open(`/my-rentals/${rentalId}`, { as: renter, ...plain })
  await page.getByLabel('What happened?').fill('It was torn when it came.')
  await page.getByRole('button', { name: 'Send appeal' }).click()
  await page.getByText('Rosa Vintage can answer until').waitFor()

  const theirs = await site.open(`/business/rentals/${rentalId}`, { as: closet, ...plain })
  await theirs.getByLabel('Your answer').fill('It was whole when I sent it.')
  await theirs.getByRole('button', { name: 'Send answer' }).click()
  await theirs.getByText('We will decide by').waitFor()

  const office = await site.open(`/admin/appeals/${rentalId}`, { as: admin, ...plain })
  await office.getByLabel('What happens to the money?').selectOption('reduced')
  await office.getByLabel('Amount that the renter gets back').fill('5')
  await office.getByLabel('Reasons').fill('Half of it was there before.')
  await office.getByRole('button', { name: 'Submit decision' }).click()
  await office.getByText('No appeal to decide').waitFor()
  const decided = await site.get(`/my-rentals/${rentalId}`, { as: renter })
  expect(decided.text('main')).toContain('Ann Lee gets $5.00 back, and Rosa Vintage keeps $15.00.')
})
