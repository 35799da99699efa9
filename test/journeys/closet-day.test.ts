import { expect, test } from 'vitest'
import type { RentalId } from '#db/ids.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testBrowser } from '#test/browser/browser.ts'
import { readRow, updateRows } from '#test/postgres/rows.ts'

const site = await testBrowser()
const { make, db } = site
const today = calendarDateIn('America/New_York', site.clock.now())

async function stateOf(id: RentalId): Promise<string> {
  const columns = ['status', 'return_status', 'condition_status'] as const
  const row = await readRow(db, 'rentals', columns, id)
  return `${row.status} ${row.return_status} ${row.condition_status}`
}

test('a day of eight handovers to three people and three returns takes at most 12 clicks', async () => {
  const closet = await make.closet()
  const person = async (full_name: string) => {
    const shopper = await make.shopper({ full_name })
    await make.deposit(shopper)
    return shopper
  }
  const lend = async (renter: Shopper, title: string, start: number) => {
    const item = await make.item({ closet, title })
    const status = start < 0 ? 'delivered' : 'confirmed'
    const rental = await make.rental({ item, renter, start: addDays(today, start), status })
    await updateRows(db, 'rentals', rental.id, { delivery_address: `1 ${renter.fullName} Street` })
    return rental.id
  }
  const [ana, bea, cleo] = [await person('Ana'), await person('Bea'), await person('Cleo')]
  const handedOver: RentalId[] = []
  for (const n of [1, 2, 3, 4]) handedOver.push(await lend(ana, `Gown ${n}`, 0))
  for (const n of [5, 6, 7]) handedOver.push(await lend(bea, `Gown ${n}`, 0))
  const notMet = await lend(cleo, 'Silk cape', 0)
  const fine = await lend(await person('Dora'), 'Tea dress', -6)
  const damaged = await lend(await person('Emma'), 'Lace top', -6)
  const late = await lend(await person('Fay'), 'Wool coat', -9)
  const page = await site.open('/business/day', { as: closet, width: 390 })
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
  await page.getByLabel('Keep from the deposit').fill('15')
  await page.getByLabel('Condition notes').fill('A torn seam.')
  await click('Keep Deposit')
  await confirm('Keep $15.00')
  await isBack('Lace top: Review saved.')
  expect(clicks).toBeLessThanOrEqual(12)
  for (const id of handedOver) expect(await stateOf(id)).toBe('delivered pending pending_review')
  expect(await stateOf(fine)).toBe('completed returned approved')
  expect(await stateOf(damaged)).toBe('completed returned deposit_kept')
  expect(await stateOf(late)).toBe('delivered late pending_review')
  expect(await readRow(db, 'rentals', 'cancellation', notMet)).toEqual({ cancellation: 'no_show' })
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
