import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { ItemId } from '#db/ids.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { flatPng } from '#gateways/images/testing/hostile-files.ts'
import { expectAccessible, testBrowser } from '#test/browser/browser.ts'
import { readRows } from '#test/postgres/rows.ts'

const site = await testBrowser()
const { make, db } = site

const file = (n: number) => ({
  name: `${n}.png`,
  mimeType: 'image/png',
  buffer: Buffer.from(flatPng(300, 600 + n)),
})
// Photos made by factories have no file.
const allowedErrors = /status of 404.*\/images\//
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const results = (page: Page) => page.getByRole('main').getByRole('article')

async function photosOf(id: ItemId) {
  const rows = await readRows(db, 'item_photos', 'image_id', { item_id: id }, 'place')
  return rows.map(({ image_id }) => image_id)
}

/** Crops and stores the photos in the dialog, one after another. */
async function useAll(page: Page, count: number) {
  for (let n = 1; n <= count; n++) {
    const title = count > 1 ? `Crop photo ${n} of ${count}` : 'Crop photo'
    const dialog = page.getByRole('dialog', { name: title })
    await dialog.locator('.ReactCrop__crop-selection').waitFor()
    await dialog.getByRole('button', { name: 'Use photo' }).click()
    await dialog.waitFor({ state: 'detached' })
  }
}

async function fillIn(page: Page, title: string) {
  await page.getByLabel('Title').fill(title)
  for (const [label, value] of [
    ['Size', 'M'],
    ['Style', 'Formal'],
    ['Event type', 'Wedding'],
  ] as const)
    await page.getByLabel(label, { exact: true }).selectOption(value)
  await page.getByLabel('Credits per week').fill('14')
  await page.getByLabel('Bust', { exact: true }).fill('37')
  await page.getByLabel('Waist', { exact: true }).fill('76 cm')
}

async function listedBy(closet: ClosetOwner) {
  const { id } = await db
    .updateTable('clothing_items')
    .set({ approval_status: 'approved' })
    .where('business_id', '=', closet.id)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function fillSize(page: Page) {
  await page.getByLabel('Bust').fill('88')
  await page.getByLabel('Waist').fill('27 1/2')
  await page.getByLabel('Waist').press('Enter')
  await page.getByText('88 inches is more than we expect. Did you mean 88 cm?').waitFor()
  expect(await page.getByLabel('Bust').inputValue()).toBe('88')
  await button(page, 'Use 88 cm').click()
  await page.getByText('Your size profile has been saved.').waitFor()
  await button(page, 'Use centimeters').click()
  await expect.poll(() => page.getByLabel('Waist').inputValue()).toBe('70')
  await button(page, 'Save').click()
  await page.getByRole('link', { name: 'See what should fit you' }).click()
  await page.waitForURL('**/search?fit=me')
}

test('an item gets its last two photos, all eight are sorted, and fit finds it', async () => {
  const closet = await make.closet()
  const { id } = await itemWithPhotos(6, closet)
  const page = await site.open(`/business/items/${id}`, { as: closet })
  await page.locator('main input[type=file]').nth(1).setInputFiles([1, 2].map(file))
  await useAll(page, 2)
  await page.getByText('You have added the maximum of 7 more photos.').waitFor()
  await fillIn(page, 'Gown of eight views')
  const order = () =>
    page
      .locator('[name=more_photos]:not([value=""])')
      .evaluateAll((fields) => fields.map((field) => field.getAttribute('value')))
  const before = await order()
  await button(page, 'Move photo 3 earlier').press('Enter')
  const [second, third, ...others] = before
  expect(await order()).toEqual([third, second, ...others])
  await page.getByAltText('View 8').dragTo(page.getByAltText('View 2'))
  const dragged = [others.at(-1), third, second, ...others.slice(0, -1)]
  await expect.poll(order).toEqual(dragged)
  await expectAccessible(page)
  await button(page, 'Save Changes').click()
  await page.waitForURL('**/business')
  expect(dragged).toHaveLength(7)
  expect(await photosOf(id)).toEqual(dragged)
  await listedBy(closet)

  const shopper = await make.shopper()
  const search = await site.open('/search', { as: shopper, allowedErrors })
  await search.getByRole('link', { name: /^Add your measurements/ }).click()
  await fillSize(search)
  await expect.poll(() => results(search).count()).toBe(1)
  await expectAccessible(search)
  await results(search)
    .getByRole('link', { name: /^View Details/ })
    .click()
  await search.getByText('Compared at bust and waist').waitFor()
  await switchUnit(search)
  await gallery(search)
})

/** The page and the history stay where they are. */
async function switchUnit(page: Page) {
  const inches = button(page, 'Show inches')
  await inches.scrollIntoViewIfNeeded()
  const place = () => page.evaluate(() => [window.scrollY, history.length, location.href])
  const before = await place()
  await inches.click()
  await button(page, 'Show centimeters').waitFor()
  await page.getByText('37 in', { exact: true }).waitFor()
  expect(await place()).toEqual(before)
}

/** Looks through the photos and enlarges them with the keyboard. */
async function gallery(page: Page) {
  const photos = page.getByRole('region', { name: 'Photos' })
  const current = photos.locator('[aria-current=true]')
  expect(await current.getAttribute('aria-label')).toBe('Photo 1')
  await photos.getByRole('link', { name: 'Photo 3', exact: true }).press('Enter')
  await expect.poll(() => current.getAttribute('aria-label')).toBe('Photo 3')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => current.getAttribute('aria-label')).toBe('Photo 4')
  await photos.getByRole('link', { name: /photo 4 of 8/ }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Photo 4 of 8' })
  await dialog.waitFor()
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('dialog', { name: 'Photo 3 of 8' }).waitFor()
  await button(page, 'Zoom in').click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => current.getAttribute('aria-label')).toBe('Photo 3')
}

