import { expect, test } from 'vitest'
import type { ItemId } from '#db/ids.ts'
import { newId } from '#domain/shared/ids.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { completedRental } from '#test/worlds/rating-world.ts'
import { countFitAnswers, findItemFit, likelyToFit } from './fit-answers.ts'

// Sums without their reviews.
const { db, made } = await testDatabase({ violatesInvariants: true })
const now = new Date('2026-11-20T15:00:00Z')

async function itemWith(
  [small, true_to_size, large]: readonly [number, number, number],
  row: Parameters<typeof made.item>[0] = {},
) {
  const item = await made.item({ category: 'Gown', size: 'M', ...row })
  await db
    .insertInto('item_rating_sums')
    .values({ item_id: item.id, ratings: 20, stars: 80, small, true_to_size, large })
    .execute()
  return item.id
}

const brand = await made.brand()
const rated = await itemWith([1, 9, 1], { brand_id: brand.id })
const alike = await itemWith([0, 4, 0], { brand_id: brand.id })
const untitled = await itemWith([2, 2, 2], { category: null, title: 'Long gown' })
const other = await itemWith([0, 0, 40], { category: 'Coat' })
await countFitAnswers(db)

const fitOf = (id: ItemId) => findItemFit(db, id, null)

test('answers are counted by brand, category and size, as titles name them', async () => {
  expect(await fitOf(rated)).toMatchObject({
    item: { small: 1, true: 9, large: 1 },
    alike: { small: 1, true: 13, large: 1 },
    inSize: { small: 3, true: 15, large: 3 },
    ownAnswers: 0,
  })
  expect((await fitOf(untitled))?.inSize).toEqual({ small: 3, true: 15, large: 3 })
  await countFitAnswers(db)
  expect((await fitOf(alike))?.alike).toEqual({ small: 1, true: 13, large: 1 })
})

test('an item without answers has the odds of items like it', async () => {
  const plain = await made.item({ category: 'Gown', size: 'M' })
  const fit = await fitOf(plain.id)
  expect(fit?.item).toEqual({ small: 0, true: 0, large: 0 })
  expect(fit?.odds.true).toBeGreaterThan((await fitOf(other))?.odds.true ?? 1)
})

test('nothing is said with fewer than three answers', async () => {
  const lone = await itemWith([0, 2, 0], { category: 'Skirt' })
  expect(await fitOf(lone)).toBeNull()
  const missing: ItemId = newId()
  expect(await fitOf(missing)).toBeNull()
})

test('who found other items large is told that this one may be too', async () => {
  const { renter, item, rentalId } = await completedRental(db, {}, now)
  await db
    .insertInto('ratings')
    .values({
      ...{ id: newId(), rental_id: rentalId, side: 'renter', item_id: item.id },
      ...{ about_id: item.business_id, writer_id: renter.id, stars: 4, words: '', fit: 'large' },
      ...{ written_at: now, due_at: now },
    })
    .execute()
  const everybody = await fitOf(rated)
  const own = await findItemFit(db, rated, renter)
  expect(own?.ownAnswers).toBe(1)
  expect(own?.odds.large).toBeGreaterThan(everybody?.odds.large ?? 1)
})

test('a card says what the measurements say, where that is the opposite', async () => {
  const { id: person } = await made.shopper()
  const body = { bustCm: null, waistCm: 70, hipsCm: null }
  const likely = await itemWith([0, 30, 0])
  const measured = await itemWith([0, 30, 0])
  await db.insertInto('item_measurements').values({ item_id: measured, waist_cm: 60 }).execute()
  const items = [{ id: likely }, { id: measured }]
  const fits = await likelyToFit(db, { id: person }, body, items)
  expect(fits.get(likely)).toEqual({ percent: expect.any(Number), measured: null })
  expect(fits.get(measured)?.measured).toEqual({ fit: 'too-small', at: ['waist'] })
  const unmeasured = await likelyToFit(db, { id: person }, null, items)
  expect(unmeasured.get(measured)?.measured).toBeNull()
})
