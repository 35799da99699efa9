import { expect, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { readRows } from '#test/postgres/rows.ts'
import { deleteFeedback, submitFeedback } from './feedback.ts'
import { listFeedback } from './feedback-queries.ts'

const { db, made: things } = await testDatabase()
const start = Date.parse('2026-11-20T12:00:00Z')
const words = { name: 'Ada', email: 'ada@example.org', message: 'Lovely.' }

test('feedback is listed newest first, complete over its pages, with the account it was written under', async () => {
  const admin = await things.admin()
  const shopper = await things.shopper()
  for (let n = 0; n < 50; n++) {
    const message = `Message ${n}`
    const at = new Date(start + Math.floor(n / 2) * 1000)
    await submitFeedback(db, n === 49 ? shopper : null, { ...words, message }, at)
  }
  const seen = []
  let after: string | null = null
  do {
    const page = await listFeedback(db, admin, after)
    expect(page.rows.length).toBeLessThanOrEqual(24)
    seen.push(...page.rows)
    after = page.next
  } while (after)
  expect(new Set(seen.map(({ message }) => message)).size).toBe(50)
  expect(seen.map(({ created_at }) => created_at.getTime())).toEqual(
    seen.map(({ created_at }) => created_at.getTime()).toSorted((a, b) => b - a),
  )
  expect(seen.filter(({ user_id }) => user_id === shopper.id)).toHaveLength(1)
})

test('deleting removes an entry once, and the audit log names the admin', async () => {
  const admin = await things.admin()
  const at = new Date(start + 1e6)
  await submitFeedback(db, null, { ...words, message: 'Only once' }, at)
  const entry = (await listFeedback(db, admin, null)).rows[0]
  const id = entry?.id ?? newId()
  const answers = await Promise.all([
    deleteFeedback(db, admin, id, at),
    deleteFeedback(db, admin, id, at),
  ])
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  const log = await readRows(db, 'audit_log', ['actor_id', 'action', 'noun', 'before'], {
    noun_id: id,
  })
  expect(log).toMatchObject([{ actor_id: admin.id, action: 'delete', noun: 'feedback' }])
  expect(JSON.stringify(log)).not.toContain('Only once')
})
