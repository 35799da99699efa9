import { expect, test } from 'vitest'
import { testDatabase } from '#test/postgres/database.ts'
import { readRows, updateRows } from '#test/postgres/rows.ts'
import { remindOfExpiry } from './expiry-reminders.ts'

const { db, made } = await testDatabase()
const noon = new Date('2026-11-20T12:00:00Z')
const inDays = (days: number) => new Date(noon.getTime() + days * 86_400_000)
const place = { timeZone: 'America/New_York', origin: 'https://hemline.test' }

const mailsTo = (address: string) =>
  readRows(
    db,
    'mail_outbox',
    ['subject', 'text_body'],
    { to_address: address, template: 'credits-lapse-soon' },
    'created_at',
  )

test('credits that expire within a week cause one email, each lot once', async () => {
  const shopper = await made.shopper()
  const lot = (credits: number, days: number) =>
    made.credits(shopper, credits, { now: noon, expiresAt: inDays(days) })
  await lot(5, 6)
  await lot(7, 6.8)
  await made.credits(shopper, 11, { now: noon, expiresAt: new Date(inDays(7).getTime() + 1) })
  const other = await made.shopper()
  await made.credits(other, 3, { now: noon, expiresAt: inDays(7) })
  await made.credits(await made.shopper(), 1, { now: noon, expiresAt: inDays(7) })
  expect(await remindOfExpiry(db, place, noon, 2)).toBe(2)
  expect(await remindOfExpiry(db, place, noon, 2)).toBe(1)
  expect(await mailsTo(other.email)).toMatchObject([{ subject: '3 of your credits expire soon' }])
  expect(await remindOfExpiry(db, place, noon)).toBe(0)
  const [first, ...more] = await mailsTo(shopper.email)
  expect(more).toEqual([])
  expect(first?.subject).toBe('12 of your credits expire soon')
  expect(first?.text_body).toContain(
    '12 credits in your balance will expire within a week, starting on Nov 26, 2026.',
  )
  await remindOfExpiry(db, place, inDays(1))
  expect((await mailsTo(shopper.email)).map(({ subject }) => subject)).toEqual([
    '12 of your credits expire soon',
    '11 of your credits expire soon',
  ])
})

test('spent, expired, frozen and long-lasting credits cause no email and are in none', async () => {
  const shopper = await made.shopper()
  const lot = (credits: number, days: number) =>
    made.credits(shopper, credits, { now: inDays(-1), expiresAt: inDays(days) })
  const lots = () =>
    db
      .selectFrom('credit_lots')
      .select(['expires_at', 'reminded_at'])
      .where('user_id', '=', shopper.id)
      .orderBy('expires_at')
  await made.rental({ renter: shopper, createdAt: noon })
  await updateRows(db, 'credit_lots', { user_id: shopper.id }, { expires_at: inDays(2) })
  await lot(4, 1)
  await updateRows(db, 'credit_lots', { user_id: shopper.id, available: 4 }, { frozen_at: noon })
  await updateRows(db, 'credit_transactions', { user_id: shopper.id, amount: 4 }, { held: 4 })
  await lot(8, 0)
  await lot(16, 30)
  expect(await remindOfExpiry(db, place, noon)).toBe(0)
  expect(await mailsTo(shopper.email)).toEqual([])
  await lot(32, 3)
  expect(await remindOfExpiry(db, place, noon)).toBe(1)
  const [mail] = await mailsTo(shopper.email)
  expect(mail?.text_body).toContain('32 credits in your balance')
  expect(mail?.text_body).toContain('starting on Nov 23, 2026.')
  const reminded = (await lots().execute()).map((one) => [one.expires_at, one.reminded_at])
  expect(reminded).toEqual([
    [inDays(0), null],
    [inDays(1), null],
    [inDays(2), null],
    [inDays(3), noon],
    [inDays(30), null],
  ])
})
