import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { testSite } from '#test/app.ts'
import { insertRows, readRow } from '#test/postgres/rows.ts'

const site = await testSite()
const admin = await site.make.admin()
const shopper = await site.make.shopper()
const closet = await site.make.closet()
const save = { intent: 'save', draft: JSON.stringify({ version: 1, sections: [] }) }

const founder = {
  'founders.0.name': 'Ada',
  'founders.0.role': 'Founder',
  'founders.0.bio': 'Sews.',
}

test('only admins edit the home page, the style and the about page', async () => {
  const before = await site.db.selectFrom('about_content').selectAll().execute()
  const { id: mission } = await readRow(site.db, 'about_content', 'id', { section: 'mission' })
  for (const as of [null, shopper, closet]) {
    const style = { intent: 'style', primary_500: '#000000' }
    for (const [path, fields] of [
      ['/admin/home-page', save],
      ['/admin/home-page', style],
      ['/admin/site-layout', style],
    ] as const) {
      const refused = await site.post(path, fields, { as })
      expect([refused.status, refused.location]).toEqual(as ? [302, '/'] : [401, null])
    }
    for (const intent of ['edit', 'hide', 'show', 'founders']) {
      const form = { intent, block: mission, title: 'Mine', content: 'Mine', ...founder }
      expect((await site.post('/about', form, { as })).status).toBe(403)
    }
    const page = await site.get('/?edit=true', { as })
    expect(page.html).not.toContain('Edit Mode')
    expect(page.html).not.toContain('"editor"')
  }
  expect(await site.db.selectFrom('about_content').selectAll().execute()).toEqual(before)
  expect(await site.db.selectFrom('site_customization').selectAll().execute()).toEqual([])
  expect(await site.db.selectFrom('audit_log').selectAll().execute()).toEqual([])
})

test('the style is one stylesheet named by its content, cached forever', async () => {
  const hrefIn = async () =>
    (await site.get('/about', { as: shopper }))
      .$$('link[rel=stylesheet]')
      .map((link) => link.getAttribute('href') ?? '')
  const usual = await hrefIn()
  expect(usual.some((href) => href.startsWith('/site-style/'))).toBe(false)
  const style = { header_font: 'Poppins', accent_500: '#010203', intent: 'style' }
  expect((await site.post('/admin/home-page', style, { as: admin })).status).toBe(200)
  const other = await testSite({ database: site.database })
  const [own, theirs] = [await hrefIn(), (await other.get('/styles')).$$('link[rel=stylesheet]')]
  const href = own.at(-1) ?? ''
  expect(href).toMatch(/^\/site-style\/[\w-]{22}\.css$/)
  expect(theirs.at(-1)?.getAttribute('href')).toBe(href)
  for (const process of [site, other]) {
    const sheet = await process.get(href)
    expect(sheet.response.headers.get('content-type')).toBe('text/css; charset=utf-8')
    expect(sheet.response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(sheet.html).toContain('--font-heading: "Poppins", Arial, sans-serif;')
    expect(sheet.html).toContain('--color-accent: #010203;')
    expect(sheet.html.match(/url\("([^"]+)"\)/g)).toHaveLength(2)
    for (const [, url = ''] of sheet.html.matchAll(/url\("([^"]+)"\)/g)) {
      expect((await process.get(url)).response.headers.get('content-type')).toBe('font/woff2')
    }
  }
  const preloaded = (await site.get('/about', { as: shopper })).$$('link[rel=preload][as=font]')
  expect(preloaded.map((link) => link.getAttribute('href')).join()).toMatch(/poppins.*inter/)
  expect(preloaded.map((link) => link.getAttribute('href')).join()).not.toContain('playfair')

  await site.post('/admin/home-page', { ...style, accent_500: '#040506' }, { as: admin })
  const older = await site.get(href)
  expect(older.html).toContain('--color-accent: #040506;')
  expect(older.response.headers.get('cache-control')).toBe('no-store')
  expect((await site.get('/site-style/nonsense.css')).status).toBe(404)
})

test('Site Layout works without JavaScript, and keeps refused input', async () => {
  const page = await site.get('/admin/site-layout', { as: admin })
  const form = 'main form[action="/admin/site-layout"]'
  const fields = { header_height: '-1', hero_title: '<b>"Odd"</b>' }
  const refused = await site.submit(page, form, fields, { as: admin })
  expect(refused.status).toBe(400)
  expect(refused.text('main')).toContain('Enter a whole number of pixels')
  expect(refused.$('[name=hero_title]').getAttribute('value')).toBe('<b>"Odd"</b>')
  const saved = await site.submit(refused, form, { header_height: '0' }, { as: admin })
  expect(saved.location).toBe('/admin/site-layout')
  await insertRows(site.db, 'home_sections', { id: newId(), section_type: 'hero', order_index: 0 })
  const home = await site.get('/', { as: shopper })
  expect(home.text('main h1')).toBe('<b>"Odd"</b>')
  expect(home.has('main h1 b')).toBe(false)
})

test('a style that cannot be saved shows an error, and the input stays', async () => {
  await sql`alter table site_customization add constraint nothing_more check (setting_value = '') not valid`.execute(
    site.db,
  )
  const form = 'main form[action="/admin/site-layout"]'
  const page = await site.get('/admin/site-layout', { as: admin })
  const refused = await site.submit(page, form, { primary_500: '#123456' }, { as: admin })
  await sql`alter table site_customization drop constraint nothing_more`.execute(site.db)
  expect([refused.status, refused.text('main [role=alert]')]).toEqual([
    500,
    'Failed to save customization',
  ])
  expect(refused.$('[name=primary_500]').getAttribute('value')).toBe('#123456')
})

test('unsaved defaults are shown, and a color too light for the text of buttons is reported', async () => {
  const as = { as: admin }
  const form = 'form[action="/admin/site-layout"]'
  const before = await site.get('/admin/site-layout', as)
  const standard = before.$('[name=container_max_width]').getAttribute('value')
  const style = { container_max_width: '1000', primary_500: '#787878' }
  expect((await site.submit(before, form, style, as)).status).toBe(302)
  const saved = await site.get('/admin/site-layout', as)
  expect(saved.$('[name=container_max_width]').getAttribute('value')).toBe('1000')
  expect(saved.text('main')).toContain('Buttons have a darker shade of this primary color')
  const reset = await site.get('/admin/site-layout?defaults=yes', as)
  expect(reset.text('main')).toContain('These are the defaults. Nothing changes until you save.')
  expect(reset.text('main')).not.toContain('hard to read')
  expect(reset.$('[name=container_max_width]').getAttribute('value')).toBe(standard)
  const still = await site.get('/admin/site-layout', as)
  expect(still.$('[name=container_max_width]').getAttribute('value')).toBe('1000')
  expect((await site.submit(reset, form, {}, as)).status).toBe(302)
})
