import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { fontsLoaded, testBrowser } from '#test/browser/browser.ts'
import { testClock } from '#test/clock.ts'
import { insertRows } from '#test/postgres/rows.ts'

const site = await testBrowser({ clock: testClock('2026-11-20T15:00:00Z') })
const { make, db } = site
const content = JSON.stringify({ button_text: 'Browse', button_link: '/search' })
await insertRows(db, 'home_sections', {
  id: newId(),
  section_type: 'hero',
  order_index: 0,
  content,
})

const box = async (target: Locator) => {
  const found = await target.boundingBox()
  if (!found) throw new Error(`${target} is not shown`)
  return { ...found, bottom: found.y + found.height, right: found.x + found.width }
}

test('on a phone both chips of the search stay in place while a sheet is open, which one click closes', async () => {
  await make.item()
  const page = await site.open('/search', { width: 390, inSamePage: true })
  await fontsLoaded(page)
  const chips = ['Dates', 'Filters'].map((name) => page.locator('summary', { hasText: name }))
  const places = () => Promise.all(chips.map(box))
  const before = await places()
  expect(before[0]?.y).toBe(before[1]?.y)
  for (const [n, name] of ['Dates', 'Filters'].entries()) {
    await chips[n]?.click()
    const sheet = page.getByRole('dialog', { name, exact: true })
    await sheet.getByRole('button', { name: 'Close' }).waitFor()
    if (name === 'Dates') await sheet.getByRole('grid').locator(':focus').waitFor()
    expect(await places()).toEqual(before)
    await sheet.getByRole('button', { name: 'Close' }).click()
    await sheet.waitFor({ state: 'hidden' })
  }
})

test('on a phone chosen dates of another year are in one line', async () => {
  const as = await make.readyShopper()
  const item = await make.item()
  const path = `/item/${item.id}?start=2027-06-12&end=2027-06-15`
  const page = await site.open(path, { as, width: 390 })
  await fontsLoaded(page)
  const dates = page.getByText('Sat, Jun 12 to Tue, Jun 15, 2027', { exact: true })
  const lines = await dates.first().evaluate((text) => {
    const range = document.createRange()
    range.selectNodeContents(text)
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
  })
  expect(lines).toBe(1)
})

test('on a phone the two dates of the home search are below each other, each in full width', async () => {
  const page = await site.open('/', { width: 390, inSamePage: true })
  const search = page.getByRole('main').getByRole('search')
  const words = await box(search.getByLabel('What do you need?'))
  const [first, last] = [
    await box(search.getByLabel('First day')),
    await box(search.getByLabel('Last day')),
  ]
  expect(first.bottom).toBeLessThan(last.y)
  expect([first.width, last.width]).toEqual([words.width, words.width])
})

test('no search field has the look of the operating system', async () => {
  for (const path of ['/', '/search', '/about']) {
    const page = await site.open(path, { inSamePage: true })
    const looks = await page
      .locator('input[type=search]')
      .evaluateAll((fields) => fields.map((field) => getComputedStyle(field).appearance))
    expect(looks.length).toBeGreaterThan(0)
    expect([path, ...new Set(looks)]).toEqual([path, 'none'])
  }
})

test('a date is in the middle of the height of its field in WebKit too', async () => {
  // WebKit centers it only in a flex container; in Chromium it always is.
  const [closet, admin] = [await make.closet(), await make.admin()]
  for (const [path, as] of [
    ['/business/holidays', closet],
    ['/admin/audit', admin],
  ] as const) {
    const page = await site.open(path, { as, inSamePage: true })
    const looks = await page.locator('input[type=date]').evaluateAll((fields) =>
      fields.map((field) => {
        const { display, alignItems } = getComputedStyle(field)
        return `${display.replace('inline-', '')} ${alignItems}`
      }),
    )
    expect(looks.length).toBeGreaterThan(0)
    expect([path, ...new Set(looks)]).toEqual([path, 'flex center'])
  }
})

test('a question whose buttons are below each other has Cancel first as well', async () => {
  const as = await make.shopper()
  const page = await site.open('/profile/your-data?delete=account', { as, inSamePage: true })
  for (const width of [1280, 390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    const [keep, remove] = [
      await box(page.getByRole('button', { name: 'Keep my account' })),
      await box(page.getByRole('button', { name: 'Delete my account for good' })),
    ]
    const isFirst = keep.y === remove.y ? keep.right < remove.x : keep.bottom < remove.y
    expect([width, isFirst]).toEqual([width, true])
  }
})
