import { expect, test } from 'vitest'
import type { RentalId } from '#db/ids.ts'
import { notifyAboutRental } from '#domain/booking/rentals/notices/rental-notifications.ts'
import { blockDates } from '#domain/catalogue/items/listing/blocked-dates.ts'
import { newId } from '#domain/shared/ids.ts'
import { extendableRentals } from '#test/make/extending.ts'
import { readRow, readRows, updateRows } from '#test/postgres/rows.ts'
import { rentalEvents } from '#test/rental-events.ts'
import { acceptRental, deliverRental, markLate, recordReturn } from './rental-steps.ts'

const { db, pool, made, now, today, origin, day, ...extending } = await extendableRentals()
const { rented, rentItem, extend, answerTo, balanceOf, rentalOf } = extending

const periodOf = async (rentalId: RentalId) =>
  (await readRow(db, 'booked_periods', 'period', { rental_id: rentalId })).period

test('an extension costs the weeks that it adds, and books its days and the turnaround', async () => {
  const { renter, rentalId } = await rented({ advance_booking: true, turnaround_days: 2 })
  expect(await balanceOf(renter)).toBe(86)
  expect(await extend(renter, rentalId, { end: day(20) })).toEqual({
    ok: true,
    value: { end: day(20), credits: 28 },
  })
  expect(await balanceOf(renter)).toBe(58)
  expect(await rentalOf(rentalId)).toMatchObject({
    end_date: day(20),
    total_days: 18,
    total_credits: 42,
    credits_per_day: 2,
    turnaround_days: 2,
  })
  expect(await periodOf(rentalId)).toBe(`[${day(3)},${day(23)})`)
})

test('extending within a paid week is free', async () => {
  const closet = await made.closet()
  const item = await made.item({ closet, creditsPerDay: 2 })
  const renter = await made.readyShopper({ credits: 14 })
  const { rentalId } = await rentItem(renter, item, 3, 5)
  expect(await extend(renter, rentalId, { end: day(9) })).toEqual({
    ok: true,
    value: { end: day(9), credits: 0 },
  })
  expect(await extend(renter, rentalId, { end: day(10) })).toEqual({
    ok: false,
    problem: { reason: 'not-enough-credits', needed: 14, balance: 0 },
  })
  expect(await rentalOf(rentalId)).toMatchObject({ end_date: day(9), total_credits: 14 })
})

test('submitting the same day or the same form again changes nothing', async () => {
  const { renter, rentalId } = await rented()
  const requestKey = newId()
  const first = { end: day(12), requestKey }
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => extend(renter, rentalId, first)),
  )
  expect(answers.every(({ ok }) => ok)).toBe(true)
  expect(await extend(renter, rentalId, { end: day(12) })).toMatchObject({ value: { credits: 0 } })
  // A request key that was charged cannot be used for other days.
  expect(await extend(renter, rentalId, { end: day(30), requestKey })).toEqual({
    ok: true,
    value: { end: day(12), credits: 0 },
  })
  expect(await balanceOf(renter)).toBe(72)
  expect(await rentalEvents(pool, rentalId)).toEqual(['request', 'extend'])
  const lines = await readRows(db, 'audit_log', ['actor_id', 'before', 'after'], {
    noun_id: rentalId,
    action: 'extend',
  })
  expect(lines).toEqual([
    {
      actor_id: renter.id,
      before: { end_date: day(9), total_days: 7, total_credits: 14 },
      after: { end_date: day(12), total_days: 10, total_credits: 28 },
    },
  ])
})

test('both sides are emailed once, with the new last day', async () => {
  const { renter, closet, item, rentalId } = await rented()
  await extend(renter, rentalId, { end: day(12) })
  const event = { rentalId, event: 'extend', origin, by: 'renter', occurrence: day(12) } as const
  await notifyAboutRental(db, event, now, 'UTC')
  await notifyAboutRental(db, event, now, 'UTC')
  const mails = await db
    .selectFrom('mail_outbox')
    .select(['recipient_id', 'subject', 'template'])
    .where('subject', 'like', `%${item.title}%`)
    .orderBy('template')
    .execute()
  expect(mails).toEqual([
    {
      recipient_id: renter.id,
      subject: `You are keeping ${item.title} until Dec 2, 2026`,
      template: 'rental-extend',
    },
    {
      recipient_id: closet.id,
      subject: `${renter.fullName} is keeping ${item.title} until Dec 2, 2026`,
      template: 'rental-extend-owner',
    },
  ])
})

test('only its renter can extend a rental', async () => {
  const { rentalId } = await rented()
  const stranger = await made.readyShopper()
  const refusal = { ok: false, problem: { reason: 'rental-not-found' } }
  expect(await extend(stranger, rentalId, { end: day(12) })).toEqual(refusal)
  expect(await extend(stranger, newId(), { end: day(12) })).toEqual(refusal)
})

test('a day that is not later is refused, naming the current last day', async () => {
  const { renter, rentalId } = await rented()
  const refusal = { ok: false, problem: { reason: 'end-invalid', lastDay: day(9) } }
  for (const end of [undefined, '', ' ', 'soon', '2026-02-30', day(8), 7, `${day(12)} `])
    expect([end, await extend(renter, rentalId, { end })]).toEqual([end, refusal])
})

test('a rental lasts at most 84 days, including the days before the extension', async () => {
  const { renter, rentalId } = await rented()
  await made.credits(renter, 200)
  expect(await extend(renter, rentalId, { end: day(3 + 84) })).toEqual({
    ok: false,
    problem: { reason: 'dates-too-long', maxDays: 84 },
  })
  expect(await extend(renter, rentalId, { end: day(3 + 83) })).toMatchObject({
    value: { credits: 12 * 14 - 14 },
  })
})

