import { expect, test } from 'vitest'
import { saveSizeProfile } from '#domain/accounts/sizes/sizes.ts'
import { newId } from '#domain/shared/ids.ts'
import { testBrowser } from '#test/browser/browser.ts'
import { testClock } from '#test/clock.ts'
import { insertRows } from '#test/postgres/rows.ts'

const site = await testBrowser({ clock: testClock('2026-11-20T15:00:00Z') })
const { make, db, clock } = site
const boston = await make.closet({ city: 'Boston', state: 'MA', driving_distance: '10 miles' })
const austin = await make.closet({ city: 'Austin', state: 'TX' })
const right = await make.item({ closet: boston, title: 'Red dress with sleeves', size: 'M' })
await db.insertInto('item_measurements').values({ item_id: right.id, waist_cm: 75 }).execute()
const taken = await make.item({ closet: boston, title: 'Red dress of silk', size: 'M' })
await insertRows(db, 'rental_availability', { item_id: taken.id, blocked_date: '2027-06-13' })
await make.item({ closet: boston, title: 'Red dress, short', size: 'S' })
await make.item({ closet: boston, title: 'Red dress, long', size: 'M', credits_per_day: 9 })
await make.item({ closet: austin, title: 'Red dress of linen', size: 'M' })
await make.item({ closet: boston, title: 'Blue dress', size: 'M' })
await insertRows(db, 'home_sections', {
  ...{ id: newId(), section_type: 'hero', order_index: 0, title: 'For every evening' },
  content: '{}',
})
const shopper = await make.shopper({ zip: '02116' })
const nothing = { usualSize: null, heightCm: null, bustCm: null, hipsCm: null }
await saveSizeProfile(db, shopper, { ...nothing, waistCm: 70 }, clock.now())

const SENTENCE = 'red dress size M near Boston June 12-15 under 40 credits'
const MAX_INTERACTIONS = 3

test.for([
  { width: 390, javaScript: true },
  { width: 1280, javaScript: true },
  { width: 390, javaScript: false },
  { width: 1280, javaScript: false },
])('one sentence on the home page leads to the right piece: $width px, script $javaScript', async ({
  width,
  javaScript,
}) => {
  const page = await site.open('/', { as: shopper, width, javaScript })
  const main = page.getByRole('main')
  let interactions = 0
  const interact = async (step: Promise<unknown>) => {
    interactions += 1
    await step
  }
  const field = main.getByRole('search').getByLabel('What do you need?')
  await interact(field.fill(SENTENCE))
  await interact(field.press('Enter'))
  await page.waitForURL(/\/search\?size=M/)
  const card = main.getByRole('article')
  await expect.poll(() => card.count()).toBe(1)
  expect(await card.textContent()).toMatch(/Red dress with sleeves.*(about 1|less than a) mile/)
  await interact(card.getByRole('link', { name: /^View Details/ }).click())
  await page.waitForURL(`${site.origin}/item/${right.id}?start=2027-06-12&end=2027-06-15`)
  for (const text of [/ mile from you\./i, 'Can be delivered to you.', 'Should fit'])
    await main.getByText(text).first().waitFor()
  expect(interactions).toBeLessThanOrEqual(MAX_INTERACTIONS)
})
