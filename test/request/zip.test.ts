import { expect, test } from 'vitest'
import type { Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { testSite } from '#test/app.ts'
import { insertRows } from '#test/postgres/rows.ts'

const log: string[] = []
const site = await testSite({ log })
const { make, db } = site
const PASSWORD = 'a-quiet-river-42'

const cambridge = await make.closet({
  ...{ city: 'Cambridge', state: 'MA', zip: '02139', driving_distance: '5 miles' },
  full_name: 'Wild Fig',
})
const brand = await make.brand()
const gown = await make.item({ closet: cambridge, title: 'Gown', style: 'Formal', size: 'M' })
const coat = await make.item({
  ...{ closet: cambridge, title: 'Coat', style: 'Formal', size: 'L' },
  brand_id: brand.id,
})
await insertRows(db, 'home_sections', {
  ...{ id: newId(), section_type: 'carousel', title: 'New', order_index: 0 },
  content: JSON.stringify({ filter_type: 'latest', item_count: 8 }),
})

const zipOf = async (person: { readonly id: Person['id'] }) =>
  (
    await db
      .selectFrom('user_profiles')
      .select('zip')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow()
  ).zip

const header = 'header a[href^="/zip"]'

test('a visitor says a ZIP code once and sees distances on every page', async () => {
  const visitor = site.stranger()
  const before = await visitor.get('/styles')
  expect(before.text(header)).toBe('Add your ZIP')
  expect(before.text('main')).not.toContain('mile')
  const form = await visitor.get(before.$(header).getAttribute('href') ?? '')
  const sent = await visitor.submit(form, 'main form', { zip: ' 02116-1234 ' })
  expect(sent.location).toBe('/styles')
  expect((await visitor.get('/styles')).text()).toContain(
    'Distances are now shown from Boston, MA.',
  )
  expect(sent.response.headers.getSetCookie().join('\n')).toMatch(
    /hemline_zip=02116; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/m,
  )
  const pages = ['/', '/styles', '/occasions', '/sizes', '/locations', '/search', '/search?size=M']
  const items = [`/item/${gown.id}`, `/closets/${cambridge.id}`, `/brands/${brand.id}`]
  for (const path of [...pages, ...items]) {
    const page = await visitor.get(path)
    expect([path, page.text(header)]).toEqual([path, 'Near 02116'])
    expect([path, page.text('main article')]).toEqual([
      path,
      expect.stringContaining('about 1 mile'),
    ])
    expect([path, page.response.headers.get('cache-control')]).toEqual([path, 'private, no-cache'])
    expect(page.html).not.toContain('02139')
  }
  expect((await site.stranger().get('/styles')).text('main')).not.toContain('mile')
})

test('what is not a known ZIP code stays beside its sentence', async () => {
  const visitor = site.stranger()
  const answer = async (zip: string) => {
    const page = await visitor.post('/zip', { zip })
    expect(page.status).toBe(400)
    expect(page.$('main input[name=zip]').getAttribute('value')).toBe(zip)
    return page.text('main form')
  }
  expect(await answer('99999')).toContain('We do not know this ZIP code.')
  expect(await answer('2116')).toContain('Please enter a ZIP code of five digits.')
  expect(await answer('')).toContain('Please enter your ZIP code.')
  expect(visitor.cookies.has('hemline_zip')).toBe(false)
})

test('the ZIP code of a visitor can be changed and removed, and a made-up cookie is none', async () => {
  const visitor = site.stranger()
  await visitor.post('/zip', { zip: '02116' })
  await visitor.post('/zip', { zip: '10001' })
  expect((await visitor.get('/about')).text(header)).toBe('Near 10001')
  const form = await visitor.get('/zip?return_to=/about')
  expect((await visitor.post('/zip?return_to=/about', { remove: 'yes' })).location).toBe('/about')
  expect(form.has('main button[name=remove]')).toBe(true)
  expect((await visitor.get('/about')).text(header)).toBe('Add your ZIP')
  visitor.cookies.set('hemline_zip', '<b>1')
  expect((await visitor.get('/about')).text(header)).toBe('Add your ZIP')
  visitor.cookies.set('hemline_zip', '99999')
  expect((await visitor.get('/styles')).status).toBe(200)
})

test('the form leads back to pages of ours only', async () => {
  const visitor = site.stranger()
  for (const wanted of [
    '//elsewhere.example',
    'https://elsewhere.example',
    '/\\elsewhere.example',
  ]) {
    const address = `/zip?${new URLSearchParams({ return_to: wanted })}`
    expect((await visitor.post(address, { zip: '02116' })).location).toBe('/')
  }
  const elsewhere = {
    headers: { Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'cross-site' },
  }
  expect((await visitor.post('/zip', { zip: '10001' }, elsewhere)).status).toBe(403)
})

test('at sign-up and sign-in, the ZIP code becomes that of a profile without one', async () => {
  const visitor = site.stranger()
  await visitor.post('/zip', { zip: '02116' })
  const email = `${newId()}@hemline.test`
  await visitor.post('/auth?mode=sign-up', { full_name: 'Ada Byron', email, password: PASSWORD })
  expect(visitor.cookies.get('hemline_zip') ?? '').toBe('')
  const profile = await visitor.get('/profile')
  expect(profile.$('main input[name=zip]').getAttribute('value')).toBe('02116')
  expect(profile.text(header)).toBe('Near 02116')

  const again = site.stranger()
  await again.post('/zip', { zip: '10001' })
  await again.post('/auth', { email, password: PASSWORD })
  expect((await again.get('/about')).text(header)).toBe('Near 02116')
})

test('a closet keeps its place when its owner signs in from elsewhere', async () => {
  const visitor = site.stranger()
  const email = `${newId()}@hemline.test`
  await visitor.post('/auth?mode=sign-up', { full_name: 'Ida Bell', email, password: PASSWORD })
  const row = { account_type: 'business', business_status: 'approved' } as const
  await db.updateTable('user_profiles').set(row).where('email', '=', email).execute()
  const elsewhere = site.stranger()
  await elsewhere.post('/zip', { zip: '10001' })
  await elsewhere.post('/auth', { email, password: PASSWORD })
  expect((await elsewhere.get('/about')).text(header)).toBe('Add your ZIP')
})

test('a signed-in person changes it in the header and in the profile', async () => {
  const shopper = await make.shopper()
  await site.post('/zip', { zip: '02116' }, { as: shopper })
  expect(await zipOf(shopper)).toBe('02116')
  const profile = await site.get('/profile', { as: shopper })
  const change = (zip: string) =>
    site.submit(profile, 'main form:has([name=zip])', { zip }, { as: shopper })
  expect((await change('99999')).text('main')).toContain('We do not know this ZIP code.')
  expect(await zipOf(shopper)).toBe('02116')
  await change('10001')
  expect(await zipOf(shopper)).toBe('10001')
  await change('')
  expect(await zipOf(shopper)).toBeNull()
  await site.post('/zip', { zip: '10001' }, { as: shopper })
  await site.post('/zip', { remove: 'yes' }, { as: shopper })
  expect(await zipOf(shopper)).toBeNull()
})

test('My Likes and signed-in pages show distances too', async () => {
  const shopper = await make.shopper({ zip: '02116' })
  await site.post('/likes', { item: gown.id, liked: 'yes' }, { as: shopper })
  for (const path of ['/my-likes', '/', '/styles', '/search?size=M', `/item/${coat.id}`])
    expect([path, (await site.get(path, { as: shopper })).text('main article')]).toEqual([
      path,
      expect.stringContaining('about 1 mile'),
    ])
})

test('an item says how far it is and whether it can be delivered', async () => {
  const visitor = site.stranger()
  const main = async () => (await visitor.get(`/item/${gown.id}`)).text('main')
  expect(await main()).toContain('Add your ZIP to see whether it can reach you')
  expect(await main()).toContain('Delivers within 5 miles of Cambridge, MA')
  await visitor.post('/zip', { zip: '02116' })
  expect(await main()).toContain('about 1 mile from you. Can be delivered to you.')
  await visitor.post('/zip', { zip: '10001' })
  const far = await main()
  expect(far).toContain('about 190 miles from you.')
  // Said once, where the choice is.
  expect(far.split('delivers within 5 miles of Cambridge, MA. New York is about 190')).toHaveLength(
    2,
  )
  expect(far).not.toContain('Cannot be delivered')
})

test('a closet chooses at least one way in which its pieces change hands', async () => {
  const owner = await make.closet({ city: 'Austin', state: 'TX', driving_distance: '10 miles' })
  const item = await make.item({ closet: owner })
  const page = await site.get('/business?edit=profile', { as: owner })
  const form = 'form:has([name=ways])'
  const none = await site.submit(page, form, { delivers: [] }, { as: owner })
  expect(none.status).toBe(400)
  expect(none.text(form)).toContain('Please choose at least one way.')
  expect(none.$$(`${form} input[type=checkbox][checked]`)).toHaveLength(0)
  await site.submit(page, form, { offers_pickup: 'yes', ships: 'yes', zip: '78701' }, { as: owner })
  for (const path of [`/item/${item.id}`, `/closets/${owner.id}`]) {
    const shown = await site.stranger().get(path)
    expect(shown.text('main')).toContain('Delivers within 10 miles of Austin, TX · Pickup · Ships')
    expect(shown.html).not.toContain('78701')
  }
  const admin = await make.admin()
  const seen = (await site.get(`/admin/users/${owner.id}`, { as: admin })).text('main')
  expect(seen).toContain('Delivers within 10 miles of Austin, TX · Pickup · Ships')
  // The form of an older page has no checkboxes.
  await site.post('/business', { intent: 'profile', full_name: owner.fullName }, { as: owner })
  const unchanged = await db
    .selectFrom('user_profiles')
    .select(['delivers', 'offers_pickup', 'ships', 'zip'])
    .where('id', '=', owner.id)
    .executeTakeFirst()
  expect(unchanged).toEqual({ delivers: true, offers_pickup: true, ships: true, zip: '78701' })
})

test('a search for what is near asks for the ZIP code and leads back to the same search', async () => {
  const visitor = site.stranger()
  const shown = async (path: string) => {
    const page = await visitor.get(path)
    return page.location ? visitor.get(page.location) : page
  }
  const unknown = await shown('/search?q=gown+near+me&size=M')
  expect(unknown.text('main')).toContain('We do not know where you are')
  const link = unknown.$$('main a').find((one) => one.textContent === 'Add your ZIP code')
  const form = await visitor.get(link?.getAttribute('href')?.replaceAll('&amp;', '&') ?? '')
  const sent = await visitor.submit(form, 'main form', { zip: '02116' })
  const page = await shown(sent.location ?? '')
  expect(new URL(page.url).searchParams.get('near')).toBe('me')
  expect(new URL(page.url).searchParams.getAll('size')).toEqual(['M'])
  expect(page.text('main')).toContain('Within 25 miles of you')
  expect(page.text('main article')).toContain('about 1 mile')
})

test('the search form has the place, and sends it without a script', async () => {
  const visitor = site.stranger()
  const without = await visitor.get('/search?size=M')
  const link = without.$$('main a').find((one) => one.textContent.includes('what can reach you'))
  expect(link?.getAttribute('href')).toContain(encodeURIComponent('reach=me'))
  expect(without.has('main input[name=reach]')).toBe(false)
  await visitor.post('/zip', { zip: '02116' })
  const page = await visitor.get('/search?size=M&sort=distance')
  const sent = await visitor.submit(page, 'form.search-form', {
    ...{ reach: 'me', near: 'me', within: '10' },
  })
  const found = sent.location ? await visitor.get(sent.location) : sent
  expect(new URL(found.url).search).toBe('?size=M&near=me&within=10&reach=me&sort=distance')
  expect(found.text('[aria-label="Active filters"]')).toContain('Within 10 miles of you')
  expect(found.text('[aria-label="Active filters"]')).toContain('Can reach me')
  expect(found.$$('main article')).toHaveLength(1)
  await visitor.post('/zip', { zip: '10001' })
  const elsewhere = await visitor.get('/search?size=M&reach=me')
  expect(elsewhere.text('.search-results')).not.toContain('Gown')
})

test('no address that can be shared and no line of the log has a ZIP code', async () => {
  const visitor = site.stranger()
  const typed = await visitor.get('/search?q=02116')
  expect(typed.location).toBe('/search?near=Boston%2C+MA&sort=distance')
  const partly = await visitor.get('/search?q=gown+qqzzx+near+02116')
  expect(partly.location).not.toContain('02116')
  await visitor.post('/zip', { zip: '02116' })
  await visitor.post('/zip', { zip: '99999' })
  await visitor.get('/search?near=me&reach=me')
  await visitor.get('/search.data?q=02116')
  expect(log.filter((line) => /02116|99999/.test(line))).toEqual([])
})

test('ZIP codes are limited by address', async () => {
  const visitor = site.stranger()
  const peer = '203.0.113.9'
  const send = () => visitor.post('/zip', { zip: '02116' }, { peer })
  for (let n = 0; n < 60; n++) expect((await send()).status).toBe(302)
  const over = await send()
  expect(over.status).toBe(429)
  expect(over.text('main')).toContain('Too many attempts.')
})
