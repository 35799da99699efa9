import { expect, test } from 'vitest'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testBrowser } from '#test/browser/browser.ts'
import { focused } from './input-methods.ts'

test('a shopper in Boston gets an item from Austin only as she chose, with the keyboard', async () => {
  const site = await testBrowser()
  const { make, db, clock } = site
  const closet = await make.closet({
    ...{ full_name: 'Wild Fig', city: 'Austin', state: 'TX', driving_distance: '10 miles' },
    offers_pickup: true,
  })
  const item = await make.item({ closet, title: 'Emerald gown' })
  const shopper = await make.readyShopper({ credits: 60 })
  const today = calendarDateIn('America/New_York', clock.now())
  const dates = `?start=${addDays(today, 3)}&end=${addDays(today, 9)}`
  const page = await site.open(`/item/${item.id}${dates}`, { as: shopper, width: 390 })
  await page.getByLabel('Phone').fill('617 555 0101')
  await page.getByLabel('Delivery address').fill('12 Beacon Street, Boston, MA 02116')
  const rent = page.getByRole('button', { name: 'Rent Now' }).filter({ visible: true })
  await rent.click()
  // The way that remains has the focus, and nothing is chosen for her.
  const pickup = page.getByRole('radio', { name: 'Pick it up in Austin, TX' })
  await focused(pickup)
  await page.getByText('Boston is about 1,700 miles away.').waitFor()
  expect(await page.getByRole('radio', { checked: true }).count()).toBe(0)
  await page.keyboard.press('ArrowDown')
  await focused(page.getByRole('radio', { name: 'Ask the closet anyway' }))
  await rent.click()
  await page.getByRole('heading', { name: 'Request sent: Emerald gown' }).waitFor()
  const rows = await db.selectFrom('rentals').select('handover').execute()
  expect(rows).toEqual([{ handover: 'ask' }])
})
