import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { flatPng } from '#gateways/images/testing/hostile-files.ts'
import { testBrowser } from '#test/browser/browser.ts'

const site = await testBrowser()
const { make } = site
await make.city({ name: 'Austin', state: 'TX' })

const png = (name: string, width = 900, height = 1200) => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(flatPng(width, height)),
})

const choose = (page: Page) => page.locator('input[type=file]').first()
const frame = (page: Page) => page.locator('.ReactCrop__crop-selection')
const box = async (of: Locator) => {
  const found = await of.boundingBox()
  if (!found) throw new Error('it is not drawn')
  return found
}

test('the crop dialog shows its buttons on a laptop; its frame starts with 90 % of the width, moves by 1, 10 and 100 pixels, and stays inside the photo', async () => {
  const closet = await make.closet()
  const page = await site.open('/business/items/new', { as: closet })
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByLabel('Photo', { exact: true }).focus()
  await choose(page).setInputFiles(png('tall.png', 400, 1600))
  await frame(page).waitFor()
  const button = await box(page.getByRole('button', { name: 'Use photo' }))
  expect(button.y + button.height).toBeLessThanOrEqual(900)
  const dialog = page.getByRole('dialog')
  expect(await dialog.evaluate((one) => one.scrollHeight - one.clientHeight)).toBeLessThanOrEqual(1)
  const picture = await box(page.getByRole('img', { name: 'Uncropped original' }))
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
  const wide = await box(page.getByRole('img', { name: 'Uncropped original' }))
  const within = await box(frame(page))
  expect(within.height).toBeLessThanOrEqual(wide.height + 1)
  expect(within.height / within.width).toBeCloseTo(2, 1)
})

test('a photo is drawn as a whole for its crop', async () => {
  const page = await site.open('/business/items/new', { as: await make.closet() })
  // Older versions of WebKit draw another part of a photo taken sideways than the one asked for.
  // Today's engines do not, so what they are asked for is compared.
  await page.evaluate(() => {
    const { prototype } = CanvasRenderingContext2D
    const draw = prototype.drawImage
    const drawn: string[] = []
    Object.assign(window, { drawn })
    prototype.drawImage = function (this: CanvasRenderingContext2D, ...all: unknown[]) {
      drawn.push(`${all[0] instanceof HTMLImageElement ? 'image' : 'other'} ${all.length}`)
      Reflect.apply(draw, this, all)
    }
  })
  await choose(page).setInputFiles(png('a.png'))
  await frame(page).waitFor()
  await page.getByRole('button', { name: 'Use photo' }).click()
  await page.getByRole('img', { name: 'Photo, as chosen' }).waitFor()
  expect(await page.evaluate(() => Reflect.get(window, 'drawn'))).toEqual(['image 5'])
})

test('files that are not photos are refused with a message, and the form stays', async () => {
  const closet = await make.closet()
  const page = await site.open('/business/items/new', { as: closet })
  await page.getByLabel('Title').fill('Kept')
  // Messages stay until dismissed; on a busy machine they could disappear before they are seen.
  await page.evaluate(() => {
    const wait = window.setTimeout
    Object.assign(window, {
      setTimeout: (then: () => void, ms = 0) => (ms === 5000 ? 0 : wait(then, ms)),
    })
  })
  const refuse = async (name: string, mimeType: string, buffer: Buffer, sentence: string) => {
    await choose(page).setInputFiles({ name, mimeType, buffer })
    await page.getByText(sentence).waitFor()
    await page.getByRole('button', { name: 'Dismiss' }).click()
  }
  await refuse('a.pdf', 'application/pdf', Buffer.from('x'), 'Please select an image file')
  // Created in the page, because sending five megabytes to the browser would take long.
  await choose(page).evaluate((input: HTMLInputElement) => {
    const files = new DataTransfer()
    files.items.add(new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'a.png', { type: 'image/png' }))
    input.files = files.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await page.getByText('Image size must be less than 5MB').waitFor()
  await page.getByRole('button', { name: 'Dismiss' }).click()
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
