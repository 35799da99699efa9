import { expect, test } from 'vitest'
import { like } from '#domain/catalogue/likes/likes.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { ownData } from './own-data.ts'

const now = new Date('2027-03-14T12:00:00Z')

test('names the lists with more entries than one file includes', async () => {
  const { db, made } = await testDatabase()
  const shopper = await made.shopper()
  for (const item of [await made.item(), await made.item()]) await like(db, shopper, item.id, now)
  expect(await ownData(db, shopper, now, 3)).toMatchObject({
    incomplete: [],
    likes: [{ title: expect.any(String) }, { title: expect.any(String) }],
  })
  expect(await ownData(db, shopper, now, 1)).toMatchObject({
    incomplete: expect.arrayContaining(['likes']),
    likes: [{ title: expect.any(String) }],
  })
})
