import { expect, test } from 'vitest'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testBrowser } from '#test/browser/browser.ts'
import { focused } from './input-methods.ts'

test('in My Likes, Any dates clears the date fields, and Back restores them', async () => {
  const site = await testBrowser()
  const shopper = await site.make.shopper()
  const { id: item_id } = await site.make.item()
  const created_at = site.clock.now()
  await site.db.insertInto('likes').values({ item_id, user_id: shopper.id, created_at }).execute()
  const page = await site.open('/my-likes', { as: shopper })
  const [from, until] = [page.getByLabel('Available from'), page.getByLabel('To', { exact: true })]
  const today = (await from.getAttribute('min')) ?? ''
  for (const field of [from, until]) await field.fill(today)
  await page.getByLabel('Sort by').selectOption('Lowest price')
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  await page.getByText('available on your dates').waitFor()
  const entered = () =>
    Promise.all([from, until, page.getByLabel('Sort by')].map((field) => field.inputValue()))
  expect(await entered()).toEqual([today, today, 'price'])
  await page.getByRole('link', { name: 'Any dates' }).click()
  await expect.poll(entered).toEqual(['', '', 'newest'])
  await page.goBack()
  await expect.poll(entered).toEqual([today, today, 'price'])
  // A search without the first day focuses the remaining field.
  await from.fill('')
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  await focused(until)
})

test('My Likes begins with the dates of the last search, until Any dates', async () => {
  const site = await testBrowser()
  const shopper = await site.make.shopper()
  const created_at = site.clock.now()
  for (const title of ['Free gown', 'Gown in use']) {
    const item = await site.make.item({ title, advance_booking: true })
    const liked = { item_id: item.id, user_id: shopper.id, created_at }
    await site.db.insertInto('likes').values(liked).execute()
    const start = addDays(calendarDateIn('America/New_York', created_at), 10)
    if (title === 'Gown in use') await site.make.rental({ item, start, status: 'confirmed' })
  }
  const first = addDays(calendarDateIn('America/New_York', created_at), 11)
  const dates = `start=${first}&end=${addDays(first, 2)}`
  const page = await site.open(`/search?${dates}`, { as: shopper })
  await page.getByText('1 item', { exact: true }).first().waitFor()
  await page.goto(`${site.origin}/my-likes`)
  await page.getByText('1 item available on your dates').waitFor()
  expect(new URL(page.url()).search).toBe(`?${dates}`)
  expect(await page.getByText('Gown in use').count()).toBe(0)
  await page.getByRole('link', { name: 'Any dates' }).click()
  await page.getByText('2 items', { exact: true }).waitFor()
  await page.reload()
  await page.getByText('2 items', { exact: true }).waitFor()
})
