import { expect, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { flatPng } from '#gateways/images/testing/hostile-files.ts'
import { testSite } from '#test/app.ts'

const site = await testSite()
const { make, db } = site
const admin = await make.admin({ full_name: 'Ada Admin' })
const as = { as: admin }

const picture = (width: number, height: number) =>
  new File([new Uint8Array(flatPng(width, height))], 'a.png', { type: 'image/png' })

function multipart(fields: Record<string, string | File>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

const brandFields = { intent: 'save', name: 'Oriel', deal_details: 'Two for one', description: '' }
const listingFields = {
  intent: 'save',
  title: 'Silk gown',
  size: 'M',
  style: 'Boho',
  event_type: 'Cocktail',
  credits_per_week: '10',
}

/** What the next page says in a toast. */
async function toast(path: string) {
  return (await site.get(path, as)).text('[data-toasts], .toasts, [aria-label="Messages"]')
}

const brandOf = (name: string) =>
  db.selectFrom('brands').selectAll().where('name', '=', name).executeTakeFirst()

async function actions(nounId: string) {
  const rows = await db
    .selectFrom('audit_log')
    .select(['action', 'actor_id'])
    .where('noun_id', '=', nounId)
    .orderBy('at')
    .orderBy('id')
    .execute()
  expect(new Set(rows.map(({ actor_id }) => actor_id))).toEqual(new Set([admin.id]))
  return rows.map(({ action }) => action)
}

test('brands are added, edited, switched and deleted without a script; items lose theirs', async () => {
  const added = await site.post(
    '/admin/brands/new',
    multipart({ ...brandFields, logo_id: picture(300, 200) }),
    as,
  )
  expect(added.location).toBe('/admin/brands')
  const brand = await brandOf('Oriel')
  expect(brand).toMatchObject({ deal_details: 'Two for one', description: null, is_active: true })
  const id = brand?.id ?? newId()
  const item = await make.item({ brand_id: id })

  const edited = await site.submit(
    await site.get(`/admin/brands/${id}`, as),
    'form[enctype]',
    { name: 'Oriel Lane' },
    as,
  )
  expect(edited.location).toBe('/admin/brands')
  expect((await brandOf('Oriel Lane'))?.logo_image_id).toBe(brand?.logo_image_id)

  const list = await site.get('/admin/brands?q=oriel', as)
  expect(list.text('main')).toContain('1 total')
  await site.submit(list, 'main li form', {}, as)
  expect((await brandOf('Oriel Lane'))?.is_active).toBe(false)
  expect((await site.get('/admin/brands?part=active', as)).text('main')).toContain('Nothing here')

  const confirmation = await site.get(`/admin/brands?delete=${id}`, as)
  expect(confirmation.text('dialog[open] h2')).toBe('Are you sure you want to delete this brand?')
  const deleted = await site.submit(confirmation, 'dialog form[method="post"]', {}, as)
  expect(deleted.location).toBe('/admin/brands')
  const after = await db
    .selectFrom('clothing_items')
    .select('brand_id')
    .where('id', '=', item.id)
    .executeTakeFirstOrThrow()
  expect(after.brand_id).toBeNull()
  expect(await actions(id)).toEqual(['add', 'edit', 'deactivate', 'delete'])
})

test('a brand is listed once, whatever the case and the blanks around its name', async () => {
  await make.brand({ name: 'Zed & Co' })
  for (const name of ['zed & co', '  ZED & CO ']) {
    const fields = { ...brandFields, name, logo_id: picture(300, 200) }
    const page = await site.post('/admin/brands/new', multipart(fields), as)
    expect(page.status).toBe(400)
    expect(page.text('main')).toContain('A brand with this name is already listed.')
    expect(page.$('[name=deal_details]').getAttribute('value')).toBe('Two for one')
  }
})

test('a brand is not renamed to another one’s name, and keeps its own in any case', async () => {
  await make.brand({ name: 'Alba' })
  const logo_image_id = (await make.image({ use: 'logo' })).id
  const { id } = await make.brand({ name: 'Benno', logo_image_id })
  const nameOf = async () =>
    (await db.selectFrom('brands').select('name').where('id', '=', id).executeTakeFirst())?.name
  const rename = async (name: string) => {
    const page = await site.get(`/admin/brands/${id}`, as)
    return site.submit(page, 'main form:has([name=deal_details])', { name }, as)
  }
  const refused = await rename(' ALBA ')
  expect(refused.status).toBe(400)
  expect(refused.text('main')).toContain('A brand with this name is already listed.')
  expect(refused.$('[name=name]').getAttribute('value')?.trim()).toBe('ALBA')
  expect(await nameOf()).toBe('Benno')
  await rename('BENNO')
  expect(await nameOf()).toBe('BENNO')
})

test('a brand needs a logo and a name', async () => {
  const page = await site.post('/admin/brands/new', multipart({ ...brandFields, name: ' ' }), as)
  expect(page.status).toBe(400)
  expect(page.text('main')).toContain('Please upload and crop a logo for the brand.')
  expect(page.text('main')).toContain('Please enter a name.')
  expect(page.$('[name=deal_details]').getAttribute('value')).toBe('Two for one')
  const taken = (await make.image({ use: 'logo' })).id
  for (const logo_id of ['', 'x', newId(), taken]) {
    const again = await site.post('/admin/brands/new', multipart({ ...brandFields, logo_id }), as)
    expect(again.status).toBe(400)
    expect(again.text('main')).toContain('Please upload and crop a logo for the brand.')
  }
})

test('what an admin lists is approved at once and may name a brand', async () => {
  const brand = await make.brand({ name: 'Northwold' })
  const added = await site.post(
    '/admin/listings/new',
    multipart({ ...listingFields, brand_id: brand.id, image_id: picture(300, 600) }),
    as,
  )
  expect(added.location).toBe('/admin/listings')
  const item = await db
    .selectFrom('clothing_items')
    .selectAll()
    .where('title', '=', 'Silk gown')
    .executeTakeFirstOrThrow()
  expect(item).toMatchObject({
    approval_status: 'approved',
    is_public: true,
    credits_per_day: 2,
    business_id: admin.id,
    brand_id: brand.id,
  })
  expect((await site.get(`/item/${item.id}`)).status).toBe(200)
  const other = await make.admin()
  const form = await site.get(`/admin/listings/${item.id}`, { as: other })
  const edited = await site.submit(
    form,
    'form[enctype]',
    { credits_per_week: '21', brand_id: '' },
    { as: other },
  )
  expect(edited.location).toBe('/admin/listings')
  const page = await site.get('/admin/listings?q=silk', as)
  expect(page.text('main li:has(h2)')).toContain('21 credits/week')
  expect(page.text('main li:has(h2)')).not.toContain('Northwold')

  const confirmation = await site.get(`/admin/listings?delete=${item.id}`, as)
  expect(confirmation.text('dialog[open] h2')).toBe('Are you sure you want to delete this listing?')
  await site.submit(confirmation, 'dialog form[method="post"]', {}, as)
  expect((await site.get(`/item/${item.id}`, { as: await make.shopper() })).status).toBe(404)
  expect((await site.get(`/admin/listings/${item.id}`, as)).status).toBe(404)
})

test('a listing needs a picture, words of the admins, and at least one credit', async () => {
  const page = await site.post(
    '/admin/listings/new',
    multipart({ ...listingFields, style: 'Bohemian', credits_per_week: '0' }),
    as,
  )
  expect(page.status).toBe(400)
  expect(page.text('main')).toContain('Please upload and crop an image for your clothing item.')
  expect(page.text('main')).toContain('Please choose a style.')
  expect(page.text('main')).toContain('Please enter at least 1 credit per week.')
})

test('a listing with words of a closet keeps them when it is edited', async () => {
  const item = await make.item({ closet: admin, style: 'Vintage', event_type: 'Vacation' })
  const image = await make.image()
  await db
    .updateTable('clothing_items')
    .set({ image_id: image.id })
    .where('id', '=', item.id)
    .execute()
  const form = await site.get(`/admin/listings/${item.id}`, as)
  const edited = await site.submit(form, 'form[enctype]', { title: 'Renamed' }, as)
  expect(edited.location).toBe('/admin/listings')
})

test('the items of closets are no listings: they have a page of their own', async () => {
  const item = await make.item()
  const listing = await site.get(`/admin/listings/${item.id}`, as)
  expect(listing.location).toBe(`/admin/items/${item.id}`)
  await site.post('/admin/listings', { intent: 'delete', item: item.id }, as)
  expect((await site.get(`/item/${item.id}`)).status).toBe(200)
})

test('a listing that is rented stays until the rental is over', async () => {
  const item = await make.item({ closet: admin })
  await make.rental({ item })
  await site.post('/admin/listings', { intent: 'delete', item: item.id }, as)
  expect((await site.get('/admin/listings', as)).html).toContain(
    'This listing is rented. It can be deleted once the rental is over.',
  )
})

test('cities stand in a table, are added, switched and deleted', async () => {
  const added = await site.post('/admin/cities', { intent: 'add', name: ' Reno ', state: 'NV' }, as)
  expect(added.location).toBe('/admin/cities')
  const city = await db
    .selectFrom('cities')
    .selectAll()
    .where('name', '=', 'Reno')
    .executeTakeFirstOrThrow()
  expect(city).toMatchObject({ state: 'NV', is_active: true, created_by: admin.id })
  const page = await site.get('/admin/cities', as)
  expect(page.$$('table th[scope=col]').map((th) => th.textContent)).toEqual([
    'City',
    'State',
    'Status',
    'Created',
    'Actions',
  ])
  await site.submit(page, 'tr:has(th[scope=row]) form', {}, as)
  expect((await site.get('/admin/cities?part=inactive', as)).text('table')).toContain('Reno')
  const confirmation = await site.get(`/admin/cities?delete=${city.id}`, as)
  expect(confirmation.text('dialog[open] h2')).toBe(
    'Are you sure you want to delete this city? This action cannot be undone.',
  )
  await site.submit(confirmation, 'dialog form[method="post"]', {}, as)
  expect(await db.selectFrom('cities').selectAll().execute()).toEqual([])
  expect(await actions(city.id)).toEqual(['add', 'deactivate', 'delete'])
})

test('a city needs both names and is listed once', async () => {
  const page = await site.post('/admin/cities', { intent: 'add', name: ' ', state: '' }, as)
  expect(page.status).toBe(400)
  expect(page.text('main')).toContain('Please enter a city name.')
  expect(page.text('main')).toContain('Please enter a state.')
  await make.city({ name: 'Fargo', state: 'ND' })
  const twice = await site.post('/admin/cities', { intent: 'add', name: 'FARGO', state: 'nd' }, as)
  expect([twice.status, twice.text('main')]).toEqual([
    400,
    expect.stringContaining('This city has already been added.'),
  ])
})

test('the switch says who may post, and hides what only closets need', async () => {
  const tabs = (page: Awaited<ReturnType<typeof site.get>>) =>
    page.$$('nav[aria-label="Admin"] a').map((link) => link.textContent.replace(/\d+$/, ''))
  const system = ['Overview', 'Money', 'Mail', 'Audit Log', 'Checks']
  const always = ['Listings', 'Brands', 'Cities', 'Rentals', 'Users']
  const on = await site.get('/admin', as)
  expect(on.text('main')).toContain('Users can apply for business accounts and post items')
  expect(tabs(on).sort()).toEqual(
    [...system, ...always, 'Applications', 'Items', 'Site Layout'].sort(),
  )
  const confirmation = await site.submit(on, 'form:has([role=switch])', {}, as)
  expect(confirmation.text('dialog[open] h2')).toBe('Allow only admins to post items?')
  expect((await site.get('/admin', as)).text('main')).toContain('Users can apply')
  const switched = await site.submit(confirmation, 'dialog form[method=post]', {}, as)
  expect(switched.location).toBe('/admin')
  const off = await site.get('/admin', as)
  expect(off.text('main')).toContain('Only admins can post items')
  expect(tabs(off).sort()).toEqual([...system, ...always].sort())
  expect(off.text('main details.menu summary')).toBe('Hidden')
  expect(off.$$('main details.menu a').map((link) => link.textContent)).toEqual([
    'Applications',
    'Items',
    'Site Layout',
  ])
  expect((await site.get('/admin/applications', as)).status).toBe(200)
  const back = await site.post('/admin', { intent: 'user-to-user', enabled: 'yes' }, as)
  expect(back.location).toBe('/admin')
  expect(await actions('user_to_user_enabled')).toEqual(['switch off', 'switch on'])
  expect((await site.get('/admin/audit', as)).text('main')).toContain('“Users can post items”')
})

test('an admin changes an account: chosen, asked, done, told', async () => {
  const person = await make.person({ full_name: 'Una Brown' })
  const list = await site.get('/admin/users?q=Una%20Brown', as)
  expect(list.$$('main li h2')).toHaveLength(1)
  const confirmation = await site.submit(list, 'main li form', { to: 'business' }, as)
  expect(confirmation.text('dialog[open] h2')).toBe('Change Una Brown from Regular to Business?')
  const done = await site.submit(confirmation, 'dialog form[method="post"]', {}, as)
  expect(done.location).toBe('/admin/users?q=Una+Brown')
  expect((await site.get('/business', { as: person })).status).toBe(200)
  const late = await site.submit(confirmation, 'dialog form[method="post"]', {}, as)
  expect((await site.get(late.location ?? '', as)).html).toContain(
    'Another admin has changed this account in the meantime. Its type is now business.',
  )
})

test('a closet that is blocked learns it, and its items leave the shop', async () => {
  const closet = await make.closet()
  const item = await make.item({ closet })
  const shopper = await make.shopper()
  const change = { intent: 'change', person: closet.id, from: 'business', to: 'regular' }
  await site.post('/admin/users', change, as)
  expect((await site.get('/business', { as: closet })).location).toBe('/')
  expect((await site.get('/business-apply', { as: closet })).text('main')).toContain(
    'Your business account has been blocked. Please contact support.',
  )
  expect((await site.get(`/item/${item.id}`, { as: shopper })).status).toBe(404)
  expect((await site.get('/admin/users?q=x', { as: closet })).location).toBe('/')
})

test('the last admin is told to make another one first', async () => {
  const alone = await testSite()
  const last = await alone.make.admin()
  const change = { intent: 'change', person: last.id, from: 'admin', to: 'regular' }
  await alone.post('/admin/users', change, { as: last })
  const page = await alone.get('/admin/users', { as: last })
  expect([page.status, page.html]).toEqual([
    200,
    expect.stringContaining('This is the last admin. Make someone else an admin first.'),
  ])
})

test('lists go on page by page, and odd addresses show a list', async () => {
  for (let n = 0; n < 30; n++) await make.city({ name: `Page ${String(n).padStart(2, '0')}` })
  const first = await site.get('/admin/cities?q=page', as)
  const next = first.$('a[rel=next]').getAttribute('href') ?? ''
  const second = await site.get(next, as)
  const names = [first, second].flatMap((page) =>
    page.$$('tbody th').map(({ textContent }) => textContent),
  )
  expect(names).toEqual([...names].sort())
  expect([first.text('main'), names.length]).toEqual([expect.stringContaining('30 total'), 30])
  const lists = ['listings', 'brands', 'cities', 'users', 'mail', 'audit', 'money', 'integrity']
  for (const list of lists)
    for (const query of [
      'after=x',
      'q=%00%25_%5C',
      'part=__proto__',
      'from=2026-99-99',
      'delete=1',
    ])
      expect((await site.get(`/admin/${list}?${query}`, as)).text('main')).not.toMatch(
        /could not be/,
      )
})

test('the session that ended in another tab ends the dashboard too', async () => {
  const other = await make.admin()
  expect((await site.get('/admin/brands', { as: other })).status).toBe(200)
  await db.deleteFrom('auth_sessions').where('user_id', '=', other.id).execute()
  const posted = await site.post(
    '/admin/cities',
    { intent: 'add', name: 'No', state: 'NO' },
    {
      as: other,
    },
  )
  expect(posted.status).toBe(401)
  expect(posted.text('main')).toContain('Your session has ended. Please sign in again.')
  const shown = await site.get('/admin/brands', { as: other })
  expect([shown.status, shown.location]).toEqual([302, '/'])
  expect(await db.selectFrom('cities').select('id').where('name', '=', 'No').execute()).toEqual([])
})

test('toasts are read', async () => {
  await site.post('/admin/cities', { intent: 'delete', city: newId() }, as)
  expect(await toast('/admin/cities')).toContain('This city was not found.')
})
