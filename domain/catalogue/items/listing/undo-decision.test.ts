import { expect, test } from 'vitest'
import type { ItemId, PersonId } from '#db/ids.ts'
import { reviewedItems } from '#domain/catalogue/items/reviewed-items.ts'
import { UNDO_MINUTES } from '#domain/shared/undo-time.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { readRow, readRows, updateRows } from '#test/postgres/rows.ts'
import { approveItem, approveItems, denyItem, takeDownItem } from './item-approval.ts'
import { undoDecisions } from './undo-decision.ts'

const { db, made } = await testDatabase()
const admin = await made.admin()
const origin = 'http://localhost'
let minute = 0
/** Each decision has an instant of its own. */
const later = (minutes = 1) => {
  minute += minutes
  return new Date(Date.UTC(2026, 10, 20, 15, minute))
}

async function seen(itemId: ItemId) {
  const { updated_at } = await readRow(db, 'clothing_items', 'updated_at', itemId)
  return { itemId, changedAt: updated_at, origin }
}

const statusOf = async (itemId: ItemId) =>
  (await readRow(db, 'clothing_items', 'approval_status', itemId)).approval_status

async function waiting(count: number) {
  const closet = await made.closet()
  const items = []
  for (let n = 0; n < count; n++)
    items.push(await made.item({ closet, title: `Piece ${n}`, approval_status: 'pending' }))
  return { closet, items }
}

const emailsTo = (recipient_id: PersonId) =>
  readRows(db, 'mail_outbox', ['template', 'subject', 'text_body'], { recipient_id }, 'id')

test('twelve items are approved together, with one email to their closet that names them', async () => {
  const { closet, items } = await waiting(12)
  const versions = await Promise.all(items.map(({ id }) => seen(id)))
  const { approved, left } = await approveItems(db, admin, { items: versions, origin }, later())
  expect([approved.length, left]).toEqual([12, []])
  for (const { id } of items) expect(await statusOf(id)).toBe('approved')
  const emails = await emailsTo(closet.id)
  expect(emails.map(({ template, subject }) => [template, subject])).toEqual([
    ['items-approved', 'Approved: 12 items'],
  ])
  for (const { title } of items) expect(emails[0]?.text_body).toContain(title)
  const log = await readRows(db, 'audit_log', ['action'], { actor_id: admin.id }, 'id')
  expect(log.filter(({ action }) => action === 'approve')).toHaveLength(12)
})

test('what another admin or the closet did meanwhile is named, and the rest is approved', async () => {
  const { closet, items } = await waiting(4)
  const versions = await Promise.all(items.map(({ id }) => seen(id)))
  const [denied, changed, deleted, other] = versions
  if (!denied || !changed || !deleted || !other) throw new Error('four items')
  await denyItem(db, await made.admin(), { ...denied, reason: 'Blurred' }, later())
  await updateRows(db, 'clothing_items', changed.itemId, { updated_at: later() })
  await updateRows(db, 'clothing_items', deleted.itemId, { deleted_at: later() })
  const result = await approveItems(db, admin, { items: versions, origin }, later())
  expect(result.approved).toEqual(['Piece 3'])
  expect(result.left.toSorted((a, b) => a.title.localeCompare(b.title))).toEqual([
    { title: 'Piece 0', problem: { reason: 'already-decided', status: 'denied' } },
    { title: 'Piece 1', problem: { reason: 'edit-conflict' } },
  ])
  expect(await statusOf(denied.itemId)).toBe('denied')
  // One approved item has the usual email.
  expect((await emailsTo(closet.id)).map(({ subject }) => subject)).toEqual([
    'Not approved: Piece 0',
    'Approved: Piece 3',
  ])
})

test('two admins who approve the same items at once approve each once', async () => {
  const { closet, items } = await waiting(6)
  const versions = await Promise.all(items.map(({ id }) => seen(id)))
  const now = later()
  const both = await Promise.all([
    approveItems(db, admin, { items: versions, origin }, now),
    approveItems(db, await made.admin(), { items: versions.toReversed(), origin }, now),
  ])
  expect(both.flatMap(({ approved }) => approved)).toHaveLength(6)
  expect(both.flatMap(({ left }) => left)).toHaveLength(6)
  const log = await readRows(db, 'audit_log', ['noun_id'], { action: 'approve' }, 'id')
  const ids: readonly string[] = items.map(({ id }) => id)
  expect(log.filter(({ noun_id }) => ids.includes(noun_id))).toHaveLength(6)
  expect((await emailsTo(closet.id)).length).toBe(1)
})

