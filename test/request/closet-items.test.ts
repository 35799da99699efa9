import { expect, test } from 'vitest'
import type { ItemId, PersonId } from '#db/ids.ts'
import { newId } from '#domain/shared/ids.ts'
import { testSite } from '#test/app.ts'
import { itemForm } from '#test/make/item-form.ts'
import { photo } from '#test/make/photo.ts'
import { insertRows, readRow, updateRows } from '#test/postgres/rows.ts'

const site = await testSite()
const { make, db } = site

const filledIn = (more: Record<string, string | File> = {}) =>
  itemForm({ description: 'Long.', ...more })

const itemsOf = (id: PersonId) =>
  db.selectFrom('clothing_items').selectAll().where('business_id', '=', id).execute()

const itemRow = (id: ItemId) =>
  db.selectFrom('clothing_items').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('an item is listed once when its form is sent again because the response was lost', async () => {
  const closet = await make.closet()
  const request_key = newId()
  for (const title of ['Silk gown', 'Silk gown, sent again']) {
    const added = await site.post('/business/items/new', filledIn({ request_key, title }), {
      as: closet,
    })
    expect(added.status).toBe(302)
  }
  expect((await itemsOf(closet.id)).map(({ id, title }) => ({ id, title }))).toEqual([
    { id: request_key, title: 'Silk gown' },
  ])
  const stranger = await make.closet()
  const taken = await site.post('/business/items/new', filledIn({ request_key }), { as: stranger })
  expect(taken.status).toBe(400)
  expect(await itemsOf(stranger.id)).toEqual([])
})

test('a closet lists an item without a script: it is pending, and its price is rounded up', async () => {
  const closet = await make.closet({ city: 'Austin', state: 'TX' })
  const added = await site.post('/business/items/new', filledIn(), { as: closet })
  expect([added.status, added.location]).toEqual([302, '/business'])
  const [item] = await itemsOf(closet.id)
  expect(item).toMatchObject({
    title: 'Silk gown',
    credits_per_day: 2,
    approval_status: 'pending',
    available: true,
    occasion: 'Wedding',
  })
  const page = await site.get('/business', { as: closet })
  expect(page.text('main li:has(h3)')).toContain('Pending')
  expect(page.text('main li:has(h3)')).toContain('14 credits, $6.30/week')
  expect(page.text('main li:has(h3)')).toContain('Austin, TX')
  const { attached_at, width, height } = await db
    .selectFrom('images')
    .selectAll()
    .where('id', '=', item?.image_id ?? newId())
    .executeTakeFirstOrThrow()
  expect([attached_at !== null, height]).toEqual([true, width * 2])
  expect((await site.get(`/item/${item?.id}`)).status).toBe(404)
})

test('without a photo the item is not saved, and the input stays', async () => {
  const closet = await make.closet()
  const { image_id: _, ...form } = filledIn({ title: 'Kept title' })
  const answer = await site.post('/business/items/new', form, { as: closet })
  expect([answer.status, answer.text('main')]).toEqual([
    400,
    expect.stringContaining('Please upload and crop an image for your clothing item.'),
  ])
  expect(answer.$('[name=title]').getAttribute('value')).toBe('Kept title')
  const again = await site.submit(
    answer,
    'main form[method=post]',
    { image_id: photo() },
    { as: closet },
  )
  expect(again.status).toBe(302)
  expect(await itemsOf(closet.id)).toHaveLength(1)
})

test('posted approval, daily price, owner and brand are ignored', async () => {
  const closet = await make.closet()
  const form = filledIn({
    approval_status: 'approved',
    credits_per_day: '0',
    business_id: newId(),
    available: 'false',
    brand_id: newId(),
  })
  await site.post('/business/items/new', form, { as: closet })
  expect((await itemsOf(closet.id))[0]).toMatchObject({
    approval_status: 'pending',
    credits_per_day: 2,
    available: true,
    brand_id: null,
  })
})

test.for([
  'approved',
  'denied',
] as const)('a new photo, title or description of an %s item is looked at again; a new price or size is not', async (approval_status) => {
  const closet = await make.closet()
  const image = await make.image({ owner_id: closet.id })
  const details = { title: 'Gown', description: 'Long.', image_id: image.id, approval_status }
  const unchanged = { title: 'Gown', description: 'Long.', image_id: image.id }
  const cases = [
    [{ ...unchanged, credits_per_week: '70', size: 'L', style: 'Casual' }, approval_status],
    [{ ...unchanged, title: 'Other' }, 'pending'],
    [{ ...unchanged, description: 'Short.' }, 'pending'],
    [{ ...unchanged, image_id: photo() }, 'pending'],
  ] as const
  for (const [change, expected] of cases) {
    const { id } = await make.item({ closet, ...details })
    const saved = await site.post(`/business/items/${id}`, filledIn(change), { as: closet })
    expect(saved.status).toBe(302)
    expect((await itemRow(id)).approval_status).toBe(expected)
    await updateRows(db, 'images', image.id, { attached_at: new Date() })
  }
})

