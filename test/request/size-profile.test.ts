import { expect, test } from 'vitest'
import { testSite } from '#test/app.ts'
import { insertRows } from '#test/postgres/rows.ts'

const site = await testSite()
const { make, db } = site
const wide = await make.item({ title: 'Linen shift' })
const narrow = await make.item({ title: 'Column gown' })
await make.item({ title: 'Unmeasured column coat' })
await insertRows(db, 'item_measurements', [
  { item_id: wide.id, bust_cm: 96, waist_cm: 78 },
  { item_id: narrow.id, bust_cm: 84, waist_cm: 64 },
])

const input = {
  intent: 'save',
  usual_size: 'M',
  height: `5'7"`,
  bust: '34.5',
  waist: '70 cm',
  hips: '',
}
const FORM = 'form:has([name=waist])'

test('a size profile in feet, inches or centimeters finds items that should fit', async () => {
  const shopper = await make.shopper()
  const empty = await site.get('/search', { as: shopper })
  expect(empty.has('[name=fit]')).toBe(false)
  expect(empty.has('main a[href="/profile/size"]')).toBe(true)
  expect((await site.get('/search?fit=me', { as: shopper })).location).toBe('/search')

  const form = await site.get('/profile/size', { as: shopper })
  const saved = await site.submit(form, FORM, input, { as: shopper })
  expect(saved.location).toBe('/profile/size')
  const row = await db.selectFrom('size_profiles').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    ...{ user_id: shopper.id, usual_size: 'M', height_cm: 170 },
    ...{ bust_cm: 88, waist_cm: 70, hips_cm: null },
  })

  const found = await site.get('/search?fit=me', { as: shopper })
  expect(found.$$('main article h3').map(({ textContent }) => textContent)).toEqual(['Linen shift'])
  expect(found.text('[aria-label="Active filters"]')).toContain('Should fit me')
  expect(found.$('[type=checkbox][name=fit]').hasAttribute('checked')).toBe(true)
  const none = await site.get('/search?q=column&fit=me', { as: shopper })
  expect(none.text('main')).toContain('Whether or not it should fit me: 2 items')

  const page = await site.get('/profile/size', { as: shopper })
  await site.submit(page, FORM, { intent: 'remove' }, { as: shopper })
  expect(await db.selectFrom('size_profiles').selectAll().execute()).toEqual([])
  expect((await site.get('/search?fit=me', { as: shopper })).location).toBe('/search')
})

test('a visitor has to sign in for the size profile and cannot search by fit', async () => {
  expect((await site.get('/search?fit=me')).location).toBe('/search')
  expect((await site.get('/profile/size')).location).toContain('/auth')
})

test('impossible measurements are refused, and the input stays', async () => {
  const shopper = await make.shopper()
  const typed = { ...input, waist: 'tiny', bust: '700', usual_size: 'XXXXL' }
  const refused = await site.submit(await site.get('/profile/size', { as: shopper }), FORM, typed, {
    as: shopper,
  })
  expect(refused.status).toBe(400)
  const sentence = 'Please enter 16 to 78.5 inches, or centimeters such as 88 cm.'
  expect(refused.text('main').split(sentence)).toHaveLength(3)
  expect(refused.text('main')).toContain('Please choose a size.')
  expect(refused.$('[name=waist]').getAttribute('value')).toBe('tiny')
  expect(refused.$('[name=height]').getAttribute('value')).toBe(`5'7"`)
  expect(await db.selectFrom('size_profiles').selectAll().execute()).toEqual([])
})

test('no other person sees a size profile on any page', async () => {
  const shopper = await make.shopper()
  const form = await site.get('/profile/size', { as: shopper })
  const own = { ...input, waist: '71.4 cm', hips: '173 cm', height: '233 cm' }
  await site.submit(form, FORM, own, { as: shopper })
  const admin = await make.admin()
  const page = await site.get(`/admin/users/${shopper.id}`, { as: admin })
  expect(page.status).toBe(200)
  expect(page.html).not.toMatch(/\b(233|173)\b/)
  expect((await site.get('/profile/size', { as: shopper })).html).toContain('233')
})

