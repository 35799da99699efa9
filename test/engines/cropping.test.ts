import { Key } from 'selenium-webdriver'
import { test } from 'vitest'
import {
  expectCropAsShown,
  orientations,
  photoWithPlaces,
  type ShownCrop,
  shownCrop,
} from '#test/browser/photo-with-places.ts'
import type { Page } from './page.ts'
import { photoFile } from './photo-file.ts'
import { button, byRole, css, field } from './targets.ts'
import { testWebKit } from './webkit.ts'

const site = await testWebKit()

/** Halves the frame, and moves it to the left and down. */
async function moveFrame({ driver, find }: Page) {
  const press = async (place: string, key: string, times: number) => {
    await driver.executeScript('arguments[0].focus()', await find(css(place)))
    const keys = Array<string>(times).fill(key)
    await driver
      .actions()
      .keyDown(Key.SHIFT)
      .sendKeys(...keys)
      .keyUp(Key.SHIFT)
      .perform()
  }
  await press('.ord-se', Key.ARROW_LEFT, 8)
  await press('.ReactCrop__crop-selection', Key.ARROW_LEFT, 3)
  await press('.ReactCrop__crop-selection', Key.ARROW_DOWN, 7)
}

test('whichever way a camera was held, the crop is what the dialog shows', async () => {
  const closet = await site.make.closet()
  const page = await site.open('/business/items/new', { as: closet })
  const { driver } = page
  for (const orientation of orientations) {
    await page.attach(field('Photo'), photoFile(await photoWithPlaces(orientation)))
    await page.sees(css('.ReactCrop__crop-selection'))
    await moveFrame(page)
    const shown = await driver.executeScript<ShownCrop>(shownCrop)
    const store = async () => {
      await page.press(button('Use photo'))
      await page.seesNot(byRole('dialog'))
      const id = await driver.executeScript<string>(
        'return document.querySelector("input[type=hidden][name=image_id]").value',
      )
      return (await site.get(`/uploads/${id}`, { as: closet })).response.arrayBuffer()
    }
    const { screenshot } = page
    await expectCropAsShown(shown, { screenshot, store }, `orientation ${orientation}`)
  }
})
