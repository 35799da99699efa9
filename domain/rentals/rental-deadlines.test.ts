import { expect, test } from 'vitest'
import { creditsBalance } from '#domain/credits/credits.ts'
import { addDays, calendarDateIn } from '#domain/shared/calendar-date.ts'
import { testDatabase } from '#test/database.ts'
import { make } from '#test/make.ts'
import { approveUnreviewed, cancelUndelivered, remindOfReviews } from './rental-deadlines.ts'
import { keepDeposit } from './rental-review.ts'
import { deliver, recordReturn } from './rental-steps.ts'

const { db, pool } = await testDatabase()
const made = make(db)
const now = new Date('2026-11-20T15:00:00Z')
const today = calendarDateIn('UTC', now)
const origin = 'https://shop.example'

const daysLater = (days: number) => {
  const then = new Date(now.getTime() + days * 86_400_000)
  return { now: then, today: calendarDateIn('UTC', then), origin }
}
const rentalOf = (id: string) =>
  db.selectFrom('rentals').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const newsOf = async (id: string) => {
  const { rows } = await pool.query(
    `select payload->>'news' as news from graphile_worker._private_jobs
     where payload->>'rentalId' = $1 order by id`,
    [id],
  )
  return rows.map(({ news }) => news)
}

async function returned() {
  const closet = await made.closet()
  const item = await made.item({ closet })
  const { id } = await made.rental({ item, status: 'delivered', createdAt: now })
  const on = { rentalId: id, origin }
  await recordReturn(db, closet, on, now)
  return { closet, item, on, id }
}

test('what was never delivered is cancelled the day after its last, as the owner’s fault', async () => {
  const renter = await made.shopper()
  await made.deposit(renter, { paidAt: now })
  const undelivered = await Promise.all(
    (['pending', 'confirmed'] as const).map((status) =>
      made.rental({ renter, status, start: addDays(today, -6), days: 7, createdAt: now }),
    ),
  )
  const out = await made.rental({ status: 'delivered', start: addDays(today, -6), createdAt: now })
  expect(await cancelUndelivered(db, daysLater(0))).toBe(0)
  expect(await cancelUndelivered(db, daysLater(1))).toBe(2)
  expect(await cancelUndelivered(db, daysLater(1))).toBe(0)
  for (const { id } of undelivered) {
    expect(await rentalOf(id)).toMatchObject({
      status: 'cancelled',
      cancellation: 'never_delivered',
      cancelled_by: null,
    })
    expect(await newsOf(id)).toEqual(['never-delivered'])
  }
  expect(await creditsBalance(db, renter.id, now)).toBe(28)
  expect(await rentalOf(out.id)).toMatchObject({ status: 'delivered' })
})

test('credits that lapsed while the owner did nothing come back as goodwill', async () => {
  const renter = await made.shopper()
  const { id } = await made.rental({ renter, start: today, days: 7, createdAt: now })
  const { rows } = await pool.query(
    `update credit_lots set expires_at = $2 where user_id = $1 returning available`,
    [renter.id, new Date(now.getTime() + 3 * 86_400_000)],
  )
  expect(rows).toEqual([{ available: 0 }])
  const end = daysLater(8)
  expect(await cancelUndelivered(db, end)).toBe(1)
  expect(await rentalOf(id)).toMatchObject({ cancellation: 'never_delivered' })
  expect(await creditsBalance(db, renter.id, end.now)).toBe(14)
})

test('whoever returned and hears nothing is approved after a week, the owner reminded after three days', async () => {
  const { id } = await returned()
  expect(await remindOfReviews(db, daysLater(2.9))).toBe(0)
  expect(await remindOfReviews(db, daysLater(3))).toBe(1)
  expect(await remindOfReviews(db, daysLater(4))).toBe(0)
  expect(await approveUnreviewed(db, daysLater(6.9))).toBe(0)
  expect(await approveUnreviewed(db, daysLater(7))).toBe(1)
  expect(await approveUnreviewed(db, daysLater(8))).toBe(0)
  expect(await rentalOf(id)).toMatchObject({
    status: 'completed',
    condition_status: 'approved',
    condition_reviewed_by: null,
    condition_reviewed_at: daysLater(7).now,
  })
  expect(await newsOf(id)).toEqual(['returned', 'review-due', 'approved'])
  const log = await db
    .selectFrom('audit_log')
    .select(['action', 'actor_id'])
    .where('noun_id', '=', id)
    .orderBy('at')
    .execute()
  expect(log.at(-1)).toEqual({ action: 'approve condition', actor_id: null })
})

test('the job and the owner decide at once: one decision', async () => {
  for (let round = 0; round < 20; round++) {
    const { closet, on, id } = await returned()
    const [kept, approved] = await Promise.all([
      keepDeposit(db, closet, { ...on, cents: 100 }, daysLater(7).now),
      approveUnreviewed(db, daysLater(7)),
    ])
    expect(kept.ok).toBe(approved === 0)
    if (!kept.ok)
      expect(kept.problem).toMatchObject({
        reason: 'already-decided',
        decided: { what: 'approved', by: null },
      })
    expect((await rentalOf(id)).deposit_kept_amount).toBe(kept.ok ? 100 : 0)
  }
})

test('the job and the owner at the last minute: cancelled or delivered, not both', async () => {
  for (let round = 0; round < 20; round++) {
    const closet = await made.closet()
    const item = await made.item({ closet })
    const { id } = await made.rental({ item, start: addDays(today, -6), createdAt: now })
    const [delivered, cancelled] = await Promise.all([
      deliver(db, closet, { rentalId: id, origin }, daysLater(1).now),
      cancelUndelivered(db, daysLater(1)),
    ])
    expect(delivered.ok).toBe(cancelled === 0)
  }
})
