import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { publishDueRatings } from '#domain/care/ratings/publish-ratings.ts'
import { RATING_DAYS } from '#domain/care/ratings/rating-limits.ts'
import { flatPng } from '#gateways/images/testing/hostile-files.ts'
import { expectAccessible, testBrowser } from '#test/browser/browser.ts'
import { ratedRental } from '#test/worlds/rating-world.ts'
import { focused, type InputMethod, keyboard, withoutScript } from './input-methods.ts'

const site = await testBrowser()
const { make, db, clock } = site

/** Photos made by factories have no file. */
const allowedErrors = /404/
const photo = {
  name: 'worn.png',
  mimeType: 'image/png',
  buffer: Buffer.from(flatPng(400, 300)),
}

interface Way {
  readonly hands: InputMethod
  readonly javaScript: boolean
  readonly width: number
}

const ways: readonly (Way & { readonly name: string })[] = [
  { name: 'on a phone with the keyboard', hands: keyboard, javaScript: true, width: 390 },
  { name: 'without JavaScript', hands: withoutScript, javaScript: false, width: 1280 },
]

interface Written {
  readonly byCloset?: { words: string }
  readonly byRenter?: { words: string }
}

async function completed(written: Written = {}) {
  const closet = await make.closet({ full_name: 'Rosa Vintage' })
  const renter = await make.shopper({ full_name: 'Ann Lee' })
  const item = await make.item({ closet, title: 'Emerald gown' })
  const { rentalId } = await ratedRental(db, { closet, renter, item, ...written }, clock.now())
  const [mine, theirs] = [`/my-rentals/${rentalId}`, `/business/rentals/${rentalId}`]
  return { closet, renter, item, mine, theirs }
}

/** Chooses four of the five stars. */
async function giveFour(page: Page, { hands, javaScript }: Way) {
  const star = (name: string) => page.getByRole('radio', { name, exact: true })
  if (!javaScript)
    return await page
      .locator('label')
      .filter({ has: star('4 stars') })
      .click()
  await hands.fill(star('1 star'), ' ')
  for (let at = 1; at < 4; at++) await page.keyboard.press('ArrowRight')
  await focused(star('4 stars'))
}

const reviews = (page: Page) => page.locator('#reviews')

test.each(ways)('two reviews are published as soon as both are written, $name', async (way) => {
  const { hands, javaScript, width } = way
  const { closet, renter, item, mine, theirs } = await completed()
  const plain = { width, javaScript, allowedErrors }
  const page = await site.open(mine, { as: renter, ...plain })
  await giveFour(page, way)
  await hands.fill(page.getByLabel('Your review'), 'A little tight, and lovely.')
  await page.getByLabel('How does it fit?').selectOption('small')
  if (!javaScript) await page.locator('input[name=rating_photos][type=file]').setInputFiles(photo)
  await hands.press(page.getByRole('button', { name: 'Save review' }))
  await page.getByText('Saved. You can change it until it is published.').waitFor()

  const answering = await site.open(theirs, { as: closet, ...plain })
  await answering.getByText('Write a review').first().waitFor()
  expect(await answering.getByText('A little tight').count()).toBe(0)
  await giveFour(answering, way)
  await hands.fill(answering.getByLabel('Your review'), 'Punctual.')
  await hands.press(answering.getByRole('button', { name: 'Save review' }))
  await reviews(answering).getByText('A little tight, and lovely.').waitFor()

  await page.goto(mine)
  await reviews(page).getByText('Punctual.').waitFor()
  await page.goto(`/item/${item.id}`)
  await reviews(page).getByText('4.0 (1 review). Runs small 1').waitFor()
  expect(await reviews(page).getByRole('img', { name: 'Worn by Ann L.' }).count()).toBe(
    javaScript ? 0 : 1,
  )
  if (javaScript) await expectAccessible(page)
})

test('an item with reviews opened from another item is shown from the top', async () => {
  const byCloset = { words: 'Punctual.' }
  const { closet, item } = await completed({ byCloset, byRenter: { words: 'Lovely.' } })
  const other = await make.item({ closet, title: 'Silk skirt' })
  const byRenter = { words: 'Too long.' }
  await ratedRental(db, { closet, item: other, byRenter, byCloset }, clock.now())
  const page = await site.open(`/item/${item.id}`, { allowedErrors })
  await reviews(page).getByText('Lovely.').waitFor()
  const card = page.getByRole('article').filter({ hasText: 'Silk skirt' }).first()
  await card.getByRole('link', { name: /^View Details/ }).click()
  await reviews(page).getByText('Too long.').waitFor()
  // Effects of the page run after the next frame.
  await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => setTimeout(shown))))
  const heading = reviews(page).getByRole('heading', { name: 'Reviews' })
  expect(await heading.evaluate((one) => one === document.activeElement)).toBe(false)
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})

test('a single review is published after 14 days and answered with the keyboard', async () => {
  const { renter, item, mine } = await completed({ byCloset: { words: 'Punctual.' } })
  const before = await site.get(mine, { as: renter })
  expect(before.text('main')).toContain('Write a review')
  expect(before.text('main')).not.toContain('Punctual.')

  clock.advance({ days: RATING_DAYS, seconds: 1 })
  await publishDueRatings(db, clock.now())
  const after = await site.open(mine, { as: renter, width: 390, allowedErrors })
  await reviews(after).getByText('Punctual.').waitFor()
  expect(await after.getByRole('button', { name: 'Save review' }).count()).toBe(0)
  await keyboard.fill(after.getByLabel('Your reply'), 'Thank you!')
  await keyboard.press(after.getByRole('button', { name: 'Send reply' }))
  await reviews(after).getByText('Thank you!').waitFor()
  await after.goto(`/item/${item.id}`)
  expect(await after.getByText('Punctual.').count()).toBe(0)
})

test('hiding a review with the keyboard leaves the focus in the list', async () => {
  const both = { byRenter: { words: 'You are a mess.' }, byCloset: {} }
  await ratedRental(db, both, clock.now())
  const page = await site.open('/admin/reviews', { as: await make.admin() })
  await page.getByRole('link', { name: /^Hide/ }).first().press('Enter')
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel('In your own words').fill('It insults.')
  await dialog.getByRole('button', { name: 'Hide review' }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await expect
    .poll(() =>
      page.evaluate(() => document.activeElement?.closest('section')?.getAttribute('aria-label')),
    )
    .toBe('Reviews')
})