test('a number for the other unit is asked about beside its field, and one press accepts it', async () => {
  const shopper = await make.shopper()
  const as = { as: shopper }
  const typed = { ...input, bust: '92', height: '168' }
  const first = await site.submit(await site.get('/profile/size', as), FORM, typed, as)
  expect(first.status).toBe(400)
  expect(first.text(FORM)).toContain('92 inches is more than we expect. Did you mean 92 cm?')
  expect(first.$('[name=bust]').getAttribute('value')).toBe('92')
  const press = (page: typeof first, name: string) =>
    site.submit(page, FORM, { [name]: page.$(`[name=${name}]`).getAttribute('value') ?? '' }, as)
  const second = await press(first, 'bust_meant')
  expect(second.text(FORM)).not.toContain('Did you mean 92 cm?')
  expect(second.text(FORM)).toContain('168 inches is more than we expect. Did you mean 168 cm?')
  expect((await press(second, 'height_meant')).location).toBe('/profile/size')
  const { bust_cm, height_cm } = await db
    .selectFrom('size_profiles')
    .selectAll()
    .where('user_id', '=', shopper.id)
    .executeTakeFirstOrThrow()
  expect([bust_cm, height_cm]).toEqual([92, 168])
})

test('the other unit is one press away, converts what was typed, and is remembered', async () => {
  const shopper = await make.shopper()
  const as = { as: shopper }
  const page = await site.get('/profile/size', as)
  expect(page.text('main')).toContain('No stretch: about 1 in to 4 in larger than you.')
  const typed = { ...input, bust: '36 1/2', waist: 'tiny', switch_unit: 'cm' }
  const switched = await site.submit(page, FORM, typed, as)
  expect(switched.status).toBe(200)
  const values = (of: typeof page) =>
    ['height', 'bust', 'waist'].map((name) => of.$(`[name=${name}]`).getAttribute('value'))
  expect(values(switched)).toEqual(['170', '93', 'tiny'])
  expect(switched.text('main')).toContain('No stretch: 2 cm to 10 cm larger than you.')
  const saved = await site.submit(switched, FORM, { waist: '' }, as)
  expect(saved.location).toBe('/profile/size')
  const later = await site.get('/profile/size', as)
  expect(values(later)).toEqual(['170', '93', ''])
  const back = await site.submit(later, FORM, { switch_unit: 'in' }, as)
  expect(values(back)).toEqual(['5 ft 7 in', '36.5', ''])
  expect(values(await site.get('/profile/size', as))).toEqual(['5 ft 7 in', '36.5', ''])
})

test('saving a form again in another unit changes no length', async () => {
  const shopper = await make.shopper()
  const as = { as: shopper }
  const exact = { user_id: shopper.id, height_cm: 171, bust_cm: 92, waist_cm: 71, hips_cm: 97 }
  await insertRows(db, 'size_profiles', { ...exact, updated_at: new Date() })
  const page = await site.get('/profile/size', as)
  await site.submit(page, FORM, { usual_size: 'S' }, as)
  const stored = db.selectFrom('size_profiles').selectAll().where('user_id', '=', shopper.id)
  expect(await stored.executeTakeFirst()).toMatchObject({ ...exact, usual_size: 'S' })
})

test('a visitor chooses the unit on a page that shows lengths', async () => {
  const visitor = site.stranger()
  const path = `/item/${wide.id}`
  const page = await visitor.get(path)
  expect(page.text('[aria-labelledby=measurements]')).toContain('Bust37.75 in')
  const chosen = await visitor.submit(page, 'form[action="/length-unit"]', { unit: 'cm' })
  expect([chosen.status, chosen.location]).toEqual([302, `${path}#measurements`])
  const after = await visitor.get(path)
  expect(after.text('[aria-labelledby=measurements]')).toContain('Bust96 cm')
  // Pages of visitors without a choice are shared, and not changed by it.
  expect((await site.get(path)).text('[aria-labelledby=measurements]')).toContain('37.75 in')
  expect(after.response.headers.get('cache-control')).toBe('private, no-cache')
  const help = await visitor.get('/help')
  expect(help.text('main')).toContain('2 cm to 10 cm larger than you')
  const back = await visitor.submit(help, 'form[action="/length-unit"]', { unit: 'in' })
  expect(back.location).toBe('/help#should-fit')
  expect(visitor.cookies.has('hemline_length_unit')).toBe(false)
  const nonsense = { unit: 'ell', return_to: '//elsewhere.example' }
  expect((await visitor.post('/length-unit', nonsense)).status).toBe(400)
  const away = { unit: 'cm', return_to: '//elsewhere.example' }
  expect((await visitor.post('/length-unit', away)).location).toBe('/')
})
