import { expect, test } from 'vitest'
import type { Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { inOverlap } from '#test/in-overlap.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { type NewMessage, sendMessage } from './messages.ts'

const { db, pool, made } = await testDatabase()
const now = new Date('2026-11-20T15:00:00Z')

async function send(
  person: Person,
  to: NewMessage['to'],
  body: string,
  message: Partial<NewMessage> = {},
) {
  return await sendMessage(
    db,
    person,
    { to, body, imageIds: [], requestKey: newId(), ...message },
    now,
  )
}

const reasonOf = (outcome: Awaited<ReturnType<typeof send>>) =>
  outcome.ok ? 'sent' : outcome.problem.reason

test('an account sends at most 10,000 messages and 1,000 photos within 30 days', async () => {
  const [shopper, closet] = [await made.shopper(), await made.closet()]
  const item = await made.item({ closet })
  const opened = await send(shopper, { itemId: item.id }, 'Hello')
  if (!opened.ok) throw new Error('not sent')
  const { conversationId } = opened.value
  const fill = (number: number, photos: number, daysAgo: number) =>
    pool.query(
      // Unsent, so that they are not counted as unread.
      `insert into messages (id, conversation_id, writer_id, body, image_ids, request_key, written_at,
          withdrawn_at)
        select gen_random_uuid(), $1, $2, 'x',
          array(select gen_random_uuid() from generate_series(1, $4::int)), gen_random_uuid(), at, at
        from generate_series(1, $6::int) n, lateral (select
          $3::timestamptz - $5 * interval '1 day' + n * interval '1 millisecond' as at) written`,
      [conversationId, shopper.id, now, photos, daysAgo, number],
    )
  await fill(250, 4, 31)
  await fill(250, 4, 1)
  const image = await made.image({ owner_id: shopper.id, use: 'message', attached_at: null })
  const withPhoto = await send(shopper, { conversationId }, 'Look', { imageIds: [image.id] })
  expect(reasonOf(withPhoto)).toBe('too-many-messages')
  expect(reasonOf(await send(shopper, { conversationId }, 'Words'))).toBe('sent')
  await pool.query(`set session_replication_role = replica;
    insert into messages (id, conversation_id, writer_id, body, request_key, written_at, withdrawn_at)
      select gen_random_uuid(), '${conversationId}', '${shopper.id}', 'x', gen_random_uuid(), at, at
      from generate_series(1, 9800) n, lateral (select
        timestamptz '${now.toISOString()}' - n * interval '1 minute' as at) written;
    set session_replication_role = origin`)
  expect(reasonOf(await send(shopper, { conversationId }, 'One more'))).toBe('too-many-messages')
  expect(reasonOf(await send(closet, { conversationId }, 'An answer'))).toBe('sent')
})

test('messages that are sent at the same time are counted', async () => {
  const shopper = await made.shopper()
  const opened = await send(shopper, { itemId: (await made.item()).id }, 'Hello')
  if (!opened.ok) throw new Error('not sent')
  const at = now.toISOString()
  const add = `insert into messages (id, conversation_id, writer_id, body, image_ids, request_key,
      written_at, withdrawn_at)
    values (gen_random_uuid(), '${opened.value.conversationId}', '${shopper.id}', 'x',
      array(select gen_random_uuid() from generate_series(1, 4)), gen_random_uuid(),
      '${at}', '${at}')`
  for (let message = 0; message < 249; message += 1) await pool.query(add)
  expect(await inOverlap(pool, add)).toBe('writer_sends_at_most_1000_photos_in_30_days')
})
