import { expect, test } from 'vitest'
import { releaseClaims } from '#domain/rentals/corrections.ts'
import { keepDeposit } from '#domain/rentals/rental-review.ts'
import { recordReturn } from '#domain/rentals/rental-steps.ts'
import { expectAccessible, testBrowser } from '#test/browser.ts'
import { type Hands, keyboard, mouse, withoutScript } from './hands.ts'

const site = await testBrowser()
const { make, db, clock, database } = site
const admin = await make.admin()

/** The pictures of items of a test have no file. */
const mayComplain = /404/

const ways: readonly { name: string; hands: Hands; javaScript: boolean; width: number }[] = [
  { name: 'on a phone', hands: mouse, javaScript: true, width: 390 },
  { name: 'with the keyboard', hands: keyboard, javaScript: true, width: 1280 },
  { name: 'on a phone without JavaScript', hands: withoutScript, javaScript: false, width: 390 },
]

/** Cents of a person's payments that the provider has not refunded. */
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

test.each(
  ways,
)('a deposit is kept in part, appealed, answered and reduced $name, and every cent is where it belongs', async ({
  hands,
  javaScript,
  width,
}) => {
  const closet = await make.closet({ full_name: 'Rosa Vintage' })
  const renter = await make.shopper({ full_name: 'Ann Lee' })
  await make.credits(renter, 100)
  const plain = { width, javaScript, mayComplain }
  const item = await make.item({ closet, title: 'Emerald gown' })
  const page = await site.open(`/item/${item.id}`, { as: renter, ...plain })
  const checkAccess = async (on = page) => {
    if (javaScript) await expectAccessible(on)
  }
  await hands.press(page.getByRole('button', { name: 'Pay $50 deposit' }))
  await hands.pay(page)
  await page.getByText('Your deposit is paid.').waitFor()

  const now = clock.now()
  const lent = { item, renter, status: 'delivered', createdAt: now } as const
  const { id: rentalId } = await make.rental(lent)
  const on = { rentalId, origin: site.origin, notes: 'The hem is torn.', cents: 2000 }
  for (const step of [recordReturn, keepDeposit])
    expect(await step(db, closet, on, now)).toMatchObject({ ok: true })
  clock.advance({ days: 2 })
  await releaseClaims(db, clock.now())
  await site.drainJobs()
  expect(await charged(renter.id)).toBe(2000)

  await page.goto(`/my-rentals/${rentalId}`)
  await page.getByText('Appeal until ').waitFor()
  await checkAccess()
  await hands.fill(page.getByLabel('What happened?'), 'It was torn when it came.')
  await hands.press(page.getByRole('button', { name: 'Send appeal' }))
  await page.getByText('Rosa Vintage can answer until').waitFor()
  await checkAccess()

  const theirs = await site.open('/business', { as: closet, ...plain })
  await hands.press(theirs.getByRole('link', { name: 'A renter has appealed: please answer' }))
  await theirs.getByText('“It was torn when it came.”').waitFor()
  await checkAccess(theirs)
  await hands.fill(theirs.getByLabel('Your answer'), 'It was whole when I sent it.')
  await hands.press(theirs.getByRole('button', { name: 'Send answer' }))
  await theirs.getByText('We will decide by').waitFor()

  const office = await site.open('/admin', { as: admin, ...plain })
  await hands.press(office.getByRole('link', { name: '1 appeal to decide' }))
  await office.getByText('“It was whole when I sent it.”').waitFor()
  await checkAccess(office)
  await office.getByLabel('What happens to the money?').selectOption('reduced')
  await hands.fill(office.getByLabel('Amount that the renter gets back'), '5')
  await hands.fill(office.getByLabel('Reasons'), 'Half of it was there before.')
  await hands.press(office.getByRole('button', { name: 'Decide' }))
  await office.getByText('No appeal to decide').waitFor()
  await checkAccess(office)

  await site.drainJobs()
  expect(await charged(renter.id)).toBe(1500)
  await page.goto(`/my-rentals/${rentalId}`)
  await page.getByText('Ann Lee gets $5.00 back, and Rosa Vintage keeps $15.00.').waitFor()
  await checkAccess()
  await hands.press(page.getByRole('link', { name: 'See your deposit' }))
  await page.getByText('$5.00 of that returned after your appeal').waitFor()
  expect(await page.locator('#deposit').getByText('Refunded to your card').count()).toBe(2)
  await theirs.goto('/business/payouts')
  await theirs.getByText('Kept from the deposit').first().waitFor()
  expect(await theirs.getByRole('main').textContent()).toContain('$15.00')
})