test('an admin undoes a decision about several items, or about one of them', async () => {
  const { closet, items } = await waiting(3)
  const [first] = items
  if (!first) throw new Error('three items')
  const versions = await Promise.all(items.map(({ id }) => seen(id)))
  const at = later()
  await approveItems(db, admin, { items: versions, origin }, at)
  const one = { at, itemId: first.id, origin }
  expect(await undoDecisions(db, admin, one, later())).toEqual({
    undone: ['Piece 0'],
    changedSince: 0,
  })
  expect(await statusOf(first.id)).toBe('pending')
  const all = { at, itemId: null, origin }
  // The first one is pending already.
  expect((await undoDecisions(db, admin, all, later())).undone.toSorted()).toEqual([
    'Piece 1',
    'Piece 2',
  ])
  expect((await undoDecisions(db, admin, all, later())).undone).toEqual([])
  expect((await emailsTo(closet.id)).map(({ subject }) => subject)).toEqual([
    'Approved: 3 items',
    'Reviewed again: Piece 0',
    'Reviewed again: 2 items',
  ])
})

test('a denial that is undone loses its reason', async () => {
  const { closet, items } = await waiting(1)
  const [item] = items
  if (!item) throw new Error('an item')
  const at = later()
  await denyItem(db, admin, { ...(await seen(item.id)), reason: 'Blurred' }, at)
  await undoDecisions(db, admin, { at, itemId: item.id, origin }, later())
  expect(
    await readRow(db, 'clothing_items', ['approval_status', 'denial_reason'], item.id),
  ).toEqual({ approval_status: 'pending', denial_reason: null })
  expect((await emailsTo(closet.id)).at(-1)?.text_body).toContain(
    'Your item “Piece 0” was denied by mistake, so we are reviewing it again.',
  )
})

test('nobody undoes the decision of somebody else, a later one, or after 15 minutes', async () => {
  const { items } = await waiting(2)
  const [item, another] = items
  if (!item || !another) throw new Error('two items')
  const at = later()
  await approveItem(db, admin, await seen(item.id), at)
  const undo = { at, itemId: item.id, origin }
  const nothing = { undone: [], changedSince: 0 }
  expect(await undoDecisions(db, await made.admin(), undo, later())).toEqual(nothing)
  await takeDownItem(db, admin, { ...(await seen(item.id)), reason: 'No.' }, later())
  expect(await undoDecisions(db, admin, undo, later())).toEqual(nothing)
  expect(await statusOf(item.id)).toBe('denied')
  const old = later()
  await approveItem(db, admin, await seen(another.id), old)
  const late = { at: old, itemId: another.id, origin }
  expect(await undoDecisions(db, admin, late, later(UNDO_MINUTES))).toEqual(nothing)
  expect(await statusOf(another.id)).toBe('approved')
})

test('a decided item stays in its place among those to review, for its admin, while it can be undone', async () => {
  const own = await testDatabase({ isNew: true })
  const [one, two] = [await own.made.admin(), await own.made.admin()]
  const closet = await own.made.closet()
  const items = []
  for (let n = 0; n < 3; n++) {
    const created_at = new Date(Date.UTC(2026, 10, 1 + n))
    items.push(await own.made.item({ closet, created_at, approval_status: 'pending' }))
  }
  const ids = items.map(({ id }) => id)
  const [, middle] = ids
  if (!middle) throw new Error('three items')
  const at = new Date('2026-11-20T15:00:00Z')
  const { updated_at } = await readRow(own.db, 'clothing_items', 'updated_at', middle)
  await approveItem(own.db, one, { itemId: middle, changedAt: updated_at, origin }, at)
  const part = {
    status: 'pending' as const,
    q: null,
    owner: closet.id,
    importId: null,
    after: null,
  }
  const shown = async (who: typeof one, since: Date | null, minutes: number) => {
    const now = new Date(at.getTime() + minutes * 60_000)
    const { rows } = await reviewedItems(own.db, who, { ...part, since }, now)
    return rows.map(({ id, decidedAt }) => [ids.indexOf(id), decidedAt])
  }
  const others = [
    [0, null],
    [2, null],
  ]
  expect(await shown(one, at, 1)).toEqual([
    [0, null],
    [1, at],
    [2, null],
  ])
  expect(await shown(two, at, 1)).toEqual(others)
  expect(await shown(one, null, 1)).toEqual(others)
  expect(await shown(one, at, UNDO_MINUTES + 1)).toEqual(others)
})