test('a rental can be extended until its last day and never later, at any stage', async () => {
  const requested = await rented()
  const hours = (more: number) => new Date(now.getTime() + more * 3_600_000)
  const ask = async (when: Date) =>
    await answerTo(requested.renter, requested.rentalId, { end: day(12), when })
  expect(await ask(hours(24))).toBe('too-late')
  expect(await ask(hours(23))).toBe('extended')
  const { renter, closet, rentalId, on } = await rented()
  const answer = async (at: number, end: number) =>
    await answerTo(renter, rentalId, { end: day(end), at: day(at) })
  await acceptRental(db, closet, on, now)
  expect(await answer(9, 10)).toBe('extended')
  expect(await answer(11, 12)).toBe('last-day-passed')
  await deliverRental(db, closet, on, now)
  expect(await answer(10, 11)).toBe('extended')
  expect(await answer(12, 13)).toBe('last-day-passed')
  await markLate(db, closet, { ...on, today: day(12) }, now)
  expect(await answer(12, 13)).toBe('last-day-passed')
  expect(await answer(11, 13)).toBe('last-day-passed')
  await recordReturn(db, closet, on, now)
  expect(await answer(11, 13)).toBe('too-late')
})

test('the renter is reminded again before the new last day', async () => {
  const { renter, closet, rentalId, on } = await rented()
  await deliverRental(db, closet, on, now)
  await updateRows(db, 'rentals', rentalId, { return_reminded_at: now })
  await extend(renter, rentalId, { end: day(9), at: day(8) })
  expect((await rentalOf(rentalId)).return_reminded_at).toEqual(now)
  await extend(renter, rentalId, { end: day(10), at: day(8) })
  expect((await rentalOf(rentalId)).return_reminded_at).toBeNull()
})

test('days of another rental, the turnaround before it, and blocked days are not available', async () => {
  const { renter, closet, item, rentalId } = await rented({
    advance_booking: true,
    turnaround_days: 2,
  })
  await rentItem(await made.readyShopper(), item, 15, 20)
  // The other rental starts on day 15, so the turnaround needs days 13 and 14.
  expect(await answerTo(renter, rentalId, { end: day(13) })).toBe('dates-taken')
  expect(await answerTo(renter, rentalId, { end: day(30) })).toBe('dates-taken')
  const block = (one: number) =>
    blockDates(db, closet, { itemId: item.id, start: day(one), end: day(one) }, now, today)
  expect(await block(1)).toMatchObject({ ok: true })
  expect(await block(11)).toMatchObject({ ok: true })
  expect(await answerTo(renter, rentalId, { end: day(12) })).toBe('dates-taken')
  expect(await answerTo(renter, rentalId, { end: day(11) })).toBe('dates-taken')
  expect(await answerTo(renter, rentalId, { end: day(10) })).toBe('extended')
  expect(await answerTo(renter, rentalId, { end: day(11) })).toBe('dates-taken')
  expect(await answerTo(renter, rentalId, { end: day(12) })).toBe('dates-taken')
  expect(await balanceOf(renter)).toBe(72)
  expect(await block(10)).toMatchObject({
    problem: { reason: 'dates-rented' },
  })
})

test('a holiday of the closet blocks an extension, but not days that are already rented', async () => {
  const { renter, closet, rentalId } = await rented()
  await made.holiday(closet, day(12), day(14))
  await made.holiday(closet, day(8), day(9))
  await made.holiday(await made.closet(), day(10), day(11))
  expect(await answerTo(renter, rentalId, { end: day(12) })).toBe('dates-taken')
  expect(await answerTo(renter, rentalId, { end: day(20) })).toBe('dates-taken')
  expect(await answerTo(renter, rentalId, { end: day(11) })).toBe('extended')
})

test('an extension is refused for a paused item, a frozen wallet or a barred deposit', async () => {
  const { renter, closet, item, rentalId } = await rented()
  const set = async (row: { paused: boolean } | { deleted_at: Date | null }) =>
    await db.updateTable('clothing_items').set(row).where('id', '=', item.id).execute()
  await set({ paused: true })
  expect(await answerTo(renter, rentalId, { end: day(10) })).toBe('item-paused')
  await set({ paused: false })
  await set({ deleted_at: now })
  expect(await answerTo(renter, rentalId, { end: day(10) })).toBe('item-paused')
  await set({ deleted_at: null })
  await made.block(closet, renter)
  expect(await answerTo(renter, rentalId, { end: day(10) })).toBe('item-paused')
  await db.deleteFrom('blocks').where('blocker_id', '=', closet.id).execute()
  const freezeWallet = async (freeze_reason: 'dispute' | null) =>
    await updateRows(db, 'wallets', { user_id: renter.id }, { freeze_reason })
  await freezeWallet('dispute')
  expect(await answerTo(renter, rentalId, { end: day(10) })).toBe('wallet-frozen')
  await freezeWallet(null)
  const freezeDeposit = async (frozen_at: Date | null) =>
    await db.updateTable('deposits').set({ frozen_at }).where('user_id', '=', renter.id).execute()
  await freezeDeposit(now)
  expect(await extend(renter, rentalId, { end: day(10) })).toMatchObject({
    problem: { reason: 'deposit-barred', why: 'disputed', topUpCents: 0 },
  })
  await freezeDeposit(null)
  // An error is thrown, not returned as a problem: PostgreSQL has no dates that early.
  const faulty = extend(renter, rentalId, { end: day(10), when: new Date(-8.64e15) })
  await expect(faulty).rejects.toThrow('out of range')
})
