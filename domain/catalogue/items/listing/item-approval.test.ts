import { expect, test } from 'vitest'
import type { ItemId } from '#db/ids.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { readRow, updateRows } from '#test/postgres/rows.ts'
import { approveItem, restoreItem, takeDownItem } from './item-approval.ts'

const { db, made } = await testDatabase()
const now = new Date('2026-11-20T15:00:00Z')
const admin = await made.admin()

async function seen(itemId: ItemId) {
  const { updated_at } = await readRow(db, 'clothing_items', 'updated_at', itemId)
  return { itemId, changedAt: updated_at, origin: 'http://localhost' }
}

/** The sentence about the item in the email about its approval. */
async function textOf(title: string) {
  const { text_body } = await readRow(db, 'mail_outbox', 'text_body', {
    subject: `Approved: ${title}`,
  })
  return text_body.match(/Your item .*/)?.[0]
}

test('the email about an approved item says when it can be rented, if that is known', async () => {
  const closet = await made.closet()
  const pending = { closet, approval_status: 'pending' } as const
  const free = await made.item({ ...pending, title: 'Free' })
  const paused = await made.item({ ...pending, title: 'Paused', paused: true })
  for (const { id } of [free, paused]) await approveItem(db, admin, await seen(id), now)
  expect(await textOf('Free')).toBe('Your item “Free” has been approved. Shoppers can rent it now.')
  expect(await textOf('Paused')).toBe(
    'Your item “Paused” has been approved. It can be rented once you resume it.',
  )
  const rented = await made.item({ closet, title: 'Rented' })
  await made.rental({ item: rented, status: 'confirmed' })
  await takeDownItem(db, admin, { ...(await seen(rented.id)), reason: 'No.' }, now)
  expect((await restoreItem(db, admin, await seen(rented.id), now)).ok).toBe(true)
  expect(await textOf('Rented')).toBe('Your item “Rented” has been approved.')
})

test('the email about an approved item of a blocked closet does not mention renting', async () => {
  const closet = await made.closet()
  const item = await made.item({ closet, title: 'Blocked', approval_status: 'pending' })
  await updateRows(db, 'user_profiles', closet.id, {
    account_type: 'regular',
    business_status: 'blocked',
  })
  await updateRows(db, 'clothing_items', item.id, { lister_in_good_standing: false })
  expect((await approveItem(db, admin, await seen(item.id), now)).ok).toBe(true)
  expect(await textOf('Blocked')).toBe('Your item “Blocked” has been approved.')
})
