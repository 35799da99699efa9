import { expect, test } from 'vitest'
import type { ItemId } from '#db/ids.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { testSite } from '#test/app.ts'
import type { Page } from '#test/browsing.ts'
import { photo } from '#test/make/photo.ts'
import { insertRows, readRow, readRows } from '#test/postgres/rows.ts'

const site = await testSite()
const { make, db } = site

const FORM = 'form:has([name=title])'

/** The fields of the form as a browser without a script sends them, photos included. */
function sent(page: Page, more: Record<string, string> = {}, files = 0): FormData {
  const form = new FormData()
  for (const field of page.$$(`${FORM} :is(input, select, textarea)[name]`)) {
    const [name, type] = [field.getAttribute('name') ?? '', field.getAttribute('type')]
    if (type === 'file' || name in more) continue
    const chosen = field.querySelector('option[selected]')?.getAttribute('value')
    const text = field.tagName === 'TEXTAREA' ? field.textContent : field.getAttribute('value')
    form.append(name, (field.tagName === 'SELECT' ? chosen : text) ?? '')
  }
  for (const [name, value] of Object.entries(more)) form.append(name, value)
  for (let n = 0; n < files; n++) form.append('more_photos', photo())
  return form
}

async function photosOf(id: ItemId) {
  const { image_id } = await readRow(db, 'clothing_items', 'image_id', id)
  const more = await readRows(db, 'item_photos', 'image_id', { item_id: id }, 'place')
  return [image_id, ...more.map((row) => row.image_id)]
}

async function itemWithPhotos(closet: ClosetOwner, count: number) {
  const { id: image_id } = await make.image({ owner_id: closet.id })
  const item = await make.item({ closet, image_id, style: 'Formal', event_type: 'Wedding' })
  for (let place = 1; place < count; place++) {
    const image = await make.image({ owner_id: closet.id })
    await insertRows(db, 'item_photos', { item_id: item.id, place, image_id: image.id })
  }
  return item
}

const statusOf = async (id: ItemId) =>
  (await readRow(db, 'clothing_items', 'approval_status', id)).approval_status

test('an item with eight photos and measurements is listed without a script, and shown with all of them', async () => {
  const closet = await make.closet()
  const fields = {
    ...{ intent: 'save', title: 'Eightfold gown', size: 'M', style: 'Formal' },
    ...{ event_type: 'Wedding', credits_per_week: '14', stretch: 'some' },
    ...{ bust: '37', waist: '76.2 cm', hips: '', length: '47 1/2' },
  }
  const form = sent(await site.get('/business/items/new', { as: closet }), fields, 7)
  form.set('image_id', photo())
  const added = await site.post('/business/items/new', form, { as: closet })
  expect([added.status, added.location]).toEqual([302, '/business'])
  const { id } = await readRow(db, 'clothing_items', 'id', { business_id: closet.id })
  const photos = await photosOf(id)
  expect(new Set(photos).size).toBe(8)
  const measured = await db.selectFrom('item_measurements').selectAll().executeTakeFirstOrThrow()
  expect(measured).toMatchObject({
    ...{ stretch: 'some', bust_cm: '94.0', waist_cm: '76.2', hips_cm: null, length_cm: '120.7' },
  })
  const page = await site.get(`/item/${id}`, { as: closet })
  const shown = page.$$('.gallery-track img').map((image) => image.getAttribute('src'))
  expect(shown).toEqual(photos.map((photo) => `/images/${photo}?w=640`))
  expect(page.$$('.gallery-thumbs a').map((link) => link.getAttribute('href'))).toEqual(
    photos.map((_, index) => `#photo-${index + 1}`),
  )
  expect(page.text('[aria-labelledby=measurements]')).toContain('Bust37 inWaist30 inLength47.5 in')
  const admin = await make.admin()
  const review = await site.get(`/admin/items/${id}`, { as: admin })
  expect(review.$$('main img[src*="/images/"]')).toHaveLength(8)
})

test('only a new photo needs approval again; reordering or removing photos does not', async () => {
  const closet = await make.closet()
  const { id } = await itemWithPhotos(closet, 3)
  const [front, back, label] = await photosOf(id)
  const path = `/business/items/${id}`
  const save = async (more: Record<string, string>, files = 0) => {
    const page = await site.get(path, { as: closet })
    const saved = await site.post(path, sent(page, { intent: 'save', ...more }, files), {
      as: closet,
    })
    expect(saved.status).toBe(302)
    return [await statusOf(id), await photosOf(id)]
  }
  expect(await save({ image_id: `${label}`, more_photos: `${front},${back}` })).toEqual([
    'approved',
    [label, front, back],
  ])
  expect(await save({ more_photos: `${back}` })).toEqual(['approved', [label, back]])
  const [gone] = await readRows(db, 'images', 'attached_at', front ?? newId())
  expect(gone?.attached_at).toBeNull()
  const [status, photos] = await save({}, 1)
  expect([status, photos?.length]).toEqual(['pending', 3])
})

