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
