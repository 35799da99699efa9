import { expect, test } from 'vitest'
import type { RentalId } from '#db/ids.ts'
import type { Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { updateRows } from '#test/postgres/rows.ts'
import { WRITES_FIRST_DAYS } from './message-limits.ts'
import { sendMessage } from './messages.ts'

const { db, made } = await testDatabase()
const now = new Date('2026-11-20T15:00:00Z')

async function write(person: Person, rentalId: RentalId, at = now) {
  const message = { to: { rentalId }, body: 'I am ten minutes late.', imageIds: [] }
  return await sendMessage(db, person, { ...message, requestKey: newId() }, at)
}

const reasonOf = (outcome: Awaited<ReturnType<typeof write>>) =>
  outcome.ok ? 'sent' : outcome.problem.reason

async function rented(status: 'pending' | 'delivered' | 'completed' = 'delivered') {
  const [closet, renter] = [await made.closet(), await made.shopper()]
  const item = await made.item({ closet })
  const rental = await made.rental({ item, renter, status, createdAt: now })
  return { closet, renter, item, rental }
}

test('a closet opens the conversation with a renter, who answers in it', async () => {
  const { closet, renter, item, rental } = await rented()
  const opened = await write(closet, rental.id)
  if (!opened.ok) throw new Error('not sent')
  const { conversationId } = opened.value
  const row = await db
    .selectFrom('conversations')
    .selectAll()
    .where('id', '=', conversationId)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    item_id: item.id,
    shopper_id: renter.id,
    lister_id: closet.id,
    shopper_unread: 1,
    lister_unread: 0,
  })
  const answer = { to: { itemId: item.id }, body: 'No problem.', imageIds: [], requestKey: newId() }
  const answered = await sendMessage(db, renter, answer, now)
  expect(answered).toMatchObject({ ok: true, value: { conversationId } })
  expect(await write(closet, rental.id)).toMatchObject({ ok: true, value: { conversationId } })
})

test('it can until 30 days after the rental has ended', async () => {
  const { closet, rental } = await rented('completed')
  const days = (number: number) => new Date(now.getTime() - number * 86_400_000)
  const ended = (at: Date) => updateRows(db, 'rentals', rental.id, { condition_reviewed_at: at })
  await ended(days(WRITES_FIRST_DAYS + 1))
  expect(reasonOf(await write(closet, rental.id))).toBe('conversation-not-found')
  await ended(days(WRITES_FIRST_DAYS - 1))
  expect(reasonOf(await write(closet, rental.id))).toBe('sent')
})

test('nobody else can, and nobody can where one has blocked the other or has left', async () => {
  const { closet, renter, rental } = await rented('pending')
  for (const other of [renter, await made.closet(), await made.shopper(), await made.admin()])
    expect(reasonOf(await write(other, rental.id))).toBe('conversation-not-found')
  await made.block(renter, closet)
  expect(reasonOf(await write(closet, rental.id))).toBe('blocked')
  const left = await rented()
  await updateRows(db, 'user_profiles', left.renter.id, { deleted_at: now })
  expect(reasonOf(await write(left.closet, left.rental.id))).toBe('conversation-not-found')
})

test('any admin writes for the items that admins list', async () => {
  const item = await made.item({ closet: await made.admin() })
  const rental = await made.rental({ item, status: 'delivered', createdAt: now })
  expect(reasonOf(await write(await made.admin(), rental.id))).toBe('sent')
})
