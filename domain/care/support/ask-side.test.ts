import { expect, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { done } from '#domain/shared/outcome.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { readRows, updateRows } from '#test/postgres/rows.ts'
import { askSide, type Question } from './ask-side.ts'

const { db, made } = await testDatabase()
const now = new Date('2026-11-20T15:00:00Z')
const admin = await made.admin()

async function rented() {
  const [renter, closet] = [await made.shopper(), await made.closet()]
  const item = await made.item({ closet })
  const { id: rentalId } = await made.rental({ item, renter, createdAt: now })
  const question = (given: Partial<Question> = {}): Question => ({
    ...{ rentalId, side: 'renter', kind: 'payment', words: 'Was the stain there?' },
    ...{ requestKey: newId(), origin: 'https://shop.example', ...given },
  })
  return { renter, closet, question }
}

test('a question is an answered request of the person, once, however often it is sent', async () => {
  const { renter, question } = await rented()
  const sent = question()
  const all = await Promise.all([1, 2].map(() => askSide(db, admin, sent, now)))
  expect(all.some(({ ok }) => ok)).toBe(true)
  expect(await askSide(db, admin, sent, now)).toEqual(done({ fullName: renter.fullName }))
  const where = { person_id: renter.id }
  expect(await readRows(db, 'support_requests', ['status', 'assigned_to'], where)).toEqual([
    { status: 'answered', assigned_to: admin.id },
  ])
  const mails = await readRows(db, 'mail_outbox', ['template'], { recipient_id: renter.id })
  expect(mails.filter(({ template }) => template === 'support-question')).toHaveLength(1)
})

test('who cannot sign in, or has too many requests, is not asked', async () => {
  const { renter, closet, question } = await rented()
  for (let n = 0; n < 5; n++)
    expect(await askSide(db, admin, question({ side: 'owner' }), now)).toMatchObject({ ok: true })
  expect(await askSide(db, admin, question({ side: 'owner' }), now)).toMatchObject({
    problem: { reason: 'too-many', fullName: closet.fullName },
  })
  await updateRows(db, 'user_profiles', renter.id, { blocked_at: now, blocked_reason: 'Fraud' })
  expect(await askSide(db, admin, question(), now)).toMatchObject({
    problem: { reason: 'cannot-answer', fullName: renter.fullName },
  })
  expect(await askSide(db, admin, question({ words: ' ' }), now)).toMatchObject({
    problem: { reason: 'words-missing' },
  })
})
