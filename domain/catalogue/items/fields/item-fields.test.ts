import { expect, test } from 'vitest'
import { editItem, listItem } from '#domain/catalogue/items/listing/listing.ts'
import { findOwnItem } from '#domain/catalogue/items/listing/own-items.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { fieldSamples } from '#test/make/field-samples.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { readRow } from '#test/postgres/rows.ts'
import { fieldsOf, itemFields } from './item-fields.ts'

// For every field, whichever they are.

const { db, made } = await testDatabase()
const now = new Date('2026-11-20T15:00:00Z')
const [before, after] = fieldSamples

async function listed() {
  const owner = await made.closet()
  const { id: imageId } = await made.image({ owner_id: owner.id, attached_at: null })
  const answer = await listItem(db, owner, { ...before, imageId }, now)
  if (!answer.ok) throw new Error(answer.problem.reason)
  const { itemId } = answer.value
  const read = async () => {
    const found = await findOwnItem(db, owner, itemId, calendarDateIn('UTC', now))
    if (!found) throw new Error('it was listed')
    return found
  }
  return { owner, itemId, imageId, read }
}

test('every field is stored as it was entered', async () => {
  const { read } = await listed()
  expect(fieldsOf(await read())).toEqual(before)
})

test.for(itemFields)('$field can be changed alone, which the audit log records', async ({
  field,
  column,
}) => {
  const { owner, itemId, imageId, read } = await listed()
  const changed = { ...before, [field]: after[field] }
  expect((await editItem(db, owner, { ...changed, imageId, itemId }, now)).ok).toBe(true)
  expect(fieldsOf(await read())).toEqual(changed)
  const line = await readRow(db, 'audit_log', ['before', 'after'], {
    noun_id: itemId,
    action: 'edit',
  })
  expect(line.before).toHaveProperty(column)
  expect(line.after).toHaveProperty(column)
  expect([line.before, line.after].map((side) => Object(side)[column])).not.toEqual([
    Object(line.after)[column],
    Object(line.after)[column],
  ])
})

test.for(itemFields)('nobody overwrites another person’s $field unseen', async ({ field }) => {
  const { owner, itemId, imageId, read } = await listed()
  const { version: seen } = await read()
  const theirs = { ...before, [field]: after[field], imageId, itemId }
  expect((await editItem(db, owner, theirs, now)).ok).toBe(true)
  const lending = { advanceBooking: true, turnaroundDays: 3 }
  const mine = { ...before, lending, imageId, itemId, seen }
  expect(await editItem(db, owner, mine, now)).toEqual({
    ok: false,
    problem: { reason: 'edit-conflict' },
  })
})
