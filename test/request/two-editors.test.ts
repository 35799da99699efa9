import { expect, test } from 'vitest'
import type { ItemId } from '#db/ids.ts'
import { testSite } from '#test/app.ts'
import { readRow, updateRows } from '#test/postgres/rows.ts'
import { everyShownForm, formElement } from '#test/worlds/forms-shown.ts'

const site = await testSite()
const { db, make } = site
const ada = await make.admin({ full_name: 'Ada Admin' })
const ben = await make.admin({ full_name: 'Ben Admin' })

/** One admin saves while another has the form open; `form` is the form of `path`. */
async function saveBoth(
  { path, form = 'main form[enctype]' }: { path: string; form?: string },
  first: Record<string, string>,
  second: Record<string, string>,
) {
  const opened = await site.get(path, { as: ben })
  const saved = await site.submit(await site.get(path, { as: ada }), form, first, { as: ada })
  expect(saved.status).toBe(302)
  const refused = await site.submit(opened, form, second, { as: ben })
  expect(refused.status).toBe(409)
  expect(refused.text('main [role=alert]')).toContain('Ada Admin saved')
  const box = refused.$('[aria-label="Changed by someone else"]')
  const again = await site.submit(refused, form, {}, { as: ben })
  expect(again.status, 'plain Save tells again').toBe(409)
  const over = refused.$('button[name=over]').getAttribute('value') ?? ''
  const overwritten = await site.submit(refused, form, { over }, { as: ben })
  return { refused, overwritten, shown: box.textContent }
}

const listing = (title: string) => make.item({ closet: ada, title, creditsPerDay: 4 })

test('the second of two admins editing a listing sees and resolves the conflict', async () => {
  const item = await withPhoto(await listing('Silk gown'))
  const path = `/admin/listings/${item}`
  const { refused, overwritten, shown } = await saveBoth(
    { path },
    { credits_per_week: '70' },
    { description: 'Hand sewn.' },
  )
  expect(shown).toMatch(/Credits per week.*Theirs: 70.*Yours: 28/)
  expect(refused.$('[name=description]').textContent).toBe('Hand sewn.')
  expect(overwritten.location).toBe('/admin/listings')
  const row = await readRow(db, 'clothing_items', ['credits_per_day', 'description'], item)
  expect(row).toEqual({ credits_per_day: 4, description: 'Hand sewn.' })
})

test('pausing a listing causes no edit conflict', async () => {
  const item = await withPhoto(await listing('Velvet cape'))
  const opened = await site.get(`/admin/listings/${item}`, { as: ben })
  await site.post('/admin/listings', { intent: 'pause', item }, { as: ada })
  const saved = await site.submit(opened, 'main form[enctype]', { size: 'L' }, { as: ben })
  expect(saved.status).toBe(302)
})

test('a closet that edits an item in two tabs sees the conflict', async () => {
  const owner = await make.closet()
  const { id } = await make.item({
    closet: owner,
    style: 'Formal',
    event_type: 'Wedding',
    creditsPerDay: 5,
  })
  const item = await withPhoto({ id })
  const path = `/business/items/${item}`
  const form = 'main form[enctype="multipart/form-data"]'
  const opened = await site.get(path, { as: owner })
  const first = await site.submit(opened, form, { credits_per_week: '21' }, { as: owner })
  expect(first.status).toBe(302)
  const again = await site.submit(opened, form, { credits_per_week: '20' }, { as: owner })
  expect(again.location, 'the same price').toBe('/business')
  const rounded = { size: 'S', credits_per_week: '20' }
  const other = await site.submit(opened, form, rounded, { as: owner })
  expect(other.text('[aria-label="Changed by someone else"]')).not.toContain('Credits per week')
  const second = await site.submit(opened, form, { size: 'S' }, { as: owner })
  expect(second.status).toBe(409)
  expect(second.text('main [role=alert]')).toContain('You saved this item in another tab')
  expect(second.text('[aria-label="Changed by someone else"]')).toMatch(/Theirs: 21.*Yours: 35/)
})

test('the second of two admins editing a brand sees and resolves the conflict', async () => {
  const logo_image_id = await picture('logo')
  const { id } = await make.brand({ name: 'Oriel', logo_image_id })
  const { overwritten, shown } = await saveBoth(
    { path: `/admin/brands/${id}` },
    { deal_details: 'Two for one' },
    { description: 'Since 1990' },
  )
  expect(shown).toMatch(/Deal.*Theirs: Two for one.*Yours: empty/)
  expect(overwritten.location).toBe('/admin/brands')
  const brand = await db
    .selectFrom('brands')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect([brand.deal_details, brand.description]).toEqual([null, 'Since 1990'])
})

