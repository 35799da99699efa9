import { expect, test } from 'vitest'
import { brokenPromises, testDatabase } from '#test/database.ts'
import { make } from '#test/make.ts'

test('a database of the makers breaks no promise', async () => {
  const { db } = await testDatabase()
  const { item } = make(db)
  const dress = await item({ creditsPerDay: 3 })
  expect(dress).toMatchObject({ is_public: true, credits_per_day: 3, location: 'Brooklyn, NY' })
})

test('a broken promise is found', async () => {
  const { db } = await testDatabase({ breaksPromises: true })
  const { item } = make(db)
  const dress = await item({ available: false })
  expect(await brokenPromises(db)).toEqual([
    expect.objectContaining({
      promise: 'an item is available exactly when no rental of it lives',
      subject: dress.id,
    }),
  ])
})
