import { expect, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testSite } from '#test/app.ts'
import { itemForm } from '#test/make/item-form.ts'
import { photo } from '#test/make/photo.ts'
import { readRows } from '#test/postgres/rows.ts'

const site = await testSite()
const { make, db, clock } = site
const today = calendarDateIn('America/New_York', clock.now())

const filledIn = (more: Readonly<Record<string, string | File | readonly File[]>> = {}) =>
  itemForm({ size: 'L', credits_per_week: '30', ...more })

test('the next item starts with the size, category, color and price of the last one', async () => {
  const closet = await make.closet()
  const added = await site.post(
    '/business/items/new',
    filledIn({ next: 'another', category: 'Gown', colour: 'Red' }),
    {
      as: closet,
    },
  )
  expect(added.location).toMatch(/^\/business\/items\/new\?after=/)
  const next = await site.get(added.location ?? '', { as: closet })
  expect(next.$('[name=title]').getAttribute('value')).toBe('')
  expect(next.$('[name=credits_per_week]').getAttribute('value')).toBe('35')
  const chosen = (name: string) => next.$(`[name=${name}] option[selected]`).getAttribute('value')
  expect(['size', 'category', 'colour'].map(chosen)).toEqual(['L', 'Gown', 'Red'])
})

test('another closet’s item cannot be duplicated, nor can its photo be used', async () => {
  const { id, image_id } = await make.item({ title: 'Blue gown', description: 'Floor length.' })
  const closet = await make.closet()
  const foreign = await site.get(`/business/items/new?like=${id}`, { as: closet })
  expect(foreign.$('[name=title]').getAttribute('value')).toBe('')
  expect(foreign.has('[type=hidden][name=image_id]')).toBe(false)
  const form = filledIn({ image_id: image_id ?? '' })
  const answer = await site.post('/business/items/new', form, { as: closet })
  expect([answer.status, answer.text('main')]).toEqual([
    400,
    expect.stringContaining('Please upload and crop an image for your clothing item.'),
  ])
})

test('a duplicate copies all fields and photos of its item and awaits approval', async () => {
  const closet = await make.closet()
  const more_photos = [photo(300, 500), photo(300, 800)]
  const added = filledIn({ title: 'Blue gown', description: 'Floor length.', more_photos })
  await site.post('/business/items/new', added, { as: closet })
  const items = () =>
    db
      .selectFrom('clothing_items as i')
      .select(['i.id', 'i.title', 'i.description', 'i.image_id', 'i.approval_status'])
      .select((from) =>
        from
          .selectFrom('item_photos as p')
          .whereRef('p.item_id', '=', 'i.id')
          .select((photo) => photo.fn.agg<string[]>('array_agg', ['p.image_id']).as('ids'))
          .as('more'),
      )
      .where('i.business_id', '=', closet.id)
      .orderBy('i.created_at')
      .orderBy('i.id')
      .execute()
  const [original] = await items()
  if (!original) throw new Error('one was added')
  await db.updateTable('clothing_items').set({ approval_status: 'approved' }).execute()
  const page = await site.get(`/business/items/new?like=${original.id}`, { as: closet })
  expect(page.$('[name=title]').getAttribute('value')).toBe('Blue gown (copy)')
  expect(page.$('[type=hidden][name=image_id]').getAttribute('value')).toBe(original.image_id)
  const key = { request_key: newId() }
  for (const _ of ['sent', 'sent again'])
    expect((await site.submit(page, 'main form[method=post]', key, { as: closet })).status).toBe(
      302,
    )
  const [first, copy, ...others] = await items()
  expect(others).toEqual([])
  expect(first).toEqual({ ...original, approval_status: 'approved' })
  expect(copy).toMatchObject({
    title: 'Blue gown (copy)',
    description: 'Floor length.',
    approval_status: 'pending',
  })
  const before = [original.image_id, ...(original.more ?? [])]
  const after = [copy?.image_id, ...(copy?.more ?? [])]
  expect(new Set([...before, ...after]).size).toBe(6)
  for (const [index, id] of after.entries()) {
    const bytes = async (image: unknown) =>
      Buffer.from(await (await site.get(`/images/${image}`)).response.arrayBuffer())
    expect((await bytes(id)).equals(await bytes(before[index]))).toBe(true)
  }
  await site.post('/business', { intent: 'delete', item: original.id }, { as: closet })
  expect((await site.get(`/images/${copy?.image_id}`)).status).toBe(200)
})

