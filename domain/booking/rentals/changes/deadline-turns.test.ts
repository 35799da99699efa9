import { sql, type Updateable } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import type { Rentals } from '#db/types.ts'
import { markRatingReminded } from '#domain/booking/rentals/notices/rating-reminders.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { readRow } from '#test/postgres/rows.ts'
import {
  approveConditions,
  askAboutDeliveries,
  cancelUndelivered,
  type Deadline,
  expireRequests,
} from './rental-deadlines.ts'

const { db, pool, made } = await testDatabase()
const now = new Date('2026-11-20T15:00:00Z')
const today = calendarDateIn('UTC', now)
const at = { now, today, origin: 'https://shop.example' }
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)

type Run = (of: typeof db, when: Deadline, max?: number) => Promise<number>

/** A rental of a week that starts this many days from today. */
async function rental(status: 'pending' | 'confirmed' | 'delivered' | 'completed', start: number) {
  const createdAt = daysAgo(20)
  return (await made.rental({ status, start: addDays(today, start), createdAt })).id
}

async function set(id: RentalId, changes: Updateable<Rentals>) {
  await db.updateTable('rentals').set(changes).where('id', '=', id).execute()
}

/** Moves a rental to the days of the one made next: after it in the table, before it by id. */
async function postpone(id: RentalId) {
  // Otherwise only the closet could move it.
  await sql`update user_profiles set accepts_automatically = 'everybody'
    where id = (select owner_id from rentals where id = ${id})`.execute(db)
  await sql`update rentals set start_date = start_date + 1, end_date = end_date + 1
    where id = ${id}`.execute(db)
}

let runs = 0

/** The rentals that consecutive runs, limited to one rental each, act on until none is left. */
async function turnsOf(
  run: Run,
  changedBy: 'handover_asked_at' | 'cancelled_at' | 'condition_reviewed_at',
) {
  const turns: RentalId[][] = []
  for (;;) {
    runs += 1
    const then = new Date(now.getTime() + runs)
    if ((await run(db, { ...at, now: then }, 1)) === 0) return turns
    const changed = db.selectFrom('rentals').select('id').where(changedBy, '=', then)
    turns.push((await changed.execute()).map(({ id }) => id))
  }
}

test('each run takes the oldest rentals first, and those of one day by id', async () => {
  const request = async (days: number) =>
    (await made.rental({ start: addDays(today, 9), createdAt: daysAgo(days) })).id
  // An older rental that is not due does not use up a run.
  await rental('confirmed', -6)
  const [second, third] = [await request(2), await request(2)]
  // After the other in the table, before it by id.
  await set(second, { answer_reminded_at: daysAgo(1) })
  const first = await request(3)
  await request(0.9)
  expect(await turnsOf(expireRequests, 'cancelled_at')).toEqual([[first], [second], [third]])
})

test('deliveries are asked about and canceled in the order of their last days', async () => {
  const out = await rental('delivered', -12)
  const [second, third] = [await rental('confirmed', -9), await rental('confirmed', -8)]
  await postpone(second)
  const first = await rental('confirmed', -9)
  const later = await rental('confirmed', -6)
  expect(await turnsOf(askAboutDeliveries, 'handover_asked_at')).toEqual([
    ...[[first], [second], [third]],
  ])
  for (const id of [out, second, third]) await set(id, { handover_asked_at: daysAgo(3) })
  await set(later, { handover_asked_at: null })
  expect(await turnsOf(cancelUndelivered, 'cancelled_at')).toEqual([[second], [third]])
  await set(first, { handover_asked_at: daysAgo(3) })
  expect(await turnsOf(cancelUndelivered, 'cancelled_at')).toEqual([[first]])
})

