import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { RentalId } from '#db/ids.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { flatPng } from '#gateways/images/testing/hostile-files.ts'
import { testBrowser } from '#test/browser/browser.ts'
import { readRows } from '#test/postgres/rows.ts'

const site = await testBrowser()
const { make, db } = site

// Chromium's messages about a request that was cut or sent without a session.
const allowedErrors =
  /Failed to load resource|ERR_FAILED|ERR_CONNECTION_RESET|ERR_INTERNET_DISCONNECTED/
const NOT_SENT = 'Error uploading image. Please try again.'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const chooser = (page: Page) => page.locator('input[type=file]').first()
const handoversOf = (rentalId: RentalId) =>
  readRows(db, 'rental_handovers', ['note', 'image_ids'], { rental_id: rentalId })

const photo = (name: string, width = 400, height = 300) => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(flatPng(width, height)),
})

/** Uploads hang until the connection is cut. */
async function interruptUploads(page: Page) {
  const broken = Promise.withResolvers<void>()
  await page.route('**/uploads', async (route) => {
    await broken.promise
    await route.abort('connectionreset')
  })
  return {
    cut: () => broken.resolve(),
    restore: () => page.unroute('**/uploads'),
  }
}

async function rentalPage(closet: ClosetOwner) {
  const rental = await make.rental({ item: await make.item({ closet }), status: 'confirmed' })
  const page = await site.open(`/business/rentals/${rental.id}`, { as: closet, allowedErrors })
  await page.getByLabel('Note (optional)').fill('Handed over at the door.')
  return { rental, page }
}

test('when the connection is lost during an upload, Try again sends the photo, and no input is lost', async () => {
  const page = await site.open('/business/items/new', { as: await make.closet(), allowedErrors })
  await page.getByLabel('Title').fill('Gown of the lost line')
  const line = await interruptUploads(page)
  await chooser(page).setInputFiles(photo('gown.png', 900, 1200))
  await page.locator('.ReactCrop__crop-selection').waitFor()
  await button(page, 'Use photo').click()
  await button(page, 'Uploading...').waitFor()
  line.cut()
  const dialog = page.getByRole('dialog', { name: 'Crop photo' })
  await dialog.getByRole('alert').getByText(NOT_SENT).waitFor()
  await line.restore()
  await button(page, 'Try again').click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('img', { name: 'Photo, as chosen' }).waitFor()
  expect(await page.getByLabel('Title').inputValue()).toBe('Gown of the lost line')
  expect(await page.locator('input[name=image_id][type=hidden]').inputValue()).not.toBe('')
})

test('handover photos whose upload failed stay beside the field for Try again', async () => {
  const { rental, page } = await rentalPage(await make.closet())
  const line = await interruptUploads(page)
  const photos = [photo('front.png'), photo('back.png')]
  await chooser(page).setInputFiles(photos)
  await page.getByText('Uploading 1 of 2...').first().waitFor()
  line.cut()
  const shown = page.locator('form').getByRole('alert').filter({ hasText: NOT_SENT })
  await shown.getByText('2 photos have not been uploaded.').waitFor()
  await line.restore()
  await shown.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('img', { name: 'Photo 2' }).waitFor()
  expect(await shown.count()).toBe(0)
  await button(page, 'Mark as delivered').click()
  await page.getByText('“Handed over at the door.”').waitFor()
  expect((await handoversOf(rental.id))[0]?.image_ids).toHaveLength(2)
})

test('a photo sent without a session can be sent again after signing in', async () => {
  const { rental, page } = await rentalPage(await make.closet())
  const cookies = await page.context().cookies()
  await page.context().clearCookies()
  await chooser(page).setInputFiles(photo('front.png'))
  const shown = page.locator('form').getByRole('alert')
  await shown.getByText('Please sign in to upload photos.').waitFor()
  await shown.getByRole('link', { name: 'Sign in in a new tab' }).waitFor()
  await page.context().addCookies(cookies)
  await shown.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('img', { name: 'Photo 1' }).waitFor()
  await button(page, 'Mark as delivered').click()
  await page.getByText('“Handed over at the door.”').waitFor()
  expect((await handoversOf(rental.id))[0]?.image_ids).toHaveLength(1)
})

test.for([
  'its connection',
  'its session',
])('photos of a hand-over that loses %s are not chosen again', async (lost) => {
  const { rental, page } = await rentalPage(await make.closet())
  await chooser(page).setInputFiles([photo('front.png'), photo('back.png')])
  await page.getByRole('img', { name: 'Photo 2' }).waitFor()
  const cookies = await page.context().cookies()
  const failed = lost === 'its session' ? 'signed-out' : 'offline'
  if (lost === 'its session') await page.context().clearCookies()
  else await page.context().setOffline(true)
  await button(page, 'Mark as delivered').click()
  await page.locator(`[data-failure=${failed}]`).waitFor()
  await page.getByRole('img', { name: 'Photo 2' }).waitFor()
  await page.context().setOffline(false)
  await page.context().addCookies(cookies)
  await button(page, 'Try again').click()
  await page.getByText('“Handed over at the door.”').waitFor()
  const [stored, ...more] = await handoversOf(rental.id)
  expect(stored).toMatchObject({ note: 'Handed over at the door.' })
  expect([stored?.image_ids.length, more.length]).toEqual([2, 0])
})

test('without a script the page that preserves a handover asks for its photos again', async () => {
  const closet = await make.closet()
  const rental = await make.rental({ item: await make.item({ closet }), status: 'confirmed' })
  const page = await site.open(`/business/rentals/${rental.id}`, { as: closet, javaScript: false })
  const cookies = await page.context().cookies()
  await page.getByLabel('Note (optional)').fill('Handed over at the door.')
  await chooser(page).setInputFiles(photo('front.png'))
  await page.context().clearCookies()
  await button(page, 'Mark as delivered').click()
  await page.getByLabel('Please choose your photos again.').setInputFiles(photo('front.png'))
  await page.context().addCookies(cookies)
  await button(page, 'Send it again').click()
  await page.getByText('“Handed over at the door.”').waitFor()
  expect((await handoversOf(rental.id))[0]?.image_ids).toHaveLength(1)
})
