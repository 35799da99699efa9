import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import type { Admin, ClosetOwner } from '#domain/shared/actors.ts'
import { MAX_COUNTED } from '#domain/shared/lists/page.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { maxRowsHandled } from '#test/postgres/bounded-work.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { vacuumFilled } from '#test/postgres/vacuum-filled.ts'
import { closetBoard } from './closet-board.ts'
import { DUE } from './due-tasks.ts'
import { countNeedingAction, panelRentals } from './panel-list.ts'
import { passesFilter } from './panel-tabs.ts'

const today = calendarDateIn('UTC', new Date('2026-06-15T12:00:00Z'))

// Rows without history; their invariants are checked elsewhere.
const database = await testDatabase({ violatesInvariants: true, isNew: true })
const { db, pool, made } = database
const admin = await made.admin()
const closet = await made.closet()
const shopper = await made.shopper()

/** Live rentals of a closet, one for each row of `days`: `n` and the first day. */
const rent = (days: string, stage: string, owner = closet) => `
  insert into rentals (id, request_key, renter_id, owner_id, item_id, start_date, end_date,
      total_days, credits_per_day, total_credits, created_at, status, delivery_status,
      return_status, delivered_at, returned_at, answer_by)
    select gen_random_uuid(), gen_random_uuid(), '${shopper.id}', '${owner.id}',
      coalesce((select id from clothing_items where title = 'Gown ' || n), gen_random_uuid()),
      start, start + 6, 7, 2, 14, '2026-01-01Z', ${stage}, '2026-01-02Z'
    from (${days}) d`
const STAGES = {
  requested: `'pending', 'pending', 'pending', null, null`,
  confirmed: `'confirmed', 'pending', 'pending', null, null`,
  out: `'delivered', 'delivered', 'pending', '2026-06-01Z', null`,
  late: `'delivered', 'delivered', 'late', '2026-06-01Z', null`,
  returned: `'delivered', 'delivered', 'returned', '2026-06-01Z', '2026-06-14Z'`,
}
const around = `select n, date '2026-06-15' + n % 7 - 3 as start from generate_series`
const IDLE = 10_000
await pool.query(`
  set session_replication_role = replica;
  insert into clothing_items (id, business_id, title, size, style, event_type, credits_per_day,
      approval_status, lister_in_good_standing, created_at, updated_at)
    select gen_random_uuid(), '${closet.id}', 'Gown ' || n, 'M', 'Formal', 'Party', 2, 'approved', true,
      '2026-01-01Z', '2026-01-01Z'
    from generate_series(1, 150) n;
  ${rent(`${around} (1, 30) n`, STAGES.requested)};
  ${rent(`${around} (31, 60) n`, STAGES.confirmed)};
  ${rent(`select n, start - 7 as start from (${around} (61, 90) n) d`, STAGES.out)};
  ${rent(`select n, start - 30 as start from (${around} (91, 100) n) d`, STAGES.late)};
  ${rent(`${around} (101, 130) n`, STAGES.returned)};
  ${rent(`select n, date '2026-07-20' as start from generate_series(1001, 1000 + ${IDLE}) n`, STAGES.confirmed)};
  ${rent(`select n, date '2026-06-12' as start from generate_series(1001, 1000 + ${IDLE}) n`, STAGES.out)};
  set session_replication_role = origin`)
await vacuumFilled(pool)

/** All rentals of the tab, in one query. */
async function allToDo(who: Admin | ClosetOwner): Promise<RentalId[]> {
  const rows = await db
    .selectFrom('rentals as r')
    .select('r.id')
    .where(passesFilter(who, 'action', today))
    .orderBy(sql`r.status <> 'pending', ${DUE}, r.id`)
    .execute()
  return rows.map(({ id }) => id)
}

const people = [
  ['admin', admin],
  ['closet', closet],
] as const

test.for(people)('page by page, the %s finds every rental that needs a step, in order', async ([
  ,
  who,
]) => {
  const found: RentalId[] = []
  const page = (from: Db, after: string | null) =>
    panelRentals(from, who, { filter: 'action', q: null, after }, today)
  for (let after: string | null | undefined; after !== null; ) {
    const start = after ?? null
    const { rows, next } = await page(db, start)
    found.push(...rows.map(({ id }) => id))
    expect(await maxRowsHandled(database, (db) => page(db, start))).toBeLessThan(200)
    after = next
  }
  expect(found).toEqual(await allToDo(who))
  expect(found.length).toBeGreaterThan(who === closet ? 100 : 20)
})

test.for(
  people,
)('the %s’s number of these rentals is counted without reading other live rentals', async ([
  ,
  who,
]) => {
  const count = (db: Db) => countNeedingAction(db, who, today)
  expect(await count(db)).toBe((await allToDo(who)).length)
  expect(await maxRowsHandled(database, count)).toBeLessThan(200)
})

test('the board reads only what is due today and tomorrow', async () => {
  const read = (db: Db) => closetBoard(db, closet, today)
  const totals = ({ task, total }: { task: string; total: number }) => [task, total]
  const board = await read(db)
  expect(board.today.map(totals)).toEqual([
    ['deliver', 17],
    ['collect', 30],
    ['answer', 30],
    ['review', 30],
  ])
  expect(board.tomorrow.map(totals)).toEqual([
    ['deliver', 5],
    ['collect', 5],
  ])
  // The three people may be read again for each of the 99 rentals.
  expect(await maxRowsHandled(database, read)).toBeLessThan(300)
})

/** Adds requests with these numbers. */
const add = (first: number, last: number, owner = closet) =>
  pool.query(`
    set session_replication_role = replica;
    ${rent(`select n, date '2026-06-20' as start from generate_series(${first}, ${last}) n`, STAGES.requested, owner)};
    set session_replication_role = origin`)

test('the board and the total count up to 1,000 tasks', async () => {
  const requests = async () => {
    const { today: groups } = await closetBoard(db, closet, today)
    return groups.find(({ task }) => task === 'answer')
  }
  const others = await countNeedingAction(db, closet, today)
  await add(60_001, 60_000 + MAX_COUNTED - others)
  expect(await countNeedingAction(db, closet, today)).toBe(MAX_COUNTED)
  await add(70_001, 70_001)
  expect(await countNeedingAction(db, closet, today)).toBe(MAX_COUNTED + 1)
  expect((await requests())?.total).toBe(MAX_COUNTED + 1 - others + 30)
  await add(80_001, 80_000 + others - 31)
  expect((await requests())?.total).toBe(MAX_COUNTED)
  await add(90_001, 90_002)
  const group = await requests()
  expect([group?.total, group?.rentals.length]).toEqual([MAX_COUNTED + 1, 24])
  expect(await countNeedingAction(db, closet, today)).toBe(MAX_COUNTED + 1)
})

test('tasks of one kind are counted up to 1,000 as well', async () => {
  const busy = await made.closet()
  await add(100_001, 100_000 + MAX_COUNTED, busy)
  expect(await countNeedingAction(db, busy, today)).toBe(MAX_COUNTED)
  await add(101_001, 101_002, busy)
  expect(await countNeedingAction(db, busy, today)).toBe(MAX_COUNTED + 1)
})
