import { expect, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { testDatabase } from '#test/database.ts'
import { make } from '#test/make.ts'
import { currentJob, notifyAboutRental } from './rental-notifications.ts'

const { db } = await testDatabase()
const things = make(db)

test('a job that an older release left in the queue writes the same email, once', async () => {
  const { id: rentalId } = await things.rental({ status: 'confirmed' })
  const left = { rentalId, news: 'accepted', origin: 'https://shop.example', event: newId() }
  const now = new Date()
  for (const by of ['owner', 'owner'] as const)
    await notifyAboutRental(db, currentJob({ ...left, by }), now)
  const mails = await db
    .selectFrom('mail_outbox')
    .select('template')
    .where('message_id', 'like', `%${rentalId}%`)
    .execute()
  expect(mails).toEqual([{ template: 'rental-accept' }])
  expect(currentJob({ ...left, by: 'house' }).by).toBe('system')
})
