import { expect, test } from 'vitest'
import { creditsBalance } from '#domain/money/credits/credits.ts'
import { testBrowser } from '#test/browser/browser.ts'
import { requestedReturn } from '#test/make/requested-return.ts'
import { keyboard } from './input-methods.ts'

const site = await testBrowser()
const { make, db, clock } = site

/** Photos made by factories have no file. */
const allowedErrors = /404/

async function delivered() {
  const closet = await make.closet({ full_name: 'Rosa Vintage' })
  const renter = await make.shopper({ full_name: 'Ann Lee' })
  const lent = { closet, renter, title: 'Emerald gown', until: 'delivered' } as const
  const rentalId = await requestedReturn(db, lent, clock.now())
  return { closet, renter, rentalId }
}

const agreed = 'Ann Lee will get 10 credits back once you have recorded the return.'

test('an item is sent back because it is too small, on a phone with the keyboard', async () => {
  const { closet, renter, rentalId } = await delivered()
  const phone = { width: 390, allowedErrors }
  const page = await site.open(`/my-rentals/${rentalId}`, { as: renter, ...phone })
  await keyboard.press(page.getByText('Request a return'))
  await keyboard.press(page.getByRole('button', { name: 'Send request' }))
  await page.getByText('Please choose a reason.').waitFor()
  await page.getByLabel('What is wrong?').selectOption('does_not_fit')
  await keyboard.fill(page.getByLabel('In your own words'), 'Too small at the waist.')
  await keyboard.press(page.getByRole('button', { name: 'Send request' }))
  await page.getByText('Rosa Vintage can accept or contest it until').waitFor()

  const theirs = await site.open('/business', { as: closet, ...phone })
  await keyboard.press(
    theirs.getByRole('link', { name: 'A renter waits for your answer about “Emerald gown”' }),
  )
  await theirs.getByText('“Too small at the waist.”').waitFor()
  await keyboard.press(theirs.getByRole('button', { name: 'Contest the return' }))
  await theirs.getByText('Please say why you contest it.').waitFor()
  await keyboard.press(theirs.getByRole('button', { name: 'Accept the return' }))
  await theirs.getByText(agreed, { exact: true }).waitFor()

  await page.bringToFront()
  await page.goto(`/my-rentals/${rentalId}`)
  await page.getByText('You will get 10 credits back once Rosa Vintage').waitFor()
  await page.getByText('Please send it back unworn').waitFor()
  await keyboard.press(page.getByRole('button', { name: 'I sent it back' }))
  await page.getByText('Sent back').first().waitFor()
  expect(await creditsBalance(db, renter.id, clock.now())).toBe(0)

  await theirs.bringToFront()
  await theirs.goto(`/business/rentals/${rentalId}`)
  await keyboard.press(theirs.getByRole('button', { name: 'Mark as returned' }))
  await theirs.getByText('The item is back, and Ann Lee got 10 credits back.').waitFor()
  await page.goto('/credits')
  await page.getByText('Return accepted: Emerald gown').waitFor()
  expect(await creditsBalance(db, renter.id, clock.now())).toBe(10)
})

test('a return is requested and accepted without JavaScript', async () => {
  const { closet, renter, rentalId } = await delivered()
  const plain = { javaScript: false, allowedErrors }
  const page = await site.open(`/my-rentals/${rentalId}`, { as: renter, ...plain })
  await page.getByText('Request a return').click()
  await page.getByLabel('What is wrong?').selectOption('does_not_fit')
  await page.getByLabel('In your own words').fill('Too small at the waist.')
  await page.getByRole('button', { name: 'Send request' }).click()
  await page.getByText('Rosa Vintage can accept or contest it until').waitFor()

  const theirs = await site.open(`/business/rentals/${rentalId}`, { as: closet, ...plain })
  await theirs.getByRole('button', { name: 'Accept the return' }).click()
  await theirs.getByText(agreed, { exact: true }).waitFor()

  await page.reload()
  await page.getByRole('button', { name: 'I sent it back' }).click()
  await page.getByText('Sent back').first().waitFor()
})