test('an admin can decide on a pending item once, and only on the version they have seen', async () => {
  const closet = await make.closet()
  const admin = await make.admin()
  const { id, title } = await make.item({ closet, approval_status: 'pending' })
  const tab = await site.get('/admin/items', { as: admin })
  expect(tab.text('main')).toContain(closet.email)
  const form = `form:has([name=item][value="${id}"])`
  await updateRows(db, 'clothing_items', id, {
    title: 'Something else',
    updated_at: new Date(Date.now() + 1000),
  })
  const late = await site.submit(tab, form, { intent: 'approve' }, { as: admin })
  expect((await site.get(late.location ?? '', { as: admin })).text()).toContain(
    'The closet has changed this item in the meantime. Please review it again.',
  )
  expect((await itemRow(id)).approval_status).toBe('pending')
  const fresh = await site.get('/admin/items', { as: admin })
  await site.submit(fresh, form, { intent: 'approve' }, { as: admin })
  const denied = {
    item: id,
    changed_at: new Date().toISOString(),
    intent: 'deny',
    reason: 'Too dark.',
  }
  await site.post('/admin/items', denied, { as: await make.admin() })
  expect((await itemRow(id)).approval_status).toBe('approved')
  expect((await site.get('/admin/items?status=all', { as: admin })).has(`main ${form}`)).toBe(false)
  expect(title).not.toBe('')
})

test('the three figures are all items, available ones, and the rounded average price; 0 without items', async () => {
  const closet = await make.closet()
  const figures = async () =>
    (await site.get('/business', { as: closet }))
      .$$('main dl dd')
      .map((dd) => dd.textContent.trim())
  expect((await figures()).slice(0, 3)).toEqual(['0', '0', '0'])
  await make.item({ closet, creditsPerDay: 1 })
  await make.item({ closet, creditsPerDay: 2 })
  await make.item({ closet, creditsPerDay: 2, approval_status: 'pending' })
  await make.rental({ item: await make.item({ closet, creditsPerDay: 0 }) })
  expect((await figures()).slice(0, 3)).toEqual(['4', '2', '9'])
})

test('the profile can be changed on the dashboard, which says that the phone number is public', async () => {
  const closet = await make.closet()
  const open = await site.get('/business?edit=profile', { as: closet })
  expect(open.text('dialog[open]')).toContain('Public. Shown on all your item pages.')
  const wrong = await site.submit(
    open,
    'dialog[open] form[method=post]',
    { full_name: '', city: 'Austin' },
    { as: closet },
  )
  expect([wrong.status, wrong.$('dialog[open] [name=city]').getAttribute('value')]).toEqual([
    400,
    'Austin',
  ])
  await site.submit(
    wrong,
    'dialog[open] form[method=post]',
    { full_name: 'The Rail', state: 'TX', phone: '512 555 0100', instagram_handle: '@the.rail' },
    { as: closet },
  )
  const row = await readRow(
    db,
    'user_profiles',
    ['requested_name', 'city', 'state', 'phone', 'instagram_handle'],
    closet.id,
  )
  expect(row).toEqual({
    requested_name: 'The Rail',
    city: 'Austin',
    state: 'TX',
    phone: '512 555 0100',
    instagram_handle: 'the.rail',
  })
})

test('5,000 items are listed 24 per page, each once, and found by their titles', async () => {
  const closet = await make.closet()
  const now = Date.now()
  for (let n = 0; n < 5; n++) {
    await insertRows(
      db,
      'clothing_items',
      Array.from({ length: 1000 }, (_, m) => ({
        id: newId(),
        business_id: closet.id,
        title: `Piece ${n * 1000 + m}`,
        size: 'M',
        style: 'Formal',
        event_type: 'Wedding',
        credits_per_day: 1,
        approval_status: 'approved' as const,
        created_at: new Date(now + Math.floor(m / 3) + n * 1000),
        updated_at: new Date(now),
      })),
    )
  }
  const seen = new Set<string>()
  let path: string | undefined = '/business'
  for (let pages = 0; path && pages < 3; pages++) {
    const page = await site.get(path, { as: closet })
    const titles = page.$$('main li h3').map((title) => title.textContent)
    expect(titles).toHaveLength(24)
    for (const title of titles) seen.add(title)
    path = page.$('a[rel=next]').getAttribute('href')
  }
  expect(seen.size).toBe(72)
  const found = await site.get('/business?q=piece 4711', { as: closet })
  expect(found.$$('main li h3').map((title) => title.textContent)).toEqual(['Piece 4711'])
  expect((await site.get('/business?q=100%25', { as: closet })).text('main')).toContain(
    'No items match “100%”',
  )
})
