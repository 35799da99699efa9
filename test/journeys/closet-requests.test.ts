import { expect, test } from 'vitest'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { expectAccessible, testBrowser } from '#test/browser/browser.ts'

const site = await testBrowser()
const { make } = site
await make.city({ name: 'Austin', state: 'TX' })
const today = calendarDateIn('America/New_York', site.clock.now())

test('days are blocked in the calendar, listed, and unblocked', async () => {
  const closet = await make.closet()
  const item = await make.item({ closet, title: 'Blue coat' })
  const page = await site.open(`/business/items/${item.id}`, { as: closet })
  await page.getByRole('grid').first().waitFor()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  const [from, to] = [addDays(today, 1), addDays(today, 3)]
  await page.getByLabel('First day').fill(from)
  await page.getByLabel('Last day').fill(to)
  await page.getByRole('button', { name: 'Block these dates' }).click()
  const ranges = page.getByRole('list', { name: 'Blocked dates' }).getByRole('listitem')
  await expect.poll(() => ranges.count()).toBe(1)
  await expectAccessible(page)
  await ranges.getByRole('button', { name: /^Unblock/ }).click()
  await page.getByText('No blocked dates.').waitFor()
})

test('declining a request on the board returns to the board with a message', async () => {
  const closet = await make.closet()
  const item = await make.item({ closet, title: 'Satin cape' })
  await make.rental({ item, start: addDays(today, 9), status: 'pending' })
  for (const answer of ['Go back', 'Decline request']) {
    const page = await site.open('/business', { as: closet, width: 390 })
    await page.getByRole('link', { name: 'Decline Satin cape' }).click()
    const question = page.getByRole('alertdialog', { name: 'Decline the request for Satin cape?' })
    await question.getByRole('button', { name: answer }).click()
    // Checked first, because the message disappears after five seconds.
    if (answer === 'Decline request')
      await page.getByText(/^Declined: Satin cape for .+ The credits were returned\.$/).waitFor()
    await page.waitForURL(`${site.origin}/business`)
    await question.waitFor({ state: 'detached' })
    if (answer === 'Go back') continue
    await page.getByText('Nothing to do right now.').waitFor()
  }
})

test('on a phone, a second tap after Accept does not accept the request that moved up', async () => {
  const closet = await make.closet()
  for (const title of ['First gown', 'Second gown'])
    await make.rental({
      item: await make.item({ closet, title }),
      start: addDays(today, 9),
      status: 'pending',
    })
  const page = await site.open('/business', { as: closet, width: 390 })
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.url())
  })
  // Stops the page's clock, so that the second tap is never too late on a slow machine.
  const setClock = (ms: number) =>
    page.evaluate((at) => void Object.assign(Date, { now: () => at }), ms)
  const tapped = Date.now()
  await setClock(tapped)
  const accept = page.getByRole('button', { name: /^Accept/ }).first()
  await accept.scrollIntoViewIfNeeded()
  await accept.click()
  await page.getByText(/^Accepted: /).waitFor()
  await accept.click()
  expect(posts).toHaveLength(1)
  // An intended second tap works a moment later.
  await setClock(tapped + 1_001)
  await accept.click()
  await expect.poll(() => posts.length).toBe(2)
})

test('the message after Accept covers no button of the rows below', async () => {
  const closet = await make.closet()
  for (const title of ['First cape', 'Second cape'])
    await make.rental({
      item: await make.item({ closet, title }),
      start: addDays(today, 9),
      status: 'pending',
    })
  const page = await site.open('/business/rentals', { as: closet })
  await page
    .getByRole('button', { name: /^Accept/ })
    .first()
    .click()
  const toast = page.getByLabel('Messages').locator('div', { hasText: /^Accepted: / })
  const shown = await toast.first().boundingBox()
  const button = await page
    .getByRole('button', { name: /^Accept/ })
    .first()
    .boundingBox()
  expect((shown?.x ?? 0) + (shown?.width ?? 0)).toBeLessThan(button?.x ?? 0)
})
