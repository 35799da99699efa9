import { expect, test } from 'vitest'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { flatPng } from '#gateways/images/testing/hostile-files.ts'
import { expectAccessible, testBrowser } from '#test/browser/browser.ts'
import { type InputMethod, keyboard, withoutScript } from './input-methods.ts'

const site = await testBrowser()
const { make, clock } = site

/** Photos made by factories have no file. */
const allowedErrors = /404/

const ways: readonly { name: string; hands: InputMethod; javaScript: boolean; width: number }[] = [
  { name: 'on a phone with the keyboard', hands: keyboard, javaScript: true, width: 390 },
  { name: 'on a wide screen with the keyboard', hands: keyboard, javaScript: true, width: 1280 },
  { name: 'on a phone without JavaScript', hands: withoutScript, javaScript: false, width: 390 },
  {
    name: 'on a wide screen without JavaScript',
    hands: withoutScript,
    javaScript: false,
    width: 1280,
  },
]

test.each(ways)('a renter says what is wrong, and an admin answers $name', async ({
  hands,
  ...way
}) => {
  const { javaScript } = way
  const plain = { ...way, allowedErrors }
  const [renter, admin] = [await make.shopper({ full_name: 'Ann Lee' }), await make.admin()]
  const start = addDays(calendarDateIn(site.settings.timeZone, clock.now()), 1)
  const item = await make.item({ title: 'Emerald gown' })
  const { id } = await make.rental({ item, renter, start })
  const page = await site.open(`/my-rentals/${id}`, { as: renter, ...plain })
  await hands.press(page.getByRole('link', { name: 'Something is wrong' }))
  await hands.press(page.getByRole('link', { name: 'It is damaged or stained' }))
  await page.getByText('Faster than writing to us').waitFor()
  if (javaScript) await expectAccessible(page)
  await hands.press(page.getByRole('button', { name: 'Send' }))
  await page.getByText('Please say what is wrong.').waitFor()
  await hands.fill(page.getByLabel('What happened?'), 'The hem is torn.')
  const photo = { name: 'hem.png', mimeType: 'image/png', buffer: Buffer.from(flatPng(400, 300)) }
  await page.locator('input[type=file]').setInputFiles([photo])
  if (javaScript) await page.locator('form img').waitFor()
  await hands.press(page.getByRole('button', { name: 'Send' }))
  await page.getByText('We answer by').waitFor()
  await page.getByText('The hem is torn.').waitFor()
  expect(await page.getByAltText(/^From Ann Lee/).count()).toBe(1)

  const desk = await site.open('/admin/support', { as: admin, ...plain })
  await hands.press(desk.getByRole('link', { name: 'Emerald gown' }).first())
  await hands.press(desk.getByRole('button', { name: 'Take it' }))
  await desk.getByText(`The request of Ann Lee is assigned to ${admin.fullName}.`).waitFor()
  await hands.fill(desk.getByLabel('Your answer'), 'We will find you another gown.')
  await hands.press(desk.getByRole('button', { name: 'Send answer' }))
  await desk.getByText('Your answer was sent to Ann Lee.').waitFor()

  await page.reload()
  await page.getByText('We will find you another gown.').waitFor()
  await hands.fill(page.getByLabel('Your message'), 'Thank you!')
  await hands.press(page.getByRole('button', { name: 'Send' }))
  await page.getByRole('paragraph').filter({ hasText: 'Thank you!' }).waitFor()
  await hands.press(page.getByRole('button', { name: 'Close this request' }))
  await page.getByText('that opens it again').waitFor()
})
