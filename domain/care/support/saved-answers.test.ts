import { expect, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows, readRows } from '#test/postgres/rows.ts'
import { deleteAnswer, type SavedAnswerInput, saveAnswer, savedAnswers } from './saved-answers.ts'

const { db, made } = await testDatabase()
const now = new Date('2026-11-20T15:00:00Z')
const later = new Date('2026-11-20T16:00:00Z')
const admin = await made.admin()

async function save(input: Partial<SavedAnswerInput>, at = now) {
  const answer = { id: null, title: 'Zippers', body: 'Pull gently.', seenAt: null, ...input }
  const outcome = await saveAnswer(db, admin, answer, at)
  return outcome.ok ? 'saved' : outcome.problem.reason
}

test('admins add, change and delete saved answers, which the audit log shows', async () => {
  expect(await save({ title: ' Zippers ' })).toBe('saved')
  expect(await save({ title: 'zippers' })).toBe('title-taken')
  expect(await save({ title: ' ' })).toBe('title-missing')
  expect(await save({ title: 'x'.repeat(81) })).toBe('title-too-long')
  expect(await save({ body: '\n' })).toBe('words-missing')
  expect(await save({ body: 'x'.repeat(2001) })).toBe('words-too-long')
  const [answer] = await savedAnswers(db, admin)
  if (!answer) throw new Error('no answer')
  const { id, updatedAt: seenAt } = answer
  expect(await save({ id, body: 'Pull it.', seenAt }, later)).toBe('saved')
  expect(await save({ id, body: 'Push it.', seenAt }, later)).toBe('changed')
  // What is saved already changes nothing.
  expect(await save({ id, body: 'Pull it.', seenAt }, later)).toBe('saved')
  await deleteAnswer(db, admin, id, later)
  await deleteAnswer(db, admin, id, later)
  expect(await save({ id, body: 'Push it.', seenAt: later })).toBe('answer-not-found')
  const lines = await readRows(db, 'audit_log', 'action', { noun: 'saved answer' }, 'at')
  expect(lines.map(({ action }) => action).toSorted()).toEqual(['add', 'delete', 'edit'])
})

test('there are at most 50', async () => {
  for (let n = 0; n < 50; n++)
    await insertRows(db, 'saved_answers', {
      id: newId(),
      title: `Answer ${n}`,
      body: 'Yes.',
      updated_at: now,
    })
  expect(await save({ title: 'One more' })).toBe('too-many-saved')
})