test('returned items are approved in the order of their returns', async () => {
  const returned = async (days: number) => {
    const id = await rental('delivered', -12)
    await set(id, { return_status: 'returned', returned_at: daysAgo(days), returned_on: today })
    return id
  }
  const reviewed = await rental('completed', -19)
  await set(reviewed, { returned_at: daysAgo(19) })
  const again = await returned(11)
  const [second, third] = [await returned(10), await returned(8)]
  await set(third, { returned_at: daysAgo(9) })
  await set(second, { returned_at: daysAgo(9) })
  const [first, last] = [await returned(10), await returned(7)]
  // Its week starts when its review is undone, not with its return.
  await set(again, { review_reopened_at: new Date(daysAgo(7).getTime() + 1_000) })
  expect(await turnsOf(approveConditions, 'condition_reviewed_at')).toEqual([
    ...[[first], [second], [third], [last]],
  ])
  await set(again, { review_reopened_at: new Date(daysAgo(7).getTime() + runs + 1) })
  expect(await turnsOf(approveConditions, 'condition_reviewed_at')).toEqual([[again]])
})

test('ratings are asked for in the order of the reviews', async () => {
  const completed = async (days: number) => {
    const id = await rental('completed', -30)
    await set(id, { condition_reviewed_at: daysAgo(days) })
    return id
  }
  await db.updateTable('rentals').set({ rating_reminded_at: now }).execute()
  const [second, third] = [await completed(9), await completed(8)]
  const first = await completed(10)
  await completed(7)
  // Of two with the same time, this one is last in the table.
  await set(second, { condition_reviewed_at: daysAgo(8) })
  const turn = async () =>
    await inTransaction(db, (tx) => markRatingReminded(tx, daysAgo(8), now, 1))
  const turns = [await turn(), await turn(), await turn(), await turn()]
  expect(turns).toEqual([[first], [second], [third], []])
})

/** Changes a rental that a run has found due, while the run waits for the lock. */
async function changedWhileWaiting(id: RentalId, run: Run, changes: string) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(
      `select from clothing_items where id = (select item_id from rentals where id = $1) for update`,
      [id],
    )
    const acted = run(db, at)
    acted.catch(() => undefined)
    const waiting = `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await pool.query(waiting)).rows.length, { interval: 5 }).toBe(1)
    await client.query(`update rentals set ${changes} where id = $1`, [id])
    await client.query('commit')
    return await acted
  } finally {
    client.release()
  }
}

test('a run respects changes made while it waits for a rental', async () => {
  const request = await rental('pending', -1)
  const accepted = `status = 'confirmed', confirmed_at = created_at, confirmed_by = owner_id`
  const unaccepted = `status = 'pending', confirmed_at = null, confirmed_by = null`
  expect(await changedWhileWaiting(request, expireRequests, accepted)).toBe(0)
  const requested = await rental('confirmed', -10)
  const asking = 'handover_asked_at = now()'
  expect(await changedWhileWaiting(requested, askAboutDeliveries, asking)).toBe(0)
  const waiting = await rental('confirmed', -10)
  expect(await changedWhileWaiting(waiting, askAboutDeliveries, unaccepted)).toBe(0)
  const { owner_id } = await readRow(db, 'rentals', 'owner_id', requested)
  for (const changes of [unaccepted, asking, 'handover_asked_at = null']) {
    await set(requested, { handover_asked_at: daysAgo(3) })
    expect(await changedWhileWaiting(requested, cancelUndelivered, changes)).toBe(0)
    const confirmed = { confirmed_at: daysAgo(20), confirmed_by: owner_id }
    await set(requested, { status: 'confirmed', ...confirmed })
  }
})

test('a failing rental does not block the others, and the run fails with its error', async () => {
  const [bad, good] = [await rental('pending', -3), await rental('pending', -2)]
  await sql`alter table rentals add constraint this_one_stays
    check (id <> ${sql.lit(bad)} or status = 'pending')`.execute(db)
  await expect(expireRequests(db, at)).rejects.toThrow('this_one_stays')
  await sql`alter table rentals drop constraint this_one_stays`.execute(db)
  const { status } = await readRow(db, 'rentals', 'status', good)
  expect(status).toBe('cancelled')
})