test('a duplicate’s photos count as uploads', async () => {
  const closet = await make.closet()
  const { id } = await make.item({ closet, image_id: (await make.image()).id })
  for (let n = 0; n < 60; n++) await site.post('/uploads', { use: 'item' }, { as: closet })
  const page = await site.get(`/business/items/new?like=${id}`, { as: closet })
  const answer = await site.submit(page, 'main form[method=post]', {}, { as: closet })
  expect([answer.status, answer.text('main')]).toEqual([
    429,
    expect.stringContaining('Too many uploads.'),
  ])
})

test('category and color are optional, and an item’s page links searches for them', async () => {
  const closet = await make.closet()
  const add = (more: Record<string, string>) =>
    site.post('/business/items/new', filledIn(more), { as: closet })
  expect((await add({ title: 'Plain gown', category: '', colour: '' })).status).toBe(302)
  expect((await add({ category: 'Hat' })).status).toBe(400)
  expect((await add({ category: 'Gown', colour: 'Red' })).status).toBe(302)
  const items = await readRows(
    db,
    'clothing_items',
    ['id', 'title', 'category', 'colour'],
    { business_id: closet.id },
    'title',
  )
  expect(items.map(({ category, colour }) => [category, colour])).toEqual([
    [null, null],
    ['Gown', 'Red'],
  ])
  const page = await site.get(`/item/${items[1]?.id}`, { as: closet })
  expect(page.text('main a[href="/search?category=Gown"]')).toBe('Gown')
  expect(page.text('main a[href="/search?color=Red"]')).toBe('Red')
})

test('dates can be blocked while adding an item, and invalid ones are reported', async () => {
  const closet = await make.closet()
  const [start, end] = [addDays(today, 3), addDays(today, 5)]
  const add = (block_start: string, block_end: string) =>
    site.post('/business/items/new', filledIn({ block_start, block_end }), { as: closet })
  for (const [from, to] of [
    [end, start],
    [start, ''],
  ] as const) {
    const wrong = await add(from, to)
    expect([wrong.status, wrong.text('main')]).toEqual([
      400,
      expect.stringContaining('Please select valid dates.'),
    ])
  }
  expect((await add(start, end)).status).toBe(302)
  const days = await db
    .selectFrom('rental_availability as a')
    .innerJoin('clothing_items as i', 'i.id', 'a.item_id')
    .where('i.business_id', '=', closet.id)
    .select('a.blocked_date')
    .execute()
  expect(days).toHaveLength(3)
})

test('a photo that is too small or of another type is rejected, and the input stays', async () => {
  const closet = await make.closet()
  const gif = new File(['GIF89a\x01\x00\x01\x00\x00\x00\x00;'], 'a.gif', { type: 'image/gif' })
  for (const [file, sentence] of [
    [photo(10, 20), 'This photo is too small. It must be at least 300 × 400 pixels.'],
    [gif, 'Please choose a JPEG, PNG or WebP photo.'],
  ] as const) {
    const answer = await site.post('/business/items/new', filledIn({ image_id: file }), {
      as: closet,
    })
    expect([answer.status, answer.text('main')]).toEqual([400, expect.stringContaining(sentence)])
    expect(answer.$('[name=title]').getAttribute('value')).toBe('Silk gown')
  }
})

test('an unknown address in the closet area links to the closet', async () => {
  const lost = await site.get('/nothing-here', { as: await make.closet() })
  expect(lost.$('main a[href="/business"]').textContent).toBe('My Closet')
  expect((await site.get('/nothing-here')).has('main a[href="/business"]')).toBe(false)
})
