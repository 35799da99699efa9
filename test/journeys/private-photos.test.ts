import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Person } from '#domain/shared/actors.ts'
import { flatPng } from '#gateways/images/testing/hostile-files.ts'
import { testBrowser } from '#test/browser/browser.ts'
import { keyboard, withoutScript } from './input-methods.ts'

const site = await testBrowser()
const { make } = site

/** Photos made by factories have no file, and photos that are gone are asked for. */
const allowedErrors = /404/
const file = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from(flatPng(400, 300)) }

const ways = [
  { name: 'on a phone with the keyboard', hands: keyboard, javaScript: true, width: 390 },
  { name: 'without JavaScript', hands: withoutScript, javaScript: false, width: 1280 },
]

const isDrawn = (page: Page) =>
  page
    .getByRole('img', { name: /^From / })
    .evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0)

test.each(ways)('only the two people of a conversation see its photos $name', async ({
  hands,
  javaScript,
  width,
}) => {
  const { id, shopper, closet } = await make.conversation({ now: site.clock.now() })
  const plain = { width, javaScript, allowedErrors }
  const sending = await site.open(`/messages/${id}`, { as: shopper, ...plain })
  await sending.locator('input[type=file]').setInputFiles(file)
  if (javaScript) {
    const chosen = sending.getByRole('img', { name: 'Photo 1' })
    await expect
      .poll(() => chosen.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
  }
  await hands.press(sending.getByRole('button', { name: 'Send' }))
  await expect.poll(() => isDrawn(sending)).toBe(true)

  const reading = await site.open(`/messages/${id}`, { as: closet, ...plain })
  await expect.poll(() => isDrawn(reading)).toBe(true)
  const link = reading.getByRole('link', { name: /^From / })
  const address = (await link.getAttribute('href')) ?? ''
  const statusFor = async (as: Person | null) => (await site.get(address, { as })).status
  expect(await statusFor(closet)).toBe(200)
  for (const other of [await make.shopper(), await make.admin()])
    expect(await statusFor(other)).toBe(404)
  expect(await statusFor(null)).toBe(302)

  await hands.press(sending.getByRole('link', { name: 'Unsend this message' }).last())
  await hands.press(sending.getByRole('button', { name: 'Unsend', exact: true }))
  await sending.getByText('This message was unsent.').waitFor()
  expect(await statusFor(closet)).toBe(404)
  await reading.reload()
  await reading.getByText('This message was unsent.').waitFor()
  expect(await reading.getByRole('img', { name: /^From / }).count()).toBe(0)
})
