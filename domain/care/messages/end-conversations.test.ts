import { expect, test } from 'vitest'
import { changeAccountType } from '#domain/accounts/closing/change-account-type.ts'
import { newId } from '#domain/shared/ids.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { readRow } from '#test/postgres/rows.ts'
import { findConversation } from './conversation-queries.ts'
import { removeOldConversations } from './end-conversations.ts'
import { sendMessage } from './messages.ts'

const { db, made } = await testDatabase()
const now = new Date('2026-11-20T15:00:00Z')

test('a conversation is removed 24 months after its last message, with its photos', async () => {
  const old = await made.conversation({ now: new Date('2024-11-20T14:59:00Z') })
  const photo = await made.image({ use: 'message', owner_id: old.shopper.id, attached_at: null })
  const message = {
    to: { conversationId: old.id },
    body: '',
    imageIds: [photo.id],
    requestKey: newId(),
  }
  await sendMessage(db, old.shopper, message, new Date('2024-11-20T14:59:30Z'))
  const recent = await made.conversation({ now: new Date('2024-11-20T15:00:00Z') })
  expect(await removeOldConversations(db, now)).toBe(1)
  expect(await removeOldConversations(db, now)).toBe(0)
  expect(await findConversation(db, old.shopper, old.id)).toBeNull()
  expect(await findConversation(db, recent.shopper, recent.id)).not.toBeNull()
  const { attached_at } = await readRow(db, 'images', 'attached_at', photo.id)
  expect(attached_at).toBeNull()
})

test('conversations move with the listings of a former admin', async () => {
  const [former, acting] = [await made.admin(), await made.admin()]
  const { id, shopper } = await made.conversation({
    closet: former,
    item: await made.item({ business_id: former.id }),
    now,
  })
  const change = {
    personId: former.id,
    from: 'admin',
    to: 'regular',
    origin: 'https://x.test',
  } as const
  expect(await changeAccountType(db, acting, change, now)).toMatchObject({ ok: true })
  expect(await findConversation(db, acting, id)).toMatchObject({ side: 'lister', unread: 1 })
  expect(await findConversation(db, shopper, id)).toMatchObject({ other: { id: acting.id } })
  expect(await findConversation(db, { ...former, accountType: 'regular' }, id)).toBeNull()
})
