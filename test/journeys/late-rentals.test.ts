import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { testBrowser } from '#test/browser/browser.ts'
import { rentalAtRisk } from '#test/make/rental-at-risk.ts'
import { keyboard } from './input-methods.ts'

const site = await testBrowser()
const { make } = site

/** Photos made by factories have no file. */
const allowedErrors = /404/

/** Mia's rental is at risk because Ann returns the item late; another item is free. */
async function atRisk() {
  const closet = await make.closet()
  const renter = await make.shopper({ full_name: 'Mia Moss' })
  await make.credits(renter, 100)
  await make.deposit(renter)
  await rentalAtRisk(site, { closet, renter })
  await make.item({ title: 'Ivory gown' })
  return { closet, renter }
}

const swapped = (page: Page) =>
  page.getByRole('main').getByRole('heading', { name: 'Ivory gown', level: 1 })

test('with the keyboard the next renter swaps a rental at risk for another item', async () => {
  const { closet, renter } = await atRisk()
  const page = await site.open('/my-rentals', { as: renter, allowedErrors })
  await keyboard.press(page.getByRole('link', { name: 'Decide what to do' }))
  await page.getByRole('heading', { name: 'It may not be back in time' }).waitFor()
  await keyboard.press(page.getByRole('link', { name: 'Choose another item' }))
  await page.getByRole('heading', { name: 'Choose another item' }).waitFor()
  await keyboard.press(page.getByRole('button', { name: 'Choose Ivory gown' }))
  await swapped(page).waitFor()

  // The closet's list of late rentals shows no next renter any more.
  const late = await site.open('/business/rentals?filter=late', { as: closet, allowedErrors })
  await late.getByRole('main').getByText('Ann Lee').first().waitFor()
  expect(await late.getByText('Next: Mia').count()).toBe(0)
})
