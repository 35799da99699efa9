import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { addDays } from '#domain/shared/time/calendar-date.ts'
import { inTurn } from '#test/in-turn.ts'
import { lateRentals } from '#test/make/late-rentals.ts'
import { correct } from './corrections.ts'
import { clearRisk } from './late-returns.ts'
import { deliverRental, recordReturn } from './rental-steps.ts'

const { db, pool, made, clock, start, todayIs, ...late } = await lateRentals()
const { watch, rentalOf, eventsOf, linesOf, booked } = late
const ok = { ok: true, value: null }
const itemOf = ({ item }: Awaited<ReturnType<typeof booked>>) =>
  ['select 1 from clothing_items where id = $1 for update', item.id] as const
const back = ({ closet, on }: Awaited<ReturnType<typeof booked>>) =>
  recordReturn(db, closet, { ...on, today: todayIs() }, clock.now())

test('the job checks again under the lock of each item, and skips rentals that have changed', async () => {
  const admin = await made.admin()
  const [returned, one, two] = [await booked(), await booked(), await booked()]
  clock.set('2026-11-21T15:00:00Z')
  const world = { db, pool }
  const returning = () => back(returned)
  expect(await inTurn(world, itemOf(returned), [returning, watch])).toEqual([ok, 2])
  expect(await rentalOf(returned.id)).toMatchObject({ at_risk_since: null })
  expect(await eventsOf(returned.id)).toEqual([])
  // Both deliveries are undone; then one of them is made again.
  for (const { on } of [one, two])
    expect(await correct(db, admin, { ...on, correction: 'undo-deliver' }, clock.now())).toEqual(ok)
  const delivering = () => deliverRental(db, admin, one.on, clock.now())
  expect(await inTurn(world, itemOf(one), [delivering, watch])).toEqual([ok, 1])
  expect(await rentalOf(one.id)).toMatchObject({ at_risk_from: one.late.id })
  expect(await rentalOf(two.id)).toMatchObject({ at_risk_since: null, at_risk_from: null })
  expect(await eventsOf(two.id)).toEqual(['at-risk', 'risk-over'])
  const risk = { at_risk_since: clock.now().toJSON(), at_risk_from: two.late.id }
  expect(await linesOf(two.id)).toEqual([
    { action: 'at-risk', actor_id: null, before: null, after: risk },
    { action: 'risk-over', actor_id: null, before: null, after: null },
  ])
  expect(await deliverRental(db, admin, two.on, clock.now())).toEqual(ok)
  clock.set('2026-11-21T16:00:00Z')
  expect(await watch()).toBe(1)
  clock.set('2026-11-23T23:00:00Z')
  expect(await inTurn(world, itemOf(one), [() => back(one), watch])).toEqual([ok, 1])
  expect(await rentalOf(one.id)).toMatchObject({ status: 'confirmed', at_risk_since: null })
  expect(await rentalOf(two.id)).toMatchObject({ status: 'cancelled' })
})

test('only the first rental after a late one is at risk', async () => {
  const all = await booked(4)
  const { item } = all
  const createdAt = clock.now()
  const short = { days: 1, createdAt }
  const first = { item, ...short, start: addDays(start, 3) }
  const { id } = await made.rental({ ...first, status: 'confirmed' })
  await made.rental({ item, ...short, status: 'cancelled', start: addDays(start, 2) })
  const other = await made.rental({ ...short, status: 'confirmed', start: addDays(start, 2) })
  clock.set('2026-11-21T15:00:00Z')
  expect(await watch()).toBe(1)
  const { rows } = await sql`select id from rentals where at_risk_from = ${all.late.id}`.execute(db)
  expect(rows).toEqual([{ id }])
  expect(await rentalOf(other.id)).toMatchObject({ at_risk_since: null })
  expect(await back(all)).toEqual(ok)
})

test('clearing the risk leaves an already canceled rental unchanged', async () => {
  const { late, id, on } = await booked()
  clock.set('2026-11-21T15:00:00Z')
  expect(await watch()).toBe(1)
  clock.set('2026-11-23T23:00:00Z')
  expect(await watch()).toBe(1)
  const at = { now: clock.now(), origin: on.origin }
  expect(await inTransaction(db, (tx) => clearRisk(tx, late.id, at))).toBe(0)
  expect(await rentalOf(id)).toMatchObject({ status: 'cancelled', at_risk_from: late.id })
  expect(await eventsOf(id)).toEqual(['at-risk', 'previous-late'])
})

test('a rental that cannot be put at risk does not stop the job from processing the others', async () => {
  const [failing, other] = [await booked(), await booked()]
  clock.set('2026-11-21T15:00:00Z')
  await sql`alter table rentals add constraint never_at_risk
    check (id <> ${sql.lit(failing.id)} or at_risk_since is null)`.execute(db)
  await expect(watch()).rejects.toThrow('never_at_risk')
  expect(await rentalOf(other.id)).toMatchObject({ at_risk_from: other.late.id })
  await sql`alter table rentals drop constraint never_at_risk`.execute(db)
  expect(await watch()).toBe(1)
})
