import { expect, test } from 'vitest'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows } from '#test/postgres/rows.ts'
import { sweepEvents } from './sweep-events.ts'

const { db } = await testDatabase()
const now = new Date()
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)

test('processed Stripe events are deleted after 90 days; open and failed ones stay', async () => {
  const event = (id: string, days: number, rest: object) =>
    insertRows(db, 'stripe_events', {
      id,
      type: 'invoice.paid',
      payload: '{}',
      received_at: daysAgo(days),
      ...rest,
    })
  await event('evt_old', 91, { done_at: daysAgo(91) })
  await event('evt_new', 89, { done_at: daysAgo(89) })
  // Exactly 90 days old.
  await event('evt_at_90', 90, { done_at: now })
  await event('evt_at_90_and_more', 90 + 1 / 86_400_000, { done_at: now })
  await event('evt_open', 91, {})
  await event('evt_failed', 91, { done_at: daysAgo(88), given_up_at: daysAgo(88) })
  expect(await sweepEvents(db, now)).toBe(2)
  const stored = await db.selectFrom('stripe_events').select('id').orderBy('id').execute()
  expect(stored.map(({ id }) => id)).toEqual(['evt_at_90', 'evt_failed', 'evt_new', 'evt_open'])
})
