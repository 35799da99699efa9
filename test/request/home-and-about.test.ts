import type { Insertable } from 'kysely'
import { expect, test } from 'vitest'
import type { SiteCustomization } from '#db/types.ts'
import { saveSizeProfile } from '#domain/accounts/sizes/sizes.ts'
import type { Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { testSite } from '#test/app.ts'
import { insertRows, updateRows } from '#test/postgres/rows.ts'

test('a home page without sections shows a welcome', async () => {
  const site = await testSite()
  const page = await site.get('/')
  expect(page.text('main h1')).toContain('Welcome')
  expect(page.text('main')).toContain('Your home page is being configured. Check back soon!')
})

test('the home page shows its visible sections, even if a row is invalid', async () => {
  const site = await testSite()
  await site.make.item({ title: 'In the carousel' })
  await site.make.item({ title: 'Not approved', approval_status: 'pending' })
  const rows = [
    { section_type: 'hero', title: 'Tonight', content: '[1]' },
    { section_type: 'stats', content: '{"show_brands":"?"}' },
    { section_type: 'carousel', title: 'New', content: '"x"' },
    { section_type: 'cta', title: 'Go', content: '{"button_link":"javascript:alert(1)"}' },
    { section_type: 'text', title: 'Hidden', content: '{}', is_visible: false },
  ] as const
  for (const [order_index, row] of rows.entries()) {
    await insertRows(site.db, 'home_sections', { id: newId(), order_index, ...row })
  }
  const page = await site.get('/')
  expect(page.status).toBe(200)
  expect(page.text('main h1')).toBe('Tonight')
  expect(page.text('main')).toContain('In the carousel')
  expect(page.text('main')).toContain('Happy Customers48+')
  expect(page.html).not.toMatch(/Not approved|javascript:alert|Hidden/)
  expect(page.$('.cta a').getAttribute('href')).toBe('/about')
})

test.each([
  [[], 'Rent designer fashion by the week'],
  [['Tonight'], 'Tonight'],
  [['Tonight', 'Tomorrow'], 'Tonight'],
] as const)('the home page with the heroes %j has one title', async (heroes, title) => {
  const site = await testSite()
  const rows = [
    { section_type: 'text', title: 'About us', content: '{}' },
    ...heroes.map((title) => ({ section_type: 'hero', title, content: '{}' }) as const),
  ] as const
  for (const [order_index, row] of rows.entries())
    await insertRows(site.db, 'home_sections', { id: newId(), order_index, ...row })
  const page = await site.get('/')
  expect(page.$$('h1').map(({ textContent }) => textContent)).toEqual([title])
  expect(page.$$('.hero .hero-title')).toHaveLength(heroes.length)
})

test('a shopper finds their next rental on the home page, and a search in their size and city', async () => {
  const site = await testSite()
  const closet = await site.make.closet({ city: 'Reno', state: 'NV' })
  const item = await site.make.item({ closet, title: 'Silk gown' })
  await site.make.item({ closet })
  const shopper = await site.make.shopper({ city: 'Reno', state: 'NV' })
  const lines = async (as: Person | null) =>
    (await site.get('/', as ? { as } : {}))
      .$$('main aside a')
      .map((link) => [link.textContent, link.getAttribute('href')])
  const inReno = ['Browse Reno, NV', '/search?city=Reno%2C+NV']
  expect(await lines(shopper)).toEqual([inReno])
  const rental = await site.make.rental({ item, renter: shopper, status: 'delivered' })
  await saveSizeProfile(
    site.db,
    shopper,
    { usualSize: 'M', heightCm: null, bustCm: null, waistCm: null, hipsCm: null },
    site.clock.now(),
  )
  expect(await lines(shopper)).toEqual([
    [expect.stringMatching(/^Silk gown: (was )?due back /), `/my-rentals/${rental.id}`],
    ['Browse size M in Reno, NV', '/search?size=M&city=Reno%2C+NV'],
  ])
  for (const as of [null, await site.make.shopper(), await site.make.admin()])
    expect(await lines(as)).toEqual([])
})

test('the about page shows its blocks without hidden ones, which admins see dimmed', async () => {
  const site = await testSite()
  const founder = { name: 'Iris Vale', role: 'Co-founder', image: null, bio: 'Sews.' }
  await updateRows(
    site.db,
    'about_content',
    { section: 'founders' },
    { content: `Two friends.\n\n${JSON.stringify([founder], null, 2)}` },
  )
  await updateRows(
    site.db,
    'about_content',
    { section: 'story' },
    { is_active: false, title: 'The hidden story' },
  )
  await site.make.closet()
  const page = await site.get('/about')
  expect(page.$$('h1')).toHaveLength(1)
  expect(page.text('main')).toContain('Iris ValeCo-founderSews.')
  expect(page.text('main')).not.toContain('{')
  expect(page.text('main')).not.toContain('The hidden story')
  expect(page.$$('main dl div').map(({ textContent }) => textContent)).toEqual([
    'Partner Businesses1+',
    'Brand Partners0',
    'Happy Customers24+',
    'Clothing Items0+',
    'Satisfaction95%',
  ])
  const admins = await site.get('/about', { as: await site.make.admin() })
  expect(admins.text('main')).toContain('The hidden story')
  expect(admins.text('main')).toContain('Hidden from visitors')
})

test('markup and unusual characters in every section are shown as text', async () => {
  const site = await testSite()
  const odd = '<img src=x onerror=alert(1)></script>\u202e👗 "\'&{{7*7}}'
  const rows = [
    ['hero', { description: odd, button_text: odd, button_link: odd }],
    ['subtitle', {}],
    ['text', { text: odd }],
    ['carousel', { filter_type: 'brand', filter_value: odd }],
    ['cta', { button_text: odd, button_link: 'javascript:alert(1)' }],
  ] as const
  for (const [order_index, [section_type, content]] of rows.entries())
    await insertRows(site.db, 'home_sections', {
      id: newId(),
      section_type,
      order_index,
      title: odd,
      subtitle: odd,
      content: JSON.stringify(content),
    })
  const admin = await site.make.admin()
  for (const [path, as] of [
    ['/', null],
    ['/?edit=true', admin],
  ] as const) {
    const page = await site.get(path, { as })
    expect(page.text('main').split(odd).length - 1).toBeGreaterThan(8)
    expect(page.$$('img[src=x], a[href^=javascript], [onerror]')).toEqual([])
    expect(page.html).not.toMatch(/<img src=x|<\/script>\u202e/)
  }
})

test('only admins get edit mode at its address; others see the normal page', async () => {
  const site = await testSite()
  for (const [order_index, [title, is_visible]] of (
    [
      ['Seen', true],
      ['Not seen', false],
    ] as const
  ).entries())
    await insertRows(site.db, 'home_sections', {
      id: newId(),
      section_type: 'subtitle',
      order_index,
      title,
      is_visible,
    })
  for (const as of [null, await site.make.shopper(), await site.make.closet()]) {
    const page = await site.get('/?edit=true', { as })
    expect(page.text('main')).toContain('Seen')
    expect(page.html).not.toMatch(/Not seen|Edit Mode|You need JavaScript/)
  }
  const page = await site.get('/?edit=true', { as: await site.make.admin() })
  expect(page.text('main')).toContain('You need JavaScript to edit the home page.')
  expect(page.text('main')).toContain('Seen')
})

test('each brand on the home page is a link to its own page', async () => {
  const site = await testSite()
  const brand = await site.make.brand({ name: 'Maison Vale' })
  await site.make.brand({ name: 'Left us', is_active: false })
  await insertRows(site.db, 'home_sections', {
    id: newId(),
    section_type: 'brands',
    order_index: 0,
    title: 'Brands',
    content: '{}',
  })
  const page = await site.get('/')
  const links = page.$$('main a[href^="/brands/"]')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Maison Vale', `/brands/${brand.id}`],
  ])
  const brandPage = await site.get(`/brands/${brand.id}`)
  expect([brandPage.status, brandPage.text('main h1')]).toEqual([200, 'Maison Vale'])
})

test('signed-in people see each change of the site at once', async () => {
  const site = await testSite()
  const person = await site.make.person()
  const shown = async () => {
    const page = await site.get('/', { as: person })
    return [page.text('main h1'), page.$$('link[href^="/site-style/"]').length]
  }
  await insertRows(site.db, 'home_sections', {
    id: newId(),
    section_type: 'hero',
    title: 'Tonight',
    order_index: 1,
    content: '{}',
  })
  expect(await shown()).toEqual(['Tonight', 0])
  expect(await shown()).toEqual(['Tonight', 0])
  await site.db.updateTable('home_sections').set({ title: null }).execute()
  const save = (row: Insertable<SiteCustomization>) =>
    site.db
      .insertInto('site_customization')
      .values(row)
      .onConflict((conflict) => conflict.column('setting_key').doUpdateSet(row))
      .execute()
  const title = { setting_type: 'text', category: 'content' } as const
  await save({ setting_key: 'hero_title', setting_value: 'Dressed', ...title })
  expect(await shown()).toEqual(['Dressed', 0])
  const color = { setting_type: 'color', category: 'colors' } as const
  await save({ setting_key: 'primary_500', setting_value: '#123456', ...color })
  expect(await shown()).toEqual(['Dressed', 1])
})
