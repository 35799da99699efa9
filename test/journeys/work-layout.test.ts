import { expect, test } from 'vitest'
import { testBrowser } from '#test/browser.ts'

const site = await testBrowser()
const { make } = site

test('on a phone no heading of the earnings is broken inside a word', async () => {
  const closet = await make.closet()
  await make.rental({ item: await make.item({ closet }), status: 'completed' })
  const page = await site.open('/business/earnings', { as: closet, width: 390 })
  const heads = await page.locator('thead th').evaluateAll((cells) =>
    cells.map((cell) => {
      const words = document.createRange()
      words.selectNodeContents(cell)
      const lines = new Set([...words.getClientRects()].map(({ top }) => Math.round(top)))
      const text = cell.textContent.trim()
      return { text, fits: lines.size <= text.split(/\s+/).length }
    }),
  )
  expect(heads.length).toBeGreaterThan(4)
  expect(heads.filter(({ fits }) => !fits)).toEqual([])
})

test('owners of items stand in one column, with buttons beside them or without', async () => {
  const closet = await make.closet({ full_name: 'The Evening Room' })
  for (const approval_status of ['pending', 'approved', 'denied'] as const)
    await make.item({ closet, approval_status })
  const page = await site.open('/admin/items?status=all', { as: await make.admin() })
  const owners = page.getByRole('main').getByRole('link', { name: 'The Evening Room' })
  const places = await owners.evaluateAll((links) =>
    links.map((link) => Math.round(link.getBoundingClientRect().x)),
  )
  expect(places).toHaveLength(3)
  expect(new Set(places).size).toBe(1)
})

test('an item form can be left by Cancel and uses the width of the screen', async () => {
  const closet = await make.closet()
  const page = await site.open('/business/items/new', { as: closet })
  const form = await page.getByRole('main').locator('form').first().boundingBox()
  expect(form?.width).toBeGreaterThan(0.7 * 1280)
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.waitForURL('**/business')
})

test('a new request has one button that is louder than the others', async () => {
  const closet = await make.closet()
  const asked = await make.rental({ item: await make.item({ closet }), status: 'pending' })
  const page = await site.open(`/business/rentals/${asked.id}`, { as: closet })
  const dark = await page.locator('main button').evaluateAll((buttons) =>
    buttons
      .filter((button) => button.checkVisibility())
      .filter((button) => {
        const [red = 255, green = 255, blue = 255, alpha = '1'] =
          getComputedStyle(button).backgroundColor.match(/[\d.]+/g) ?? []
        return Number(alpha) > 0 && Number(red) + Number(green) + Number(blue) < 200
      })
      .map((button) => button.textContent.trim()),
  )
  expect(dark).toEqual(['Accept rental'])
})
