import { expect, test } from 'vitest'
import { rentalStatuses } from '#db/enums.ts'
import { integrityViolations, testDatabase } from '#test/database.ts'
import { make } from '#test/make.ts'

test('test data made by the factories passes every integrity check', async () => {
  const { db } = await testDatabase()
  const { item } = make(db)
  const dress = await item({ creditsPerDay: 3 })
  expect(dress).toMatchObject({ is_public: true, credits_per_day: 3, location: 'Brooklyn, NY' })
})

test('a rental made by the factories passes every integrity check at every stage', async () => {
  const { db } = await testDatabase()
  const { rental } = make(db)
  for (const status of rentalStatuses) {
    expect(await rental({ status, days: 8 })).toMatchObject({ status, total_credits: 28 })
  }
})

test('a violated invariant is found', async () => {
  const { db } = await testDatabase({ violatesInvariants: true })
  const { item } = make(db)
  const dress = await item({ available: false })
  expect(await integrityViolations(db)).toEqual([
    expect.objectContaining({
      check_name: 'an item is available when it can be booked ahead or has no live rental',
      subject: dress.id,
    }),
  ])
})

test('photos of an item without a first place, or shown twice, are found', async () => {
  const { db } = await testDatabase({ violatesInvariants: true })
  const { item, image } = make(db)
  const dress = await item({ image_id: (await image()).id })
  const twice = await item({ image_id: dress.image_id })
  await db
    .insertInto('item_photos')
    .values([
      { item_id: dress.id, place: 2, image_id: (await image()).id },
      { item_id: twice.id, place: 1, image_id: dress.image_id ?? (await image()).id },
    ])
    .execute()
  expect(await integrityViolations(db)).toEqual([
    expect.objectContaining({ check_name: 'photos of an item follow each other' }),
    expect.objectContaining({ check_name: 'photos are shown once and not deleted' }),
  ])
})
