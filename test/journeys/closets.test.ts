import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { finishClaims } from '#domain/rentals/corrections.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { addDays, calendarDateIn } from '#domain/shared/calendar-date.ts'
import { sharp } from '#gateways/images/decoders.ts'
import { flatPng } from '#gateways/images/testing/hostile-files.ts'
import { expectAccessible, testBrowser } from '#test/browser.ts'
import { mouse, withoutScript } from './hands.ts'

const site = await testBrowser()
const { make, db } = site
await make.city({ name: 'Austin', state: 'TX' })
const today = calendarDateIn('America/New_York', site.clock.now())
const admin = await make.admin({ full_name: 'Ada Admin' })

const png = (name: string, width = 900, height = 1200) => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(flatPng(width, height)),
})

/** What was kept is final now, and the rest goes back. */
async function twoDaysToObject(): Promise<void> {
  await finishClaims(db, new Date(site.clock.now().getTime() + 2 * 86_400_000))
  await site.drainJobs()
}

const choose = (page: Page) => page.locator('input[type=file]')
const frame = (page: Page) => page.locator('.ReactCrop__crop-selection')
const box = async (of: Locator) => {
  const found = await of.boundingBox()
  if (!found) throw new Error('it is not drawn')
  return found
}

async function fillApplication(page: Page): Promise<void> {
  await page.getByLabel('Full name').fill('Nora Quist')
  await page.getByLabel('City').selectOption({ label: 'Austin, TX' })
  await page.getByRole('textbox', { name: 'Instagram' }).fill('@noras.rail')
  await page.getByLabel('Driving distance').selectOption('20 miles')
  await page.getByLabel('Meeting flexibility').fill('Evenings.')
  await page.getByLabel('Contact phone').fill('512 555 0100')
}

async function fillItem(page: Page, title: string): Promise<void> {
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Size').selectOption('M')
  await page.getByLabel('Style').selectOption('Formal')
  await page.getByLabel('Event type').selectOption('Wedding')
  await page.getByLabel('Credits per week').fill('10')
}

/** Rents the item and pays the deposit on the payment pages, as somebody who has credits. */
async function rentIt(path: string, shopper: Shopper, hands: typeof mouse, javaScript: boolean) {
  const page = await site.open(path, { as: shopper, javaScript })
  await hands.pickDates(page, { from: today, to: addDays(today, 6), ahead: 0 })
  await hands.press(page.getByRole('button', { name: 'Pay $50 deposit' }))
  await hands.pay(page)
  await hands.press(page.getByRole('button', { name: 'Rent Now' }))
  await page.getByRole('heading', { name: /^Request sent/ }).waitFor()
}

async function approveInTabs(javaScript: boolean, tab: '/admin/applications' | '/admin/items') {
  const page = await site.open(tab, { as: admin, javaScript })
  await page
    .getByRole('button', { name: /^Approve/ })
    .first()
    .click()
  await page.getByText(/^Approved\./).waitFor()
}

