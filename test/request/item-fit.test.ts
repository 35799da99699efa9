import { expect, test } from 'vitest'
import { saveSizeProfile } from '#domain/accounts/sizes/sizes.ts'
import { countFitAnswers } from '#domain/catalogue/fit/fit-answers.ts'
import { testSite } from '#test/app.ts'
import { testClock } from '#test/clock.ts'
import { ratedRental } from '#test/worlds/rating-world.ts'

const now = new Date('2026-11-20T15:00:00Z')
const site = await testSite({ clock: testClock(now.toISOString()) })
const { db, make } = site

test('the page of an item says how earlier wearers found it, and what that is made of', async () => {
  const closet = await make.closet()
  const item = await make.item({ closet, category: 'Gown' })
  for (const fit of ['true', 'true', 'large'] as const)
    await ratedRental(db, { closet, item, byRenter: { fit }, byCloset: {} }, now)
  await countFitAnswers(db)
  const page = await site.get(`/item/${item.id}`)
  expect(page.text('main')).toContain('2 of 3 people found it true to size.')
  expect(page.text('main')).toMatch(/ \d\d% likely to fit/)
  expect(page.text('main')).not.toContain('For you:')
  expect(page.text('main details')).toContain(
    'This item: runs small 0, true to size 2, runs large 1',
  )
  const somebody = await make.shopper()
  const found = await site.get('/search?category=Gown', { as: somebody })
  expect(found.text('.item-card')).toMatch(/ \d\d% likely to fit/)
  expect((await site.get('/search?category=Gown')).text('.item-card')).not.toContain('likely')
  const shopper = await site.get(`/item/${item.id}`, { as: somebody })
  expect(shopper.text('main')).toMatch(/For you: \d\d% likely to fit/)
  const plain = await make.item({ category: 'Coat' })
  expect((await site.get(`/item/${plain.id}`)).has('#fit-odds')).toBe(false)
})

test('page and card say both when measurements and earlier wearers disagree', async () => {
  const closet = await make.closet()
  const item = await make.item({ closet, category: 'Suit' })
  for (let n = 0; n < 20; n++)
    await ratedRental(db, { closet, item, byRenter: { fit: 'true' }, byCloset: {} }, now)
  await countFitAnswers(db)
  await db.insertInto('item_measurements').values({ item_id: item.id, waist_cm: 60 }).execute()
  const somebody = await make.shopper()
  const nothing = { usualSize: null, heightCm: null, bustCm: null, hipsCm: null }
  await saveSizeProfile(db, somebody, { ...nothing, waistCm: 70 }, now)
  const page = await site.get(`/item/${item.id}`, { as: somebody })
  expect(page.text('main')).toMatch(
    /For you: \d\d% likely to fit\. By its measurements: too small at the waist\./,
  )
  const found = await site.get('/search?category=Suit', { as: somebody })
  expect(found.text('.item-card')).toContain('measurements: too small at the waist')
})

test('without measurements, what is likely to fit in the usual size should fit', async () => {
  const closet = await make.closet()
  const likely = await make.item({ closet, category: 'Jumpsuit', size: 'L', title: 'Likely' })
  await make.item({ closet, category: 'Jumpsuit', size: 'S', title: 'Small' })
  for (let n = 0; n < 20; n++)
    await ratedRental(db, { closet, item: likely, byRenter: { fit: 'true' }, byCloset: {} }, now)
  await countFitAnswers(db)
  const somebody = await make.shopper()
  const nothing = { heightCm: null, bustCm: null, waistCm: null, hipsCm: null }
  await saveSizeProfile(db, somebody, { ...nothing, usualSize: 'L' }, now)
  const found = await site.get('/search?category=Jumpsuit&fit=me', { as: somebody })
  expect(found.text('main')).toContain('1 item')
  expect(found.text('.item-card')).toContain('Likely')
})
