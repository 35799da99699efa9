import { expect, test } from 'vitest'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testBrowser } from '#test/browser/browser.ts'
import { closetDayWorld, expectDayIsDone } from '#test/worlds/closet-day-world.ts'
import { enterNumber } from './input-methods.ts'

const site = await testBrowser()
const { make } = site
const today = calendarDateIn('America/New_York', site.clock.now())

test('a day of eight handovers to three people and three returns takes at most 12 clicks', async () => {
  const day = await closetDayWorld(site)
  const page = await site.open('/business/day', { as: day.closet, width: 390 })
  let clicks = 0
  const click = async (name: string, role: 'button' | 'link' = 'button') => {
    clicks += 1
    await page.getByRole(role, { name }).click()
  }
  const confirm = async (name: string) => {
    clicks += 1
    await page.getByRole('alertdialog').getByRole('button', { name }).click()
  }
  const isBack = async (text: string) => {
    await page.getByText(text).waitFor()
    await page.waitForURL(`${site.origin}/business/day`)
  }
  await click('All handed over Ana')
  await isBack('Delivered: 4 items to Ana.')
  await click('All handed over Bea')
  await isBack('Delivered: 3 items to Bea.')
  await click('All back, all fine Dora')
  await isBack('Back and fine: Tea dress.')
  await click('The renter did not come Silk cape', 'link')
  await confirm('The renter did not come')
  await isBack('Silk cape: No-show recorded.')
  await click('Not back yet Wool coat', 'link')
  await confirm('Mark as late')
  await isBack('Wool coat: Marked as late.')
  await click('Something is wrong Lace top')
  await enterNumber(page.getByLabel('Keep from the deposit'), '15')
  await page.getByLabel('Condition notes').fill('A torn seam.')
  await click('Keep Deposit')
  await confirm('Keep $15.00')
  await isBack('Lace top: Review saved.')
  expect(clicks).toBeLessThanOrEqual(12)
  await expectDayIsDone(site, day)
})

test.for([390, 1280])('the calendar of 60 items stays on a screen of %i px', async (width) => {
  const closet = await make.closet()
  for (let n = 1; n <= 60; n++) {
    const item = await make.item({ closet, title: `Evening gown number ${n}` })
    if (n % 3 === 0) await make.rental({ item, start: addDays(today, n % 20), status: 'confirmed' })
  }
  const page = await site.open('/business/calendar', { as: closet, width })
  expect(await page.getByRole('rowheader').count()).toBe(60)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  // The last item can be seen with its name, however far its row is scrolled.
  const last = page.getByRole('rowheader').last()
  await last.scrollIntoViewIfNeeded()
  await page.getByRole('cell').last().scrollIntoViewIfNeeded()
  const box = await last.boundingBox()
  expect(box && box.x >= 0 && box.x + box.width <= width).toBe(true)
})
