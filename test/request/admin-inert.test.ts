import { expect, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { aboutBlocks } from '#domain/site/about/about.ts'
import { testSite } from '#test/app.ts'
import { photo } from '#test/make/photo.ts'
import { insertRows, readRow } from '#test/postgres/rows.ts'

// All input of admins and other people is shown as text everywhere.
const site = await testSite()
const { make, db } = site
const HOSTILE = `</script><script>alert(1)</script><img src=x onerror=alert(2)>"'\u202e\u0000=1+1 ☠️`
const admin = await make.admin({ full_name: HOSTILE.replaceAll('\0', '') })
const as = { as: admin }
const INJECTED = /<script>alert|<img src=x/

test('markup and unusual characters in editable texts are inert on every page', async () => {
  const brand = await site.post(
    '/admin/brands/new',
    {
      name: HOSTILE.slice(0, 80),
      deal_details: HOSTILE,
      description: HOSTILE,
      logo_id: photo(300, 300),
    },
    as,
  )
  expect(brand.status).toBe(302)
  const { id: brandId } = await db.selectFrom('brands').select('id').executeTakeFirstOrThrow()
  const listing = await site.post(
    '/admin/listings/new',
    {
      title: HOSTILE,
      description: HOSTILE,
      size: 'M',
      style: 'Boho',
      event_type: 'Casual',
      credits_per_week: '7',
      brand_id: brandId,
      image_id: photo(300, 600),
    },
    as,
  )
  expect(listing.status).toBe(302)
  const { id: itemId } = await readRow(db, 'clothing_items', 'id', {})
  const city = { intent: 'add', name: HOSTILE.slice(0, 60), state: '<b>x</b>' }
  expect((await site.post('/admin/cities', city, as)).status).toBe(302)
  const person = await make.person({
    full_name: HOSTILE.replaceAll('\0', ''),
    city: '<script>alert(3)</script>',
    state: '<i>',
    phone: HOSTILE.replaceAll('\0', ''),
  })
  const change = { intent: 'change', person: person.id, from: 'regular', to: 'business' }
  expect((await site.post('/admin/users', change, as)).status).toBe(302)
  const mail = await db.selectFrom('mail_outbox').selectAll().executeTakeFirstOrThrow()
  expect(mail.html_body).not.toMatch(INJECTED)

  const shown = [
    '/',
    '/styles',
    `/item/${itemId}`,
    '/business-apply',
    '/admin',
    '/admin/listings',
    `/admin/listings/${itemId}`,
    `/admin/listings?delete=${itemId}`,
    '/admin/brands',
    `/admin/brands/${brandId}`,
    `/admin/brands?delete=${brandId}`,
    '/admin/cities',
    '/admin/users',
    `/admin/users?change=${person.id}&to=admin`,
    '/admin/audit',
    `/admin/audit?${new URLSearchParams({ noun: HOSTILE, actor: HOSTILE, action: HOSTILE })}`,
    `/admin/brands?${new URLSearchParams({ q: HOSTILE })}`,
    '/admin/mail',
    `/admin/mail/${mail.id}`,
    '/admin/items?status=all',
  ]
  for (const path of shown) {
    const page = await site.get(path, as)
    expect([path, page.status]).toEqual([path, 200])
    expect(page.html, path).not.toMatch(INJECTED)
    expect(
      page.$$('img').map((img) => img.getAttribute('src')),
      path,
    ).not.toContain('x')
    expect(page.$$('[onerror]'), path).toEqual([])
    const scripts = page.$$('script').map(({ textContent }) => textContent.trim())
    expect(
      scripts.filter((script) => script.startsWith('alert')),
      path,
    ).toEqual([])
  }
  const item = await site.get(`/item/${itemId}`, as)
  expect(item.text('main h1')).toContain('<script>alert(1)</script>')
})

test('markup in the about page and the style is shown as text or refused', async () => {
  const typed = HOSTILE.replaceAll(/[\0\u202e]/g, '')
  for (const { id, section, version } of await aboutBlocks(db, admin)) {
    const founder = {
      'founders.0.name': HOSTILE,
      'founders.0.role': HOSTILE,
      'founders.0.bio': `]\n[{"name":"x"}]${HOSTILE}`,
    }
    const isFounders = section === 'founders'
    const words = { block: id, seen: version, title: HOSTILE, content: HOSTILE }
    const form = { ...words, ...(isFounders && founder), intent: isFounders ? 'founders' : 'edit' }
    expect((await site.post('/about', form, as)).location, section).toBe('/about')
  }
  for (const path of ['/about?fresh', '/about?edit=founders', '/about?edit=story']) {
    const page = await site.get(path, as)
    expect(page.html, path).not.toMatch(INJECTED)
    expect(page.$$('[onerror]'), path).toEqual([])
  }
  const about = await site.get('/about', as)
  // Five titles, five texts, a founder's name, role and bio.
  expect(about.text('main').split(typed).length - 1).toBeGreaterThanOrEqual(13)

  const texts = { hero_title: HOSTILE, hero_subtitle: HOSTILE, hero_description: HOSTILE }
  expect((await site.post('/admin/site-layout', texts, as)).status).toBe(302)
  for (const [field, bad] of [
    ['primary_500', '#fff;}</style><script>alert(1)</script>'],
    ['header_font', "Inter'; } body { display: none"],
    ['border_radius', '8px; color: red'],
    ['social_link', 'javascript:alert(1)'],
  ] as const)
    expect((await site.post('/admin/site-layout', { [field]: bad }, as)).status, field).toBe(400)
  await insertRows(db, 'home_sections', { id: newId(), section_type: 'hero', order_index: 0 })
  const home = await site.get('/', as)
  expect(home.html).not.toMatch(INJECTED)
  expect(home.text('main h1')).toBe(typed)
})
