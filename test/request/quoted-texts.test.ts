import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testSite } from '#test/app.ts'

// Texts of the specification that appear only after errors or forged requests.

test('a claim that fails unexpectedly asks to try again', async () => {
  const site = await testSite()
  const shopper = await site.make.shopper()
  await sql`alter table gift_codes rename column claimed_by to taken_by`.execute(site.db)
  const page = await site.post(
    '/credits',
    { intent: 'claim', code: 'ABCDEFGH' },
    { as: shopper, headers: { Referer: '/credits' } },
  )
  await sql`alter table gift_codes rename column taken_by to claimed_by`.execute(site.db)
  expect(page.text()).toContain('An error occurred. Please try again.')
})

test('renting a deleted item shows a page with other items', async () => {
  const site = await testSite()
  const shopper = await site.make.readyShopper()
  const today = calendarDateIn('America/New_York', site.clock.now())
  const page = await site.post(
    `/item/${newId()}`,
    {
      intent: 'rent',
      start: addDays(today, 3),
      end: addDays(today, 9),
      request_key: newId(),
    },
    { as: shopper },
  )
  expect(page.status).toBe(400)
  expect(page.text('dialog[open]')).toContain('Error: Item not found')
  expect(page.text('h1')).toBe('Item Not Found')
})

test('an item without a location says so', async () => {
  const site = await testSite()
  const closet = await site.make.closet({ city: null, state: null })
  const item = await site.make.item({ closet })
  expect((await site.get(`/item/${item.id}`)).text('main')).toContain('Location not specified')
})
