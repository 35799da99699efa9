import { expect, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testSite } from '#test/app.ts'
import type { Page } from '#test/browsing.ts'
import { insertRows } from '#test/postgres/rows.ts'
import { yearOfFigures } from '#test/worlds/figures-world.ts'

const textOf = (page: Page) => page.$('main')?.textContent ?? ''

test('without any figures the pages say so in plain sentences and draw nothing', async () => {
  const site = await testSite()
  const admin = await site.get('/admin/figures', { as: await site.make.admin() })
  expect(admin.status).toBe(200)
  expect(admin.has('main svg[role=img]')).toBe(false)
  for (const sentence of [
    'No credits were spent in the last 90 days. The payout rate is 45¢ per credit.',
    'No credits were sold, spent or expired in the last year.',
    'No credits are owed.',
    'No revenue came from spent credits in the last year.',
  ])
    expect(textOf(admin)).toContain(sentence)
  const closet = await site.get('/business/figures', { as: await site.make.closet() })
  expect(closet.has('main svg[role=img]')).toBe(false)
  for (const sentence of [
    'Your earnings appear here once a rental is completed.',
    'Your items appear here once they are approved.',
    'No idle items.',
    'Every search by size or category found something.',
  ])
    expect(textOf(closet)).toContain(sentence)
})

test('a rate above what a spent credit brought is an error on the page', async () => {
  const site = await testSite()
  const { admin } = await yearOfFigures(site)
  const calm = await site.get('/admin/figures', { as: admin })
  expect(calm.has('main [role=alert]')).toBe(false)
  expect(textOf(calm)).toContain('A spent credit brought 96.5¢ in 90 days, you pay 45¢.')
  await insertRows(site.db, 'payout_rates', {
    id: newId(),
    cents_per_credit: 98,
    announced_at: new Date(site.clock.now().getTime() - 40 * 86_400_000),
    from_at: site.clock.now(),
  })
  const later = async () =>
    Number(
      /([\d,]+) more expire later/.exec(
        textOf(await site.get('/admin/figures', { as: admin })),
      )?.[1],
    )
  const before = await later()
  await site.make.credits(await site.make.shopper(), 12)
  expect(await later()).toBe(before + 12)
  const alarming = await site.get('/admin/figures', { as: admin })
  expect(alarming.$('main [role=alert]')?.textContent).toBe(
    'The payout rate of 98¢ is above the revenue of 96.5¢ per spent credit: each credit spent on a closet’s item costs 1.5¢ more than it brings in.',
  )
})

test('every chart has its numbers in a table below it', async () => {
  const site = await testSite()
  const { admin, closet } = await yearOfFigures(site)
  for (const [path, as, charts] of [
    ['/admin/figures', admin, 4],
    ['/business/figures', closet, 1],
  ] as const) {
    const page = await site.get(path, { as })
    const drawn = page.$$('main section:has(svg[role=img])')
    expect(drawn).toHaveLength(charts)
    for (const section of drawn) {
      expect(section.querySelector('svg[role=img]')?.getAttribute('aria-label')).toMatch(/^\w+/)
      const rows = section.querySelectorAll('details table tbody tr')
      expect(rows.length).toBeGreaterThan(1)
    }
  }
})

test('a search that finds nothing counts once a day for each visitor', async () => {
  const site = await testSite()
  const today = calendarDateIn('America/New_York', site.clock.now())
  const marks = () =>
    site.db.selectFrom('unmet_search_marks').select(['searched_on', 'size', 'category']).execute()
  await site.make.item({ size: 'M' })
  await site.get('/search?size=M')
  await site.get('/search?q=zzz')
  expect(await marks()).toEqual([])
  for (let n = 0; n < 3; n += 1)
    await site.get(`/search?size=XXL&category=Gown&max_price=${14 * (n + 1)}`)
  expect(await marks()).toEqual([{ searched_on: today, size: 'XXL', category: 'Gown' }])
  await site.get('/search?size=XXL&category=Gown', { as: await site.make.shopper() })
  expect(await marks()).toHaveLength(2)
  await site.get(`/search?size=M&start=${addDays(today, -3)}&end=${today}`)
  expect(await marks()).toHaveLength(2)
})

test('a search page is shown even if its unmet search cannot be recorded', async () => {
  const site = await testSite()
  await site.database.pool.query('alter table unmet_search_marks rename to elsewhere')
  const page = await site.get('/search?size=XXL')
  expect(page.status).toBe(200)
  await site.database.pool.query('alter table elsewhere rename to unmet_search_marks')
})
