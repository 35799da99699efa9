import { expect, test } from 'vitest'
import { addDays, calendarDateIn, showDate } from '#domain/shared/time/calendar-date.ts'
import { expectAccessible, testBrowser } from '#test/browser/browser.ts'

const site = await testBrowser()
const { make } = site
const today = calendarDateIn('America/New_York', site.clock.now())

async function namedShopper(full_name: string) {
  const shopper = await make.shopper({ full_name })
  await make.credits(shopper, 50)
  await make.deposit(shopper)
  return shopper
}

/** Photos made by factories have no file. */
const allowedErrors = /404/

test('on a phone a closet allows advance booking, and two shoppers rent the item', async () => {
  const width = 390
  const closet = await make.closet()
  const { id: image_id } = await make.image()
  const words = { style: 'Formal', event_type: 'Wedding' }
  const item = await make.item({ closet, image_id, creditsPerDay: 1, ...words })
  const page = await site.open(`/business/items/${item.id}`, { as: closet, width, allowedErrors })
  await page.getByLabel('Lending').selectOption('Can be booked ahead')
  const days = page.getByLabel('Days between rentals')
  await days.fill('20')
  const save = page.getByRole('button', { name: 'Save Changes' })
  await save.click()
  await page.getByText('Please enter a whole number from 0 to 14.').waitFor()
  await expect.poll(() => days.evaluate((field) => field === document.activeElement)).toBe(true)
  await expectAccessible(page)
  await days.fill('2')
  await save.click()
  await page.waitForURL(`${site.origin}/business`)

  const from = [addDays(today, 30), addDays(today, 10)] as const
  for (const [index, name] of ['Mia Moss', 'Noor Haddad'].entries()) {
    const start = from[index] ?? today
    const dates = new URLSearchParams({ start, end: addDays(start, 6) })
    const as = await namedShopper(name)
    const renting = await site.open(`/item/${item.id}?${dates}`, { as, width, allowedErrors })
    await renting.getByRole('button', { name: 'Rent Now' }).filter({ visible: true }).click()
    await renting.waitForURL(/rental-success/)
  }

  await page.goto(`${site.origin}/business/items/${item.id}`)
  const coming = page.getByRole('region', { name: 'Coming up' }).getByRole('listitem')
  await expect.poll(() => coming.count()).toBe(2)
  expect(await coming.allTextContents()).toEqual([
    `${showDate(from[1])} to ${showDate(addDays(from[1], 6))}NoorNew request`,
    `${showDate(from[0])} to ${showDate(addDays(from[0], 6))}MiaNew request`,
  ])
  await expectAccessible(page)
})