test('on a phone the photos are swiped, and nothing is wider than the screen', async () => {
  const item = await itemWithPhotos(3)
  const page = await site.open(`/item/${item.id}`, { width: 390, allowedErrors })
  const photos = page.getByRole('region', { name: 'Photos' })
  const current = photos.locator('[aria-current=true]')
  await expect.poll(() => current.getAttribute('aria-label')).toBe('Photo 1')
  await photos.locator('.gallery-track').evaluate((track) => track.scrollBy(track.clientWidth, 0))
  await expect.poll(() => current.getAttribute('aria-label')).toBe('Photo 2')
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  await expectAccessible(page)
})

async function itemWithPhotos(count: number, closet?: ClosetOwner) {
  const image_id = (await make.image()).id
  const item = await make.item({ image_id, ...(closet && { closet }) })
  for (let place = 1; place < count; place++) {
    const row = { item_id: item.id, place, image_id: (await make.image()).id }
    await db.insertInto('item_photos').values(row).execute()
  }
  return item
}

test('on a phone without a script photos are added, ordered and shown, and the item is found by fit', async () => {
  const closet = await make.closet()
  const options = { javaScript: false, width: 390, allowedErrors }
  const page = await site.open('/business/items/new', { as: closet, ...options })
  await page.locator('input[name=image_id]').setInputFiles(file(0))
  await page.locator('input[name=more_photos][type=file]').setInputFiles([file(1), file(2)])
  await fillIn(page, 'Gown without a script')
  await page.getByLabel('Bust', { exact: true }).press('Enter')
  await page.waitForURL('**/business')
  const id = await listedBy(closet)
  const [back, label] = await photosOf(id)
  await page.goto(`/business/items/${id}`)
  await button(page, 'Move photo 3 earlier').click()
  await page.getByAltText('View 3').waitFor()
  await button(page, 'Save Changes').click()
  await page.waitForURL('**/business')
  expect(await photosOf(id)).toEqual([label, back])

  const shopper = await make.shopper()
  const search = await site.open('/profile/size', { as: shopper, ...options })
  await fillSize(search)
  const found = results(search).filter({ hasText: 'Gown without a script' })
  await found
    .first()
    .getByRole('link', { name: /^View Details/ })
    .click()
  await search.getByText('Compared at bust and waist').waitFor()
  const photos = search.getByRole('region', { name: 'Photos' })
  await photos.getByRole('link', { name: 'Photo 2', exact: true }).click()
  const track = photos.locator('.gallery-track')
  await expect.poll(() => track.evaluate((list) => list.scrollLeft > 0)).toBe(true)
  const full = photos.getByRole('link', { name: /photo 2 of 3/ })
  await full.click()
  await search.getByRole('heading', { name: 'Photo 2 of 3' }).waitFor()
  expect(await search.locator('main img').getAttribute('src')).toBe(`/images/${label}?w=1600`)
  await search.getByRole('link', { name: 'Next photo' }).click()
  await search.getByRole('heading', { name: 'Photo 3 of 3' }).waitFor()
  await search.getByRole('link', { name: 'Back to Gown without a script' }).click()
  await photos.waitFor()
})
