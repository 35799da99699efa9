import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ItemId, RentalId } from '#db/ids.ts'
import { correct } from '#domain/booking/rentals/changes/corrections.ts'
import { updateRentalsAtRisk } from '#domain/booking/rentals/changes/late-returns.ts'
import { failDelivery } from '#domain/booking/rentals/changes/rental-steps.ts'
import { swapRental } from '#domain/booking/rentals/changes/swap-rental.ts'
import { findMyRental } from '#domain/booking/rentals/lists/rental-queries.ts'
import { notifyAboutRental } from '#domain/booking/rentals/notices/rental-notifications.ts'
import { cancelRental } from '#domain/booking/rentals/rentals.ts'
import { creditsBalance } from '#domain/money/credits/credits.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testClock } from '#test/clock.ts'
import { rentalAtRisk } from '#test/make/rental-at-risk.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { readRows } from '#test/postgres/rows.ts'
import { choicesFor } from '#test/replacements.ts'

const { db, made } = await testDatabase()
const clock = testClock('2026-11-20T15:00:00Z')
const timeZone = 'America/New_York'
const today = calendarDateIn(timeZone, clock.now())
const origin = 'https://shop.example'

async function swap(renter: Shopper, rentalId: RentalId, itemId: ItemId, at: Date) {
  const on = { rentalId, itemId, requestKey: newId(), origin }
  const swapped = await swapRental(db, renter, on, at, today, 'UTC')
  if (!swapped.ok) throw new Error(swapped.problem.reason)
  return swapped.value.rentalId
}

/** Makes the replacement item late, too. */
async function becomesLate(item: Awaited<ReturnType<typeof made.item>>) {
  const late = { item, status: 'delivered', createdAt: clock.now() } as const
  await made.rental({ ...late, start: addDays(today, -9) })
  await updateRentalsAtRisk(db, { now: clock.now(), today, origin, timeZone })
}

/** A rental of 14 credits that was swapped for one of 21, whose item is late as well. */
async function lateAgain() {
  const style = `Style ${newId()}`
  const renter = await made.shopper()
  const { id } = await rentalAtRisk(
    { db, make: made, clock },
    { closet: await made.closet(), renter, style },
  )
  const dearer = await made.item({ style, creditsPerDay: 3, advance_booking: true })
  const first = await swap(renter, id, dearer.id, clock.now())
  await becomesLate(dearer)
  return { style, renter, first }
}

test.each([
  { price: 3, goodwill: 7 },
  { price: 2, goodwill: 0 },
  { price: 1, goodwill: 0 },
])('a swap after a more expensive swap, for $price credits a day, is paid with $goodwill credits of goodwill', async ({
  price,
  goodwill,
}) => {
  const { style, renter, first } = await lateAgain()
  const later = new Date(clock.now().getTime() + 3_600_000)
  const other = await made.item({ style, creditsPerDay: price })
  const second = await swap(renter, first, other.id, later)
  expect(await creditsBalance(db, renter.id, later)).toBe(price === 1 ? 7 : 0)
  const on = { rentalId: second, origin }
  expect(await cancelRental(db, await made.admin(), on, later)).toMatchObject({ ok: true })
  expect(await creditsBalance(db, renter.id, later)).toBe(14)
  const lots = await readRows(
    db,
    'credit_lots',
    ['source_key', 'minted', 'expired'],
    { user_id: renter.id, source: 'goodwill' },
    'granted_at',
  )
  expect(lots).toEqual([
    { source_key: `goodwill:swap:${first}`, minted: 7, expired: 7 },
    ...(goodwill > 0
      ? [{ source_key: `goodwill:swap:${second}`, minted: goodwill, expired: goodwill }]
      : []),
  ])
})

test('a swap costs at most one and a half times what the renter paid, even after a more expensive swap', async () => {
  await db.updateTable('clothing_items').set({ paused: true }).execute()
  const { style, renter, first } = await lateAgain()
  const tooDear = await made.item({ style, creditsPerDay: 4 })
  const same = await made.item({ style, creditsPerDay: 3 })
  const choices = await choicesFor(db, renter, first, clock.now(), today)
  expect(choices.map((item) => item.id)).toEqual([same.id])
  const on = { rentalId: first, itemId: tooDear.id, requestKey: newId(), origin }
  expect(await swapRental(db, renter, on, clock.now(), today, 'UTC')).toEqual({
    ok: false,
    problem: { reason: 'dates-taken' },
  })
  await swap(renter, first, same.id, clock.now())
})

test('reopening a rental after a more expensive swap never costs the renter more than before', async () => {
  const [now, closet, renter] = [clock.now(), await made.closet(), await made.shopper()]
  const style = `Style ${newId()}`
  const { id } = await rentalAtRisk({ db, make: made, clock }, { closet, renter, style })
  const dearer = await made.item({ style, closet, creditsPerDay: 3, advance_booking: true })
  const rentalId = await swap(renter, id, dearer.id, now)
  const paid = async () => {
    const rental = await findMyRental(db, renter, rentalId, today, timeZone)
    return [await creditsBalance(db, renter.id, now), rental?.swapGoodwill]
  }
  for (const occurrence of ['1', '2', '3']) {
    expect(await paid()).toEqual([0, 7])
    const on = { rentalId, origin }
    expect(await failDelivery(db, closet, on, now)).toMatchObject({ ok: true })
    expect(await paid()).toEqual([14, 7])
    const undone = await correct(db, closet, { ...on, correction: 'reopen' }, now)
    expect(undone).toMatchObject({ ok: true })
    const job = { ...on, event: 'reopen', by: 'owner', occurrence } as const
    await notifyAboutRental(db, job, now, timeZone)
  }
  expect(await paid()).toEqual([0, 7])
  const mails = await readRows(db, 'mail_outbox', 'text_body', {
    recipient_id: renter.id,
    template: 'rental-reopen',
  })
  expect(mails).toHaveLength(3)
  for (const { text_body } of mails)
    expect(text_body).toContain(
      '14 credits were taken from your balance again. We paid the other 7 again.',
    )
  await becomesLate(dearer)
  const other = await made.item({ style, creditsPerDay: 3 })
  const second = await swap(renter, rentalId, other.id, now)
  const shown = await findMyRental(db, renter, second, today, timeZone)
  expect(shown).toMatchObject({ totalCredits: 21, swapGoodwill: 7 })
  expect(await creditsBalance(db, renter.id, now)).toBe(0)
  const { rows } = await sql`select * from invariant_violations`.execute(db)
  expect(rows).toEqual([])
})
