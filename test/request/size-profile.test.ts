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
  height: '170',
  bust: '34.6 in',
  waist: '70',
  hips: '',
}

test('a size profile in inches or centimeters finds items that should fit', async () => {
  const shopper = await make.shopper()
  const empty = await site.get('/search', { as: shopper })
  expect(empty.has('[name=fit]')).toBe(false)
  expect(empty.has('main a[href="/profile/size"]')).toBe(true)
  expect((await site.get('/search?fit=me', { as: shopper })).location).toBe('/search')

  const form = await site.get('/profile/size', { as: shopper })
  const saved = await site.submit(form, 'form:has([name=waist])', input, { as: shopper })
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
  await site.submit(page, 'form:has([name=waist])', { intent: 'remove' }, { as: shopper })
  expect(await db.selectFrom('size_profiles').selectAll().execute()).toEqual([])
  expect((await site.get('/search?fit=me', { as: shopper })).location).toBe('/search')
})

test('a visitor has to sign in for the size profile and cannot search by fit', async () => {
  expect((await site.get('/search?fit=me')).location).toBe('/search')
  expect((await site.get('/profile/size')).location).toContain('/auth')
})

test('impossible measurements are refused, and the input stays', async () => {
  const shopper = await make.shopper()
  const typed = { ...input, waist: 'tiny', bust: '900', usual_size: 'XXXXL' }
  const refused = await site.submit(
    await site.get('/profile/size', { as: shopper }),
    'form:has([name=waist])',
    typed,
    { as: shopper },
  )
  expect(refused.status).toBe(400)
  const sentence = 'Please enter 40 to 200 centimeters, or inches such as 34.5 in.'
  expect(refused.text('main').split(sentence)).toHaveLength(3)
  expect(refused.text('main')).toContain('Please choose a size.')
  expect(refused.$('[name=waist]').getAttribute('value')).toBe('tiny')
  expect(refused.$('[name=height]').getAttribute('value')).toBe('170')
  expect(await db.selectFrom('size_profiles').selectAll().execute()).toEqual([])
})

test('no other person sees a size profile on any page', async () => {
  const shopper = await make.shopper()
  const form = await site.get('/profile/size', { as: shopper })
  const own = { ...input, waist: '71.4', hips: '173', height: '233' }
  await site.submit(form, 'form:has([name=waist])', own, { as: shopper })
  const admin = await make.admin()
  const page = await site.get(`/admin/users/${shopper.id}`, { as: admin })
  expect(page.status).toBe(200)
  expect(page.html).not.toMatch(/\b(233|173)\b/)
  expect((await site.get('/profile/size', { as: shopper })).html).toContain('233')
})
