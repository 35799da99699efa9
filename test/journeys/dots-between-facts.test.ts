import { expect, test } from 'vitest'
import { fontsLoaded, testBrowser } from '#test/browser/browser.ts'
import { hangingDots } from '#test/browser/hanging-dots.ts'

const site = await testBrowser()
const { make } = site

test('no line begins or ends with the dot between two facts, at any width and text size', async () => {
  const closet = await make.closet({ city: 'San Francisco', state: 'CA' })
  const described = { category: 'Jumpsuit', colour: 'Multi' } as const
  const item = await make.item({ closet, creditsPerDay: 3, ...described })
  for (let more = 0; more < 3; more++) await make.item({ closet, creditsPerDay: 1 + 40 * more })
  const renter = await make.readyShopper()
  const rented = await make.item({ closet })
  await make.rental({ item: rented, renter, status: 'confirmed', start: '2099-12-01' })
  for (const path of [
    `/item/${item.id}`,
    `/closets/${closet.id}`,
    '/my-rentals',
    '/profile/sign-in',
  ]) {
    const page = await site.open(path, { as: renter, inSamePage: true })
    expect(await page.getByRole('main').textContent()).toContain(' · ')
    for (const width of [320, 360, 390, 768, 1280])
      for (const textSize of ['100%', '200%']) {
        await page.setViewportSize({ width, height: 800 })
        await page.evaluate((size) => {
          document.documentElement.style.fontSize = size
        }, textSize)
        await fontsLoaded(page)
        expect(await hangingDots(page), `${path} at ${width} pixels, ${textSize}`).toEqual([])
      }
  }
})
