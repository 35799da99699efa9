import { expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { make } from '#test/make.ts'
import { remindOfExpiry } from './expiry-reminders.ts'

const { db } = await testDatabase()
const made = make(db)
const noon = new Date('2026-11-20T12:00:00Z')
const inDays = (days: number) => new Date(noon.getTime() + days * 86_400_000)
const place = { timeZone: 'America/New_York', origin: 'https://hemline.test' }

const mailsTo = (address: string) =>
  db
    .selectFrom('mail_outbox')
    .select(['subject', 'text_body'])
    .where('to_address', '=', address)
    .where('template', '=', 'credits-lapse-soon')
    .orderBy('created_at')
    .execute()

test('credits that expire within a week cause one email, each lot once', async () => {
  const shopper = await made.shopper()
  const lot = (credits: number, days: number) =>
    made.credits(shopper, credits, { now: noon, expiresAt: inDays(days) })
  await lot(5, 6)
  await lot(7, 7)
  await lot(11, 8)
  const other = await made.shopper()
  await made.credits(other, 3, { now: noon, expiresAt: inDays(6) })
  expect(await remindOfExpiry(db, place, noon)).toBe(2)
  expect(await mailsTo(other.email)).toMatchObject([{ subject: '3 of your credits expire soon' }])
  expect(await remindOfExpiry(db, place, inDays(0.5))).toBe(0)
  const [first, ...more] = await mailsTo(shopper.email)
  expect(more).toEqual([])
  expect(first?.subject).toBe('12 of your credits expire soon')
  expect(first?.text_body).toContain('Nov 26, 2026')
  await remindOfExpiry(db, place, inDays(1))
  expect((await mailsTo(shopper.email)).map(({ subject }) => subject)).toEqual([
    '12 of your credits expire soon',
    '11 of your credits expire soon',
  ])
})

test('spent, expired, frozen and long-lasting credits cause no email', async () => {
  const spender = await made.shopper()
  await made.rental({ renter: spender, createdAt: noon })
  await db
    .updateTable('credit_lots')
    .set({ expires_at: inDays(3) })
    .where('user_id', '=', spender.id)
    .execute()
  const late = await made.shopper()
  await made.credits(late, 5, { now: noon, expiresAt: inDays(-1) })
  const frozen = await made.shopper()
  await made.credits(frozen, 5, { now: noon, expiresAt: inDays(3) })
  await db
    .updateTable('credit_lots')
    .set({ frozen_at: noon })
    .where('user_id', '=', frozen.id)
    .execute()
  await db
    .updateTable('credit_transactions')
    .set({ held: 5 })
    .where('user_id', '=', frozen.id)
    .execute()
  const rich = await made.shopper()
  await made.credits(rich, 5, { now: noon, expiresAt: inDays(30) })
  await remindOfExpiry(db, place, noon)
  for (const person of [spender, late, frozen, rich])
    expect(await mailsTo(person.email)).toEqual([])
})