test('the second of two admins editing an announcement sees and resolves the conflict', async () => {
  const { id } = await make.draftAnnouncement({ admin: ada, title: 'Hours' })
  const { overwritten, shown } = await saveBoth(
    { path: `/admin/announcements/${id}`, form: 'main form[method=post]' },
    { title: 'Winter hours' },
    { words: 'We open at ten.' },
  )
  expect(shown).toMatch(/Title.*Theirs: Winter hours.*Yours: Hours.*Text.*Yours: We open at ten/)
  expect(overwritten.location).toBe(`/admin/announcements/${id}/publish`)
  const page = await site.get(`/admin/announcements/${id}`, { as: ada })
  expect(page.$('[name=title]').getAttribute('value')).toBe('Hours')
  expect(page.$('[name=words]').textContent).toContain('We open at ten.')
})

test('a brand can be saved again after its answer was lost', async () => {
  const { id } = await make.brand({ name: 'Twice', logo_image_id: await picture('logo') })
  const opened = await site.get(`/admin/brands/${id}`, { as: ada })
  for (const attempt of ['first', 'second']) {
    const change = { deal_details: 'Two for one' }
    const saved = await site.submit(opened, 'main form[enctype]', change, { as: ada })
    expect(saved.location, attempt).toBe('/admin/brands')
  }
})

test('the second of two admins editing the style sees and resolves the conflict', async () => {
  const form = 'main form[action="/admin/site-layout"]'
  const { overwritten, shown } = await saveBoth(
    { path: '/admin/site-layout', form },
    { hero_title: 'Of the first' },
    { header_font: 'Lato' },
  )
  expect(shown).toMatch(/Hero title.*Theirs: Of the first.*Yours: Rent Designer Fashion/)
  expect(overwritten.location).toBe('/admin/site-layout')
  const page = await site.get('/admin/site-layout', { as: ada })
  expect(page.$('[name=hero_title]').getAttribute('value')).toBe('Rent Designer Fashion')
})

test('the second of two admins publishing a legal text sees and resolves the conflict', async () => {
  const path = '/admin/legal/privacy'
  const form = 'main form[method=post]'
  const text = (body: string) => ({ body, summary: `About ${body}` })
  const opened = await site.get(path, { as: ben })
  const theirs = await site.submit(opened, form, text('Theirs'), { as: ada })
  const published = await site.submit(theirs, form, { intent: 'publish' }, { as: ada })
  expect(published.location).toBe('/admin/legal')
  const refused = await site.submit(opened, form, text('Mine'), { as: ben })
  expect(refused.status).toBe(409)
  expect(refused.text('main [role=alert]')).toContain('Ada Admin saved this text')
  expect(refused.text('[aria-label="Changed by someone else"]')).toMatch(
    /Text.*Theirs: Theirs.*Yours: Mine/,
  )
  expect(refused.$('textarea[name=body]').textContent?.trim()).toBe('Mine')
  const again = await site.submit(refused, form, {}, { as: ben })
  expect(again.status, 'a plain preview tells again').toBe(409)
  const over = refused.$('button[name=over]').getAttribute('value') ?? ''
  const review = await site.submit(refused, form, { over }, { as: ben })
  const mine = await site.submit(review, form, { intent: 'publish' }, { as: ben })
  expect(mine.location).toBe('/admin/legal')
  expect((await site.get('/privacy', { as: ben })).text('main')).toContain('Mine')
})

test('every form for shared data sends the version that it started from', async () => {
  const shown = await everyShownForm()
  const editing = shown.filter((form) => {
    const { action } = form
    const isShared = /^\/(about|admin|business\/items)(\/|\?|$)/.test(action)
    if (/\/new(\?|$)/.test(action)) return false
    // New rates and corrections are added and overwrite nothing.
    if (action.startsWith('/admin/payouts')) return false
    const filled = formElement(form)
      .querySelectorAll('input:not([type=hidden]):not([type=checkbox]), textarea')
      .filter((field) => (field.getAttribute('value') ?? field.textContent) !== '')
    return isShared && filled.length > 0
  })
  const names = editing.map(({ name }) => name.split(' ')[0])
  expect(new Set(names)).toEqual(
    new Set([
      '/about',
      '/admin/announcements/:id',
      '/admin/brands/:id',
      '/admin/legal/terms',
      '/admin/listings/:id',
      '/admin/site-layout',
      '/admin/support/answers',
      '/business/items/:id',
    ]),
  )
  expect(
    editing
      .filter((form) => !formElement(form).querySelector('[name=seen], [name=based_on]'))
      .map(({ name }) => name),
  ).toEqual([])
})

async function picture(use: 'item' | 'logo') {
  return (await make.image({ use })).id
}

async function withPhoto({ id }: { id: ItemId }) {
  await updateRows(db, 'clothing_items', id, { image_id: await picture('item') })
  return id
}
