import { expect, test } from 'vitest'
import { testSite } from '#test/app.ts'
import type { Page } from '#test/browsing.ts'
import { testClock } from '#test/clock.ts'
import { signIn } from '#test/make/sign-in.ts'

const site = await testSite()
const { make } = site

const footerNames = (page: Page) =>
  page.$$('footer nav').map((nav) => nav.getAttribute('aria-label') ?? '')

test('the overview shows the income of this month and the last six', async () => {
  const own = await testSite({ clock: testClock('2026-11-20T15:00:00Z') })
  const boss = await own.make.admin()
  const overview = async () => {
    const page = await own.get('/admin', { as: boss })
    const figure = page
      .$$('dl[aria-label="Key metrics"] > div')
      .find((box) => box.querySelector('dt')?.textContent === 'Income this month')
    const rows = page
      .$$('section[aria-label="Income by month"] tbody tr')
      .map((row) => row.querySelectorAll('th, td').map(({ textContent }) => textContent))
    return { month: figure?.querySelector('dd')?.textContent, rows }
  }
  const nothing = ['$0.00', '$0.00', '$0.00', '$0.00', '$0.00', '$0.00', '$0.00']
  const empty = await overview()
  expect(empty.month).toBe('$0.00')
  expect(empty.rows.map(([month]) => month)).toEqual([
    'Nov 2026 so far',
    'Oct 2026',
    'Sep 2026',
    'Aug 2026',
    'Jul 2026',
    'Jun 2026',
  ])
  expect(empty.rows.map(([, ...sums]) => sums)).toEqual(empty.rows.map(() => nothing))

  const shopper = await own.make.shopper()
  const buyer = own.stranger()
  buyer.takeCookie(await signIn(own.db, own.settings, shopper, own.clock.now()))
  const bought = await buyer.post('/credits', { product: 'one_time' })
  const checkout = await buyer.get(bought.location ?? '')
  await buyer.follow(await buyer.submit(checkout, 'form[action^="/sandbox/checkout/"]'))
  await own.make.deposit(shopper, { paidAt: own.clock.now() })
  const { month, rows } = await overview()
  expect(month).toBe('$50.00')
  expect(rows[0]?.slice(1)).toEqual([
    '$50.00',
    '$50.00',
    '$0.00',
    '$0.00',
    '$0.00',
    '$50.00',
    '$0.00',
  ])
  expect(rows.slice(1).map(([, ...sums]) => sums)).toEqual(rows.slice(1).map(() => nothing))
})

test('each step of a rental is listed once, with its note', async () => {
  const closet = await make.closet()
  const rental = await make.rental({ item: await make.item({ closet }), status: 'pending' })
  const path = `/business/rentals/${rental.id}`
  const forms: readonly Record<string, string>[] = [
    { intent: 'accept' },
    { intent: 'deliver', step: 'delivery', note: 'With its belt.' },
  ]
  for (const form of forms) await site.post(path, form, { as: closet })
  const page = await site.get(path, { as: closet })
  const lines = page.$$('section[aria-labelledby=history] li').map(({ textContent }) => textContent)
  expect(lines).toHaveLength(3)
  for (const what of ['Requested', 'Accepted', 'Delivered'])
    expect(lines.filter((line) => line.startsWith(what))).toHaveLength(1)
  expect(lines.filter((line) => line.includes('“With its belt.”'))).toEqual([
    expect.stringMatching(/^Delivered/),
  ])
  expect(page.text('section[aria-labelledby=history]')).not.toContain('Noted at delivery')
})

test('workspace screens have a short footer without browsing links', async () => {
  const [closet, admin] = [await make.closet(), await make.admin()]
  const browse = 'footer a[href="/styles"], footer a[href="/occasions"]'
  for (const [path, as] of [
    ['/business', closet],
    ['/business/earnings', closet],
    ['/business/payouts', closet],
    ['/admin', admin],
    ['/admin/users', admin],
  ] as const) {
    const page = await site.get(path, { as })
    expect([path, page.status, footerNames(page)]).toEqual([path, 200, ['Hemline', 'Legal']])
    expect(page.has(browse)).toBe(false)
    expect(page.has('footer a[href="/terms"]')).toBe(true)
  }
  for (const [path, as] of [
    ['/', null],
    ['/styles', closet],
    ['/about', admin],
  ] as const) {
    const page = await site.get(path, { as })
    expect([path, footerNames(page)]).toEqual([path, ['Collection', 'Hemline', 'Legal']])
    expect(page.$$(browse)).toHaveLength(2)
    expect(page.has('footer a[href="/terms"]')).toBe(true)
  }
})
