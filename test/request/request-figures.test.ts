import { expect, test } from 'vitest'
import { testSite } from '#test/app.ts'

test('the analytics page shows what became of requests, and the use of cities', async () => {
  const site = await testSite()
  const admin = { as: await site.make.admin() }
  const empty = (await site.get('/admin/figures', admin)).text('main')
  expect(empty).toContain('No requests were made in 60 days.')
  expect(empty).toContain('Nothing can be rented, and nothing was.')
  const closet = await site.make.closet({ city: 'Austin', state: 'TX' })
  const item = await site.make.item({ closet, advance_booking: true })
  const createdAt = site.clock.now()
  await site.make.rental({ item, status: 'confirmed', createdAt })
  site.clock.advance({ hours: 1 })
  const page = await site.get('/admin/figures', admin)
  const rows = (caption: string) =>
    page.$$(`section[aria-label="${caption}"] tbody tr`).map((row) => row.textContent)
  expect(rows('Requests and their answers')).toEqual([
    ...['Made10', 'Accepted10', 'Declined00', 'Not answered in time00'],
    ...['Canceled by the renter before an answer00', 'Ended otherwise before an answer00'],
    ...['Not answered yet00', 'Share accepted100%–', 'Usually answeredwithin an hour–'],
  ])
  expect(rows('Use by city')).toEqual(['Austin, TX11'])
})
