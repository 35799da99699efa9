import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cancelRental, readRefundAhead, requestRental } from '#domain/booking/rentals/rentals.ts'
import { creditsBalance, expireLots } from '#domain/money/credits/credits.ts'
import { remindOfExpiry } from '#domain/money/credits/expiry-reminders.ts'
import { NEVER } from '#domain/money/credits/last-day.ts'
import { lotsLeft } from '#domain/money/credits/lots-left.ts'
import { mailGiftCode, remindOfGifts } from '#domain/money/gifts/gift-mail.ts'
import { claimGiftCode } from '#domain/money/gifts/gifts.ts'
import { closingOf } from '#domain/money/months/month-lines.ts'
import { statementUntil } from '#domain/money/months/months.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { savePlatformNumbers } from '#domain/site/settings/save-platform-numbers.ts'
import { openPayments } from '#test/payments.ts'
import { creditsByMonth, owedCredits } from './credit-figures.ts'

const timeZone = 'America/New_York'
const place = { timeZone, origin: 'https://shop.example' }

/** A shop whose gifts never expire, a gift that was bought in it, and its friend. */
async function withGift() {
  const { db, made, clock, payments } = await openPayments({ at: '2026-11-20T12:00:00Z' })
  const admin = await made.admin()
  const numbers = { high_value_cents: 50_000, high_value_rentals: 3, gift_months: null }
  await savePlatformNumbers(db, admin, numbers, clock.now())
  const [buyer, friend] = [await made.shopper(), await made.shopper()]
  await payments.buy(buyer, 'gift', { recipientEmail: friend.email })
  await payments.processAll()
  const gift = await db
    .selectFrom('gift_codes')
    .select(['id', 'code', 'expires_at'])
    .executeTakeFirstOrThrow()
  const mails = async (template: string) => {
    const of = db.selectFrom('mail_outbox').select('text_body').where('template', '=', template)
    return (await of.orderBy('created_at').execute()).map(({ text_body }) => text_body)
  }
  const balance = (who: Shopper) => creditsBalance(db, who.id, clock.now())
  return { db, made, clock, admin, buyer, friend, gift, mails, balance }
}

test('both halves of a gift can be used ten years later', async () => {
  const { db, clock, admin, buyer, friend, gift, mails, balance } = await withGift()
  await mailGiftCode(db, { giftCodeId: gift.id, time: 1 }, place, clock.now())
  expect(await mails('gift-code')).toEqual([
    expect.stringContaining('You can claim it once; it never expires.'),
  ])
  for (let year = 0; year < 10; year++) {
    clock.advance({ days: 365 })
    if (year === 5)
      expect(await claimGiftCode(db, friend, gift.code, clock.now())).toMatchObject({ ok: true })
    await expireLots(db, clock.now())
    await remindOfExpiry(db, place, clock.now())
    await remindOfGifts(db, place, clock.now())
  }
  expect([await balance(buyer), await balance(friend)]).toEqual([50, 50])
  expect([await mails('gift-code-reminder'), await mails('credits-lapse-soon')]).toEqual([[], []])

  const at = { now: clock.now(), today: calendarDateIn(timeZone, clock.now()), timeZone }
  const months = await creditsByMonth(db, admin, at)
  expect(months.reduce((sum, { expired }) => sum + expired, 0)).toBe(0)
  expect(await owedCredits(db, admin, at)).toEqual([{ month: null, credits: 100, paidCents: 5000 }])
  const lines = await statementUntil(db, admin, at.today, timeZone)
  expect(closingOf(lines, 'credits')).toBe(100)
  expect((await sql`select * from invariant_violations`.execute(db)).rows).toEqual([])
})

test('credits that never expire come back from a rental as such, beside those that expire', async () => {
  const { db, made, clock, buyer, balance } = await withGift()
  const item = await made.item({ creditsPerDay: 8, advance_booking: true })
  const soon = new Date(clock.now().getTime() + 30 * 86_400_000)
  await made.credits(buyer, 6, { now: clock.now(), expiresAt: soon })
  await made.deposit(buyer)
  const start = calendarDateIn(timeZone, clock.now())
  const dates = { start, end: addDays(start, 6) }
  const request = { itemId: item.id, ...dates, requestKey: newId(), origin: '' }
  const rented = await requestRental(db, buyer, request, clock.now(), start, timeZone)
  if (!rented.ok) return expect.unreachable(rented.problem.reason)
  expect(await balance(buyer)).toBe(0)
  clock.advance({ days: 1 })
  const ahead = await readRefundAhead(db, buyer, rented.value.rentalId, clock.now())
  expect(ahead?.until).toEqual([
    { day: '2026-12-21', credits: 6 },
    { day: null, credits: 50 },
  ])
  const what = { rentalId: rented.value.rentalId, origin: '' }
  expect(await cancelRental(db, buyer, what, clock.now())).toMatchObject({ ok: true })
  const lots = await lotsLeft(db, buyer, clock.now())
  expect(lots.map(({ credits, expiresAt }) => [credits, expiresAt])).toEqual([
    [6, new Date('2026-12-22T05:00:00Z')],
    [50, NEVER],
  ])
})

test('nothing expires later than never', async () => {
  const { db } = await withGift()
  const later = new Date(NEVER.getTime() + 1)
  for (const table of ['credit_lots', 'gift_codes'] as const)
    await expect(db.updateTable(table).set({ expires_at: later }).execute()).rejects.toThrow(
      'by_never',
    )
  const { rows } = await sql<{ never: Date }>`select never()`.execute(db)
  expect(rows).toEqual([{ never: NEVER }])
})
