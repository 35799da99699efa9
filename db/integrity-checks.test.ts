import { expect, test } from 'vitest'
import { rentalStatuses } from '#db/enums.ts'
import { integrityViolations, testDatabase } from '#test/database.ts'
import { make } from '#test/make.ts'

test('a database of the makers breaks no promise', async () => {
  const { db } = await testDatabase()
  const { item } = make(db)
  const dress = await item({ creditsPerDay: 3 })
  expect(dress).toMatchObject({ is_public: true, credits_per_day: 3, location: 'Brooklyn, NY' })
})

test('a rental of the makers breaks no promise, whatever its state', async () => {
  const { db } = await testDatabase()
  const { rental } = make(db)
  for (const status of rentalStatuses) {
    expect(await rental({ status, days: 8 })).toMatchObject({ status, total_credits: 28 })
  }
})

test('a broken promise is found', async () => {
  const { db } = await testDatabase({ breaksPromises: true })
  const { item } = make(db)
  const dress = await item({ available: false })
  expect(await integrityViolations(db)).toEqual([
    expect.objectContaining({
      promise: 'an item is available exactly when no rental of it lives',
      subject: dress.id,
    }),
  ])
})
