import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import type { Person } from '#domain/shared/actors.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { readRows } from '#test/postgres/rows.ts'
import { lastEditor, recordAction, recordActions } from './audit.ts'
import { newId } from './ids.ts'

const { db, made } = await testDatabase()
const noon = new Date('2026-11-20T12:00:00Z')
const later = new Date('2026-11-20T12:00:01Z')

const linesOf = (nounId: string) =>
  readRows(
    db,
    'audit_log',
    ['actor_id', 'action', 'noun', 'before', 'after', 'at'],
    { noun_id: nounId },
    'id',
  )

test('each of many actions gets its own line, by a person or by the system', async () => {
  const admin = await made.admin()
  const [one, other] = [newId(), newId()]
  const acts = [
    { action: 'approve', noun: 'item', nounId: one, before: { is: 'pending' } },
    { action: 'deny', noun: 'item', nounId: other, after: ['a reason'] },
  ]
  await inTransaction(db, async (tx) => {
    await recordActions(tx, admin, acts, noon)
    await recordActions(tx, null, acts.slice(0, 1), later)
  })
  const approved = { action: 'approve', noun: 'item', before: { is: 'pending' }, after: null }
  expect(await linesOf(one)).toEqual([
    { ...approved, actor_id: admin.id, at: noon },
    { ...approved, actor_id: null, at: later },
  ])
  expect(await linesOf(other)).toEqual([
    {
      action: 'deny',
      noun: 'item',
      before: null,
      after: ['a reason'],
      actor_id: admin.id,
      at: noon,
    },
  ])
})

test('the last editor is the person who last edited this thing; the system does not count', async () => {
  const [first, last] = [await made.admin(), await made.admin()]
  const nounId = newId()
  const record = (actor: Person | null, at: Date, more = {}) =>
    inTransaction(db, (tx) =>
      recordAction(tx, actor, { action: 'edit', noun: 'item', nounId, ...more }, at),
    )
  const editor = (viewer: Person, action?: string) =>
    lastEditor(db, viewer, { noun: 'item', nounId, ...(action && { action }) })
  expect(await editor(first)).toBeNull()
  // The first one recorded is the second latest; then two at the same instant, the second one last.
  await record(last, later)
  await record(first, noon)
  expect(await editor(first)).toEqual({ fullName: last.fullName, isViewer: false })
  await record(first, later, { before: { price: 1 }, after: { price: 2 } })
  const edit = { actor_id: first.id, action: 'edit', noun: 'item', at: later }
  expect((await linesOf(nounId)).at(-1)).toEqual({
    ...{ ...edit, before: { price: 1 }, after: { price: 2 } },
  })
  expect(await editor(first)).toEqual({ fullName: first.fullName, isViewer: true })
  for (const more of [{ action: 'pause' }, { noun: 'style' }, { nounId: newId() }])
    await record(last, new Date(later.getTime() + 1), more)
  await record(null, new Date(later.getTime() + 2))
  expect(await editor(last)).toEqual({ fullName: first.fullName, isViewer: false })
  expect(await editor(last, 'pause')).toEqual({ fullName: last.fullName, isViewer: true })
})
