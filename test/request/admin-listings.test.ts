import { expect, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { testSite } from '#test/app.ts'
import { photo } from '#test/make/photo.ts'
import { readRow, updateRows } from '#test/postgres/rows.ts'

const site = await testSite()
const { make, db } = site
const admin = await make.admin({ full_name: 'Ada Admin' })
const as = { as: admin }

const brandFields = { intent: 'save', name: 'Oriel', deal_details: 'Two for one', description: '' }
const listingFields = {
  intent: 'save',
  title: 'Silk gown',
  size: 'M',
  style: 'Boho',
  event_type: 'Cocktail',
  credits_per_week: '10',
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

test('brands are added, edited, deactivated and deleted without a script; items lose a deleted brand', async () => {
  const added = await site.post(
    '/admin/brands/new',
    { ...brandFields, logo_id: photo(300, 200) },
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
  const after = await readRow(db, 'clothing_items', 'brand_id', item.id)
  expect(after.brand_id).toBeNull()
  expect(await actions(id)).toEqual(['add', 'edit', 'deactivate', 'delete'])
})

test('a brand name is unique, ignoring case and surrounding spaces', async () => {
  await make.brand({ name: 'Zed & Co' })
  for (const name of ['zed & co', '  ZED & CO ']) {
    const fields = { ...brandFields, name, logo_id: photo(300, 200) }
    const page = await site.post('/admin/brands/new', fields, as)
    expect(page.status).toBe(400)
    expect(page.text('main')).toContain('A brand with this name is already listed.')
    expect(page.$('[name=deal_details]').getAttribute('value')).toBe('Two for one')
  }
})

test('a brand cannot get another brand’s name, but its own in another case', async () => {
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
  const page = await site.post('/admin/brands/new', { ...brandFields, name: ' ' }, as)
  expect(page.status).toBe(400)
  expect(page.text('main')).toContain('Please upload and crop a logo for the brand.')
  expect(page.text('main')).toContain('Please enter a name.')
  expect(page.$('[name=deal_details]').getAttribute('value')).toBe('Two for one')
  const taken = (await make.image({ use: 'logo' })).id
  for (const logo_id of ['', 'x', newId(), taken]) {
    const again = await site.post('/admin/brands/new', { ...brandFields, logo_id }, as)
    expect(again.status).toBe(400)
    expect(again.text('main')).toContain('Please upload and crop a logo for the brand.')
  }
})

test('items listed by an admin are approved at once and may have a brand', async () => {
  const brand = await make.brand({ name: 'Northwold' })
  const added = await site.post(
    '/admin/listings/new',
    { ...listingFields, brand_id: brand.id, image_id: photo(300, 600) },
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

test('a listing needs an image, the values for admins, and at least one credit', async () => {
  const page = await site.post(
    '/admin/listings/new',
    { ...listingFields, style: 'Bohemian', credits_per_week: '0' },
    as,
  )
  expect(page.status).toBe(400)
  expect(page.text('main')).toContain('Please upload and crop an image for your clothing item.')
  expect(page.text('main')).toContain('Please choose a style.')
  expect(page.text('main')).toContain('Please enter at least 1 credit per week.')
})

test('a listing with the values for closets keeps them when it is edited', async () => {
  const item = await make.item({ closet: admin, style: 'Vintage', event_type: 'Vacation' })
  const image = await make.image()
  await updateRows(db, 'clothing_items', item.id, { image_id: image.id })
  const form = await site.get(`/admin/listings/${item.id}`, as)
  const edited = await site.submit(form, 'form[enctype]', { title: 'Renamed' }, as)
  expect(edited.location).toBe('/admin/listings')
})

test('items of closets are not listings; they have their own page', async () => {
  const item = await make.item()
  const listing = await site.get(`/admin/listings/${item.id}`, as)
  expect(listing.location).toBe(`/admin/items/${item.id}`)
  await site.post('/admin/listings', { intent: 'delete', item: item.id }, as)
  expect((await site.get(`/item/${item.id}`)).status).toBe(200)
})

test('a rented listing cannot be deleted until the rental is over', async () => {
  const item = await make.item({ closet: admin })
  await make.rental({ item })
  await site.post('/admin/listings', { intent: 'delete', item: item.id }, as)
  expect((await site.get('/admin/listings', as)).html).toContain(
    'This listing is rented. It can be deleted once the rental is over.',
  )
})