test('apply with photos, be approved, list with a crop, rent out, and keep $12.34 of the deposit', {
  timeout: 150_000,
}, async () => {
  const applicant = await make.shopper()
  const page = await site.open('/business-apply', { as: applicant, width: 390 })
  await fillApplication(page)
  expect(await page.getByLabel('State').inputValue()).toBe('TX')
  await choose(page).setInputFiles([png('one.png'), png('two.png', 1600, 900)])
  await page.getByText('Crop photo 1 of 2').waitFor()
  await frame(page).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use photo' }).click()
  await page.getByText('Crop photo 2 of 2').waitFor()
  await frame(page).waitFor()
  await page.getByRole('button', { name: 'Use photo' }).click()
  await page.getByRole('button', { name: 'Remove photo 2' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Submit application' }).click()
  await page
    .getByText('Your application is under review. You will be notified once approved.')
    .waitFor()
  await expectAccessible(page)

  const tab = await site.open('/admin/applications', { as: admin })
  await tab
    .getByRole('link', { name: /enlarge/ })
    .first()
    .click()
  await tab.getByRole('button', { name: 'Next photo' }).click()
  await tab.getByRole('heading', { name: 'Outfits of Nora Quist, 2 of 2' }).waitFor()
  await tab.keyboard.press('Escape')
  await expectAccessible(tab)
  await tab.getByRole('button', { name: 'Approve Nora Quist' }).click()
  await tab.getByText(/^Approved\./).waitFor()

  await page.reload()
  await page.getByRole('link', { name: 'Go to Business Dashboard' }).click()
  await page.getByRole('link', { name: 'Add Item' }).first().click()
  await page.getByRole('heading', { name: 'Add Item' }).waitFor()
  await fillItem(page, 'Coral gown')
  await page.getByText('Shown as 14 credits per week.').waitFor()
  await page.getByRole('button', { name: 'Add Item' }).click()
  await page.getByText('Please upload and crop an image for your clothing item.').waitFor()
  await choose(page).setInputFiles(png('gown.png'))
  await frame(page).waitFor()
  await page.getByRole('button', { name: 'Use photo' }).click()
  await page.getByRole('img', { name: 'Photo, as chosen' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add Item' }).click()
  await page.getByRole('listitem').filter({ hasText: 'Coral gown' }).getByText('Pending').waitFor()
  await expectAccessible(page)
  await approveInTabs(true, '/admin/items')

  const item = await db
    .selectFrom('clothing_items')
    .select('id')
    .where('title', '=', 'Coral gown')
    .executeTakeFirstOrThrow()
  const shopper = await make.shopper()
  await make.credits(shopper, 20)
  await rentIt(`/item/${item.id}`, shopper, mouse, true)

  await page.goto('/business')
  await page.getByRole('link', { name: 'Coral gown', exact: true }).first().click()
  await page.getByRole('button', { name: 'Accept rental' }).click()
  await page.getByText('Accepted. The renter will get an email.').waitFor()
  await page.getByLabel('Note').fill('With its belt.')
  // Evidence is kept as it was taken: nothing is cropped, and several go at once.
  await choose(page).setInputFiles([png('front.png', 800, 600), png('back.png', 800, 600)])
  await page.getByRole('button', { name: 'Remove photo 2' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Mark as delivered' }).click()
  await page.getByRole('heading', { name: 'Return', exact: true }).waitFor()
  // Nothing is late before its last day has passed.
  expect(await page.getByRole('button', { name: 'Mark as late' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Mark as returned' }).click()
  await page.getByRole('heading', { name: 'Condition' }).waitFor()
  const keep = page.getByRole('button', { name: /^Keep / })
  expect(await keep.count()).toBe(0)
  await page.getByLabel('Keep from the deposit').fill('0')
  expect(await keep.count()).toBe(0)
  await page.getByLabel('Keep from the deposit').fill('12.34')
  await page.getByLabel('Reason').fill('Red wine on the hem.')
  await expectAccessible(page)
  await keep.click()
  const confirmation = page.getByRole('alertdialog', {
    name: `Keep $12.34 of ${shopper.fullName}’s deposit?`,
  })
  await expectAccessible(page)
  await confirmation.getByRole('button', { name: 'Keep $12.34' }).click()
  await page.getByText('$12.34 of the deposit was kept.').waitFor()
  await expectAccessible(page)
  await twoDaysToObject()

  const seen = await site.open('/my-rentals?tab=past', { as: shopper, width: 390 })
  await seen.getByRole('link', { name: /^Details/ }).click()
  await seen.getByText('With its belt.').waitFor()
  await seen.getByRole('img', { name: 'At delivery, 1 of 2' }).waitFor()
  await expectAccessible(seen)
  await seen.getByRole('link', { name: 'See your deposit' }).click()
  const deposit = seen.locator('#deposit')
  await deposit.getByText('$37.66').waitFor()
  await deposit.getByText('Refunded to your card').waitFor()
  expect(await deposit.textContent()).toContain('$12.34')

  await page.goto('/business/earnings')
  await page.getByRole('cell', { name: '$12.34' }).first().waitFor()
  await expectAccessible(page)
})

test('the same without JavaScript; and a delivery that fails gives everything back', async () => {
  const javaScript = false
  const applicant = await make.shopper()
  const page = await site.open('/business-apply', { as: applicant, javaScript })
  await fillApplication(page)
  await page.getByLabel('Meeting flexibility').fill('')
  await choose(page).setInputFiles([png('one.png'), png('two.png')])
  await page.getByRole('button', { name: 'Submit application' }).click()
  expect(await page.getByRole('checkbox', { name: 'Keep' }).count()).toBe(2)
  await page.getByLabel('Meeting flexibility').fill('Evenings.')
  await page.getByRole('button', { name: 'Submit application' }).click()
  await page.getByText(/^Your application is under review/).waitFor()
  await approveInTabs(javaScript, '/admin/applications')

  await page.goto('/business/items/new')
  await fillItem(page, 'Jade suit')
  await choose(page).setInputFiles(png('suit.png', 1600, 900))
  await page.getByRole('button', { name: 'Add Item' }).click()
  await page.getByRole('listitem').filter({ hasText: 'Jade suit' }).getByText('Pending').waitFor()
  await approveInTabs(javaScript, '/admin/items')
  const item = await db
    .selectFrom('clothing_items')
    .select('id')
    .where('title', '=', 'Jade suit')
    .executeTakeFirstOrThrow()
  const shopper = await make.shopper()
  await make.credits(shopper, 14)
  await rentIt(`/item/${item.id}`, shopper, withoutScript, javaScript)

  const next = (name: string) => page.getByRole('button', { name }).click()
  await page.goto('/business')
  await page.getByRole('link', { name: 'Jade suit', exact: true }).first().click()
  await next('Delivery failed')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delivery failed' }).click()
  await page.getByText('Delivery failed. The renter’s credits were refunded.').first().waitFor()
  const credits = await site.open('/credits', { as: shopper, javaScript })
  await credits.getByText('$50.00 held since').waitFor()
  expect(await credits.getByRole('banner').textContent()).toContain('14')

  await credits.goto(`/item/${item.id}`)
  await withoutScript.pickDates(credits, { from: today, to: addDays(today, 6), ahead: 0 })
  await credits.getByRole('button', { name: 'Rent Now' }).click()
  await credits.getByRole('heading', { name: 'Request sent: Jade suit' }).waitFor()
  await page.goto('/business/rentals')
  await page.getByRole('link', { name: 'Jade suit', exact: true }).first().click()
  await next('Mark as delivered')
  await page.getByLabel('Note').fill('A loose button.')
  await choose(page).setInputFiles(png('button.png'))
  await next('Mark as returned')
  const keep = page.getByRole('button', { name: 'Keep Deposit' })
  expect(await keep.isVisible()).toBe(false)
  await page.getByLabel('Keep from the deposit').fill('12.34')
  await page.getByLabel('Reason').fill('A lost button.')
  await keep.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep $12.34' }).click()
  await page.getByText('$12.34 of the deposit was kept.').waitFor()
  await twoDaysToObject()
  await credits.goto('/credits')
  await credits.locator('#deposit').getByText('$37.66').waitFor()
})

test('the frame begins with 90 % of the width, moves by 1, 10 and 100 pixels, and stays within', async () => {
  const closet = await make.closet()
  const page = await site.open('/business/items/new', { as: closet })
  await page.getByLabel('Photo').focus()
  await choose(page).setInputFiles(png('tall.png', 400, 1600))
  await frame(page).waitFor()
  const picture = await box(page.getByRole('img', { name: 'To be cropped' }))
  const first = await box(frame(page))
  expect(first.width / picture.width).toBeCloseTo(0.9, 2)
  expect(first.height / first.width).toBeCloseTo(2, 1)
  expect(first.x - picture.x).toBeCloseTo((picture.width - first.width) / 2, 0)
  await frame(page).focus()
  const top = async () => Math.round((await box(frame(page))).y - picture.y)
  const began = await top()
  await page.keyboard.press('ArrowDown')
  await expect.poll(top).toBe(began + 1)
  await page.keyboard.press('Shift+ArrowUp')
  await expect.poll(top).toBe(began - 9)
  await page.keyboard.press('Control+ArrowDown')
  await expect.poll(top).toBe(began + 91)
  for (let n = 0; n < 9; n++) await page.keyboard.press('Control+ArrowDown')
  const last = await box(frame(page))
  expect(last.y + last.height).toBeLessThanOrEqual(picture.y + picture.height + 1)
  await page.keyboard.press('Escape')
  await frame(page).waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.id !== '')).toBe(true)
  expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('file')

  await choose(page).setInputFiles(png('wide.png', 2000, 500))
  await frame(page).waitFor()
  const wide = await box(page.getByRole('img', { name: 'To be cropped' }))
  const within = await box(frame(page))
  expect(within.height).toBeLessThanOrEqual(wide.height + 1)
  expect(within.height / within.width).toBeCloseTo(2, 1)
})

test('the crop dialog shows its buttons for a tall photo on a laptop', async () => {
  const closet = await make.closet()
  const page = await site.open('/business/items/new', { as: closet })
  await page.setViewportSize({ width: 1280, height: 900 })
  await choose(page).setInputFiles(png('tall.png', 900, 1500))
  await frame(page).waitFor()
  const button = await box(page.getByRole('button', { name: 'Use photo' }))
  expect(button.y + button.height).toBeLessThanOrEqual(900)
  const dialog = page.getByRole('dialog')
  expect(await dialog.evaluate((one) => one.scrollHeight - one.clientHeight)).toBeLessThanOrEqual(1)
})

test('a photo that a phone took sideways is stored upright', async () => {
  const closet = await make.closet()
  const page = await site.open('/business/items/new', { as: closet })
  const half = (background: string) =>
    sharp({ create: { width: 400, height: 400, channels: 3, background } })
      .png()
      .toBuffer()
  const sideways = await sharp({
    create: { width: 800, height: 400, channels: 3, background: 'red' },
  })
    .composite([{ input: await half('blue'), left: 400, top: 0 }])
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  await choose(page).setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: sideways })
  await frame(page).waitFor()
  await page.getByRole('button', { name: 'Use photo' }).click()
  const shown = page.getByRole('img', { name: 'Photo, as chosen' })
  await shown.waitFor()
  const address = (await shown.getAttribute('src'))?.replace(/\?.*/, '') ?? ''
  const stored = await (await page.request.get(address)).body()
  const { data, info } = await sharp(stored).raw().toBuffer({ resolveWithObject: true })
  expect(info.height / info.width).toBe(2)
  const pixel = (row: number) => [
    ...data.subarray(row * info.width * info.channels, row * info.width * info.channels + 3),
  ]
  const [top, bottom] = [pixel(5), pixel(info.height - 5)]
  expect(top[0]).toBeGreaterThan(200)
  expect(bottom[2]).toBeGreaterThan(200)
})

test('files that are no photos are refused with their sentences, and the form stays', async () => {
  const closet = await make.closet()
  const page = await site.open('/business/items/new', { as: closet })
  await page.getByLabel('Title').fill('Kept')
  const refuse = async (name: string, mimeType: string, buffer: Buffer, sentence: string) => {
    await choose(page).setInputFiles({ name, mimeType, buffer })
    await page.getByText(sentence).waitFor()
    await page.getByRole('button', { name: 'Dismiss' }).click()
  }
  await refuse('a.pdf', 'application/pdf', Buffer.from('x'), 'Please select an image file')
  const large = Buffer.alloc(5 * 1024 * 1024 + 1)
  await refuse('a.png', 'image/png', large, 'Image size must be less than 5MB')
  await refuse('a.png', 'image/png', Buffer.from('x'), 'Error uploading image. Please try again.')
  const other = 'Please choose a JPEG, PNG or WebP photo.'
  await refuse('a.heic', 'image/heic', Buffer.from('x'), other)
  await refuse('a.svg', 'image/svg+xml', Buffer.from('<svg/>'), other)
  const half = Buffer.from(flatPng(900, 1200)).subarray(0, 500)
  await refuse('a.png', 'image/png', half, 'This photo is damaged. Please choose another one.')
  const small = Buffer.from(flatPng(100, 200))
  const least = 'This photo is too small. It must be at least 300 × 400 pixels.'
  await refuse('a.png', 'image/png', small, least)
  expect(await page.getByLabel('Title').inputValue()).toBe('Kept')
})

test('days are blocked in the calendar, listed, and freed again', async () => {
  const closet = await make.closet()
  const item = await make.item({ closet, title: 'Blue coat' })
  const page = await site.open(`/business/items/${item.id}`, { as: closet })
  await page.getByRole('grid').first().waitFor()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  const [from, to] = [addDays(today, 1), addDays(today, 3)]
  await page.getByLabel('First day').fill(from)
  await page.getByLabel('Last day').fill(to)
  await page.getByRole('button', { name: 'Block these dates' }).click()
  const ranges = page.getByRole('list', { name: 'Blocked dates' }).getByRole('listitem')
  await expect.poll(() => ranges.count()).toBe(1)
  await expectAccessible(page)
  await ranges.getByRole('button', { name: /^Unblock/ }).click()
  await page.getByText('No blocked dates.').waitFor()
})

test('whoever declines a request on the board is back on the board, and told', async () => {
  const closet = await make.closet()
  const item = await make.item({ closet, title: 'Satin cape' })
  await make.rental({ item, start: addDays(today, 9), status: 'pending' })
  for (const answer of ['Go back', 'Decline request']) {
    const page = await site.open('/business', { as: closet, width: 390 })
    await page.getByRole('link', { name: 'Decline Satin cape' }).click()
    const question = page.getByRole('alertdialog', { name: 'Decline the request for Satin cape?' })
    await question.getByRole('button', { name: answer }).click()
    await page.waitForURL(`${site.origin}/business`)
    await question.waitFor({ state: 'detached' })
    if (answer === 'Go back') continue
    await page.getByText(/^Declined: Satin cape for .+ The credits were refunded\.$/).waitFor()
    await page.getByText('Nothing to do right now.').waitFor()
  }
})

test('on a phone, a second tap after Accept does not accept the request that moved up', async () => {
  const closet = await make.closet()
  for (const title of ['First gown', 'Second gown'])
    await make.rental({
      item: await make.item({ closet, title }),
      start: addDays(today, 9),
      status: 'pending',
    })
  const page = await site.open('/business', { as: closet, width: 390 })
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.url())
  })
  const accept = page.getByRole('button', { name: /^Accept/ }).first()
  await accept.scrollIntoViewIfNeeded()
  await accept.click()
  await page.getByText(/^Accepted: /).waitFor()
  await accept.click()
  expect(posts).toHaveLength(1)
  // Whoever means it can go on a moment later.
  await expect
    .poll(async () => {
      if (posts.length === 1) await accept.click()
      return posts.length
    })
    .toBe(2)
})
