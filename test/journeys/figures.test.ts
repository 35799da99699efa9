import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, testBrowser } from '#test/browser/browser.ts'
import { yearOfFigures } from '#test/worlds/figures-world.ts'

const site = await testBrowser()
const { admin, closet } = await yearOfFigures(site)

/** How many bars of a chart are visible, and whether all are inside it. */
async function barsOf(page: Page, name: string) {
  const chart = page.getByRole('img', { name })
  await chart.scrollIntoViewIfNeeded()
  return await chart.evaluate((svg) => {
    const around = svg.getBoundingClientRect()
    const bars = [...svg.querySelectorAll('g rect:not(.fill-transparent)')].map((bar) =>
      bar.getBoundingClientRect(),
    )
    const isInside = (bar: DOMRect) =>
      bar.left >= around.left - 1 &&
      bar.right <= around.right + 1 &&
      bar.bottom <= around.bottom + 1
    return {
      shown: bars.filter(({ width, height }) => width > 1 && height > 1).length,
      all: bars.length,
      inside: bars.every(isInside),
    }
  })
}

/** Opens the numbers below a chart; returns the rows of the table. */
async function numbersOf(page: Page, caption: string): Promise<string[][]> {
  await page.locator('summary').filter({ hasText: caption }).first().click()
  const table = page.getByRole('table', { name: caption })
  await table.waitFor()
  return await table
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent)),
    )
}

test.for([
  ['/admin/figures', admin, 'Credits sold, spent and expired in the last 12 months'],
  ['/business/figures?page=1', closet, 'Dollars earned in the last 12 months'],
] as const)('axe finds nothing on %s with figures, and all bars are seen', async ([
  path,
  as,
  chart,
]) => {
  const page = await site.open(path, { as })
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await expectAccessible(page)
    const bars = await barsOf(page, chart)
    expect(bars).toEqual({ shown: bars.all, all: bars.all, inside: true })
    expect(bars.all).toBeGreaterThan(0)
    const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
    expect(scrollWidth).toBe(clientWidth)
  }
})

const onPhone = { width: 390, javaScript: false }

test('an admin reads the figures on a phone without a script', async () => {
  const page = await site.open('/admin', { as: admin, ...onPhone })
  await page.getByRole('link', { name: 'Credits owed and spent' }).click()
  await page.getByRole('heading', { name: 'Analytics', level: 1 }).waitFor()
  await page.waitForLoadState()
  expect(await page.getByText('A spent credit brought 96.5¢ in 90 days').count()).toBe(1)
  const moved = await barsOf(page, 'Credits sold, spent and expired in the last 12 months')
  expect(moved).toEqual({ shown: moved.all, all: moved.all, inside: true })
  // Sold and spent, in the seven to eleven months of rentals, depending on the current day.
  expect(moved.all).toBeGreaterThanOrEqual(2 * 7)
  const rows = await numbersOf(page, 'Credits by month')
  expect(rows).toHaveLength(12)
  expect(rows[0]).toHaveLength(6)
  for (const name of ['Revenue per spent credit in cents', 'Credits that expire in each'])
    expect((await barsOf(page, name)).shown).toBeGreaterThan(0)
})

test('a closet reads its figures on a phone without a script', async () => {
  const page = await site.open('/business/earnings', { as: closet, ...onPhone })
  await page.getByRole('link', { name: 'Analytics' }).click()
  await page.getByRole('heading', { name: 'Analytics', level: 1 }).waitFor()
  await page.waitForLoadState()
  const earned = await barsOf(page, 'Dollars earned in the last 12 months')
  expect(earned).toEqual({ shown: earned.all, all: earned.all, inside: true })
  expect(await page.getByRole('list', { name: 'Most used items' }).innerText()).toContain(
    'Emerald gown',
  )
  expect(await numbersOf(page, 'Searches that found nothing')).toContainEqual(['Gown', 'M', '41'])
  expect(await page.getByText('Not rented since').count()).toBe(1)
})
