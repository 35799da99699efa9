import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { PersonId, RentalId } from '#db/ids.ts'
import { findMyRental } from '#domain/booking/rentals/lists/rental-queries.ts'
import { notifyAboutRental } from '#domain/booking/rentals/notices/rental-notifications.ts'
import { cancelRental } from '#domain/booking/rentals/rentals.ts'
import { creditsBalance } from '#domain/money/credits/credits.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { addDays } from '#domain/shared/time/calendar-date.ts'
import { lateRentals } from '#test/make/late-rentals.ts'
import { integrityViolations } from '#test/postgres/database.ts'
import { readRow, readRows } from '#test/postgres/rows.ts'

const { db, made, clock, start, timeZone, origin, todayIs, ...late } = await lateRentals()
const { watch, rentalOf, booked } = late

/** Another rental of the item, for 14 credits, this many days after November 20. */
async function next(
  item: Awaited<ReturnType<typeof booked>>['item'],
  renter: Shopper,
  days: number,
) {
  const following = { item, renter, status: 'confirmed', createdAt: clock.now() } as const
  return await made.rental({ ...following, start: addDays(start, days) })
}

/** The goodwill granted to this person, and when. */
const goodwillOf = async (id: PersonId) =>
  await readRows(
    db,
    'credit_lots',
    ['minted', 'granted_at'],
    { user_id: id, source: 'goodwill' },
    'granted_at',
  )

/** The email that the renter gets about the cancellation. */
async function emailAbout(rentalId: RentalId) {
  const event = { event: 'previous-late', by: 'system', occurrence: rentalId } as const
  await notifyAboutRental(db, { rentalId, origin, ...event }, clock.now(), timeZone)
  const { text_body } = await readRow(db, 'mail_outbox', 'text_body', {
    message_id: `rental-${rentalId}-previous-late-${rentalId}-renter`,
  })
  return text_body
}

test('a renter gets goodwill once per late rental, and all credits back each time', async () => {
  const { item, renter, id } = await booked(4)
  const second = await next(item, renter, 11)
  const other = await made.shopper()
  const third = await next(item, other, 18)
  for (const day of ['2026-11-23', '2026-11-30', '2026-12-07']) {
    clock.set(`${day}T15:00:00Z`)
    await watch()
    clock.set(`${day}T23:00:00Z`)
    await watch()
  }
  for (const one of [id, second.id, third.id])
    expect(await rentalOf(one)).toMatchObject({ cancellation: 'previous_rental_late' })
  expect(await goodwillOf(renter.id)).toEqual([
    { minted: 7, granted_at: new Date('2026-11-23T23:00:00Z') },
  ])
  expect(await creditsBalance(db, renter.id, clock.now())).toBe(14 + 14 + 7)
  expect(await creditsBalance(db, other.id, clock.now())).toBe(14 + 7)
  expect(await emailAbout(id)).toContain('We have added 7 credits.')
  expect(await emailAbout(second.id)).toContain(
    'Your 14 credits are back in your balance, usable until ',
  )
  expect(await emailAbout(second.id)).not.toContain('We have added')
  for (const [one, lateGoodwill] of [
    [id, 7],
    [second.id, 0],
  ] as const)
    expect(await findMyRental(db, renter, one, todayIs(), timeZone)).toMatchObject({ lateGoodwill })
})

test('a renter gets goodwill for at most three late rentals in 30 days', async () => {
  const renter = await made.shopper()
  const ahead = [4, 4, 4, 4, 33, 34]
  for (const days of ahead) await next((await booked(60)).item, renter, days)
  for (const day of ['2026-11-23', '2026-12-22', '2026-12-23']) {
    clock.set(`${day}T15:00:00Z`)
    await watch()
    clock.set(`${day}T23:00:00Z`)
    await watch()
  }
  const [first, last] = [new Date('2026-11-23T23:00:00Z'), new Date('2026-12-23T23:00:00Z')]
  expect(await goodwillOf(renter.id)).toEqual(
    [first, first, first, last].map((granted_at) => ({ minted: 7, granted_at })),
  )
  const all = ahead.length * 14 + 4 * 7
  expect(await creditsBalance(db, renter.id, clock.now())).toBe(all)
  expect(await integrityViolations(db)).toEqual([])
})

test('a cancellation without goodwill violates an invariant, unless the renter reached a limit', async () => {
  const { item, late: first, renter } = await booked(4)
  clock.set('2026-11-23T15:00:00Z')
  await watch()
  clock.set('2026-11-23T23:00:00Z')
  await watch()
  /** Makes a rental that looks cancelled because the one before was late. */
  const cancelled = async (who: Shopper, lateId: RentalId | null) => {
    const { id } = await next(item, who, 11)
    await cancelRental(db, who, { rentalId: id, origin }, clock.now())
    const at_risk_since = lateId && clock.now()
    await db
      .updateTable('rentals')
      .set({ cancellation: 'previous_rental_late', cancelled_by: null })
      .set({ at_risk_since, at_risk_from: lateId })
      .where('id', '=', id)
      .execute()
    return id
  }
  await cancelled(renter, first.id)
  expect(await integrityViolations(db)).toEqual([])
  const [another, unknown] = [
    await cancelled(await made.shopper(), first.id),
    await cancelled(renter, null),
  ]
  const check_name = 'a rental cancelled because the one before was late was compensated'
  const found = await integrityViolations(db)
  expect(found).toHaveLength(2)
  for (const subject of [another, unknown])
    expect(found).toContainEqual(expect.objectContaining({ check_name, subject }))
  await sql`update rentals set cancellation = 'by_shopper' where id in (${another}, ${unknown})`.execute(
    db,
  )
})
