import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { testBrowser } from '#test/browser/browser.ts'
import {
  expectCropAsShown,
  orientations,
  photoWithPlaces,
  shownCrop,
} from '#test/browser/photo-with-places.ts'

const site = await testBrowser()

// Before a screenshot, Firefox's driver adds the style `body {}`, which the page does not allow.
const allowedErrors = /sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT\+SmwNZWA=/

/** Halves the frame, and moves it to the left and down. */
async function moveFrame(page: Page) {
  const press = async (place: string, key: string, times: number) => {
    await page.locator(place).focus()
    for (let n = 0; n < times; n++) await page.keyboard.press(`Shift+${key}`)
  }
  await press('.ord-se', 'ArrowLeft', 8)
  await press('.ReactCrop__crop-selection', 'ArrowLeft', 3)
  await press('.ReactCrop__crop-selection', 'ArrowDown', 7)
}

test('whichever way a camera was held, the crop is what the dialog shows', async () => {
  const closet = await site.make.closet()
  const page = await site.open('/business/items/new', { as: closet, allowedErrors })
  const chosen = page.locator('input[type=hidden][name=image_id]')
  for (const orientation of orientations) {
    const buffer = await photoWithPlaces(orientation)
    const file = { name: 'a.jpg', mimeType: 'image/jpeg', buffer }
    await page.locator('input[type=file]').first().setInputFiles(file)
    await page.locator('.ReactCrop__crop-selection').waitFor()
    await moveFrame(page)
    const shown = await page.evaluate(shownCrop)
    const steps = {
      screenshot: () => page.screenshot(),
      store: async () => {
        await page.getByRole('button', { name: 'Use photo' }).click()
        await page.getByRole('dialog').waitFor({ state: 'detached' })
        const stored = await site.get(`/uploads/${await chosen.inputValue()}`, { as: closet })
        return stored.response.arrayBuffer()
      },
    }
    await expectCropAsShown(shown, steps, `orientation ${orientation}`)
  }
})
