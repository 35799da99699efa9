import { expect, test } from 'vitest'
import { make } from '#test/make/make.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { readSizeProfile, saveSizeProfile } from './sizes.ts'

const { db } = await testDatabase()
const { shopper } = make(db)
const now = new Date('2026-11-21T15:00:00Z')
const nothing = { usualSize: null, heightCm: null, bustCm: null, waistCm: null, hipsCm: null }

test('a size profile is saved, changed, and removed when it is empty', async () => {
  const ada = await shopper()
  const other = await shopper()
  expect(await readSizeProfile(db, ada)).toBeNull()
  const first = { ...nothing, usualSize: 'M', waistCm: 72 } as const
  await saveSizeProfile(db, ada, first, now)
  expect(await readSizeProfile(db, ada)).toEqual(first)
  await saveSizeProfile(db, ada, { ...nothing, hipsCm: 98 }, now)
  expect(await readSizeProfile(db, ada)).toEqual({ ...nothing, hipsCm: 98 })
  expect(await readSizeProfile(db, other)).toBeNull()
  await saveSizeProfile(db, ada, nothing, now)
  expect(await readSizeProfile(db, ada)).toBeNull()
  expect(await db.selectFrom('size_profiles').selectAll().execute()).toEqual([])
})

test('the database refuses impossible sizes', async () => {
  const ada = await shopper()
  for (const size of [{ heightCm: 20 }, { bustCm: 201 }, { waistCm: 39 }, { hipsCm: -1 }])
    await expect(saveSizeProfile(db, ada, { ...nothing, ...size }, now)).rejects.toThrow(
      'body_is_as_large_as_a_person',
    )
})