test('without a script the buttons move photos, keep the input and save nothing', async () => {
  const closet = await make.closet()
  const { id } = await itemWithPhotos(closet, 3)
  const [front, back, label] = await photosOf(id)
  const path = `/business/items/${id}`
  const before = await site.get(path, { as: closet })
  const buttons = before.$$('button[name=arrange]')
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
    ...['Make photo 2 the cover', 'Move photo 2 later', 'Remove photo 2'],
    ...['Move photo 3 earlier', 'Remove photo 3'],
  ])
  const pressed = { title: 'Typed and kept', arrange: 'earlier 1', intent: 'save' }
  const moved = await site.post(path, sent(before, pressed), { as: closet })
  expect(moved.status).toBe(200)
  expect(moved.$('[name=title]').getAttribute('value')).toBe('Typed and kept')
  expect(await photosOf(id)).toEqual([front, back, label])
  await site.post(path, sent(moved, { intent: 'save' }), { as: closet })
  expect(await photosOf(id)).toEqual([back, front, label])
})

test('after an edit conflict the second person keeps their new photo and their order', async () => {
  const closet = await make.closet()
  const { id } = await itemWithPhotos(closet, 3)
  const [front, back, label] = await photosOf(id)
  const path = `/business/items/${id}`
  const [first, second] = [
    await site.get(path, { as: closet }),
    await site.get(path, { as: closet }),
  ]
  const removing = sent(first, { intent: 'save', more_photos: `${back}` })
  expect((await site.post(path, removing, { as: closet })).status).toBe(302)
  const mine = sent(second, { intent: 'save', more_photos: `${label},${back}` }, 1)
  const conflict = await site.post(path, mine, { as: closet })
  expect(conflict.status).toBe(409)
  expect(conflict.text('main')).toContain(
    'You saved this item in another tab while you were editing it here.',
  )
  expect(conflict.text('main')).toContain('More photos')
  expect(await photosOf(id)).toEqual([front, back])
  const unsaved = conflict
    .$$('[name=more_photos]:not([type=file])')
    .map((field) => field.getAttribute('value'))
    .filter(Boolean)
  expect(unsaved.slice(0, 2)).toEqual([label, back])
  expect(unsaved).toHaveLength(3)
  const over = conflict.$('button[name=over]').getAttribute('value') ?? ''
  const saved = await site.post(path, sent(conflict, { intent: 'save', over }), { as: closet })
  expect(saved.status).toBe(302)
  expect(await photosOf(id)).toEqual([front, ...unsaved])
})

test('foreign or too many photos and wrong measurements are refused; the input stays', async () => {
  const closet = await make.closet()
  const { id } = await itemWithPhotos(closet, 1)
  const path = `/business/items/${id}`
  const page = await site.get(path, { as: closet })
  const post = (more: Record<string, string>) =>
    site.post(path, sent(page, { intent: 'save', title: 'Typed and kept', ...more }), {
      as: closet,
    })
  const strange = (await make.image({ attached_at: null })).id
  const refused = await post({ more_photos: strange })
  const nothing = await site.post(
    '/business/items/new',
    sent(page, { intent: 'save', image_id: id }),
    {
      as: closet,
    },
  )
  expect(nothing.status).toBe(400)
  expect(refused.status).toBe(400)
  expect(refused.text('main')).toContain('One of these photos is no longer available.')
  const many = await Promise.all(
    Array.from({ length: 8 }, () => make.image({ owner_id: closet.id, attached_at: null })),
  )
  const tooMany = await post({ more_photos: many.map((image) => image.id).join() })
  expect(tooMany.text('main')).toContain('Please keep it to 7 more photos.')
  const tiny = await post({ bust: '3', length: 'long', waist: '94' })
  expect(tiny.text('main')).toContain('Please enter 12 to 98.25 inches, or centimeters')
  expect(tiny.text('main')).toContain('Please enter 4 to 98.25 inches, or centimeters')
  expect(tiny.text('main')).toContain('94 inches is more than we expect. Did you mean 94 cm?')
  for (const answer of [refused, tooMany, tiny])
    expect(answer.$('[name=title]').getAttribute('value')).toBe('Typed and kept')
  expect(await photosOf(id)).toHaveLength(1)
})

test('only people with a size profile see whether an item should fit', async () => {
  const { id } = await make.item()
  await insertRows(db, 'item_measurements', {
    item_id: id,
    bust_cm: 94,
    waist_cm: 71,
    stretch: 'none',
  })
  const shopper = await make.shopper()
  const place = '[aria-labelledby=measurements]'
  for (const as of [undefined, shopper]) {
    const page = await site.get(`/item/${id}`, as && { as })
    expect(page.has(`${place} a[href="/profile/size"]`)).toBe(true)
    expect(page.has(`${place} a[href="/help#should-fit"]`)).toBe(true)
  }
  expect((await site.get('/help')).text('main')).toContain(
    'No stretch: about 1 in to 4 in larger than you.',
  )
  const say = async (waist_cm: number) => {
    const own = { usual_size: null, height_cm: null, bust_cm: 88, hips_cm: null, waist_cm }
    const row = { ...own, updated_at: new Date() }
    await db
      .insertInto('size_profiles')
      .values({ user_id: shopper.id, ...row })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute()
    return (await site.get(`/item/${id}`, { as: shopper })).text(place)
  }
  expect(await say(66)).toContain('Should fit. Compared at bust and waist.')
  expect(await say(70)).toContain('May be tight at the waist')
  const other = await say(90)
  expect(other).not.toContain('Should fit. Compared')
  expect(other).not.toContain('May be tight at')
})
