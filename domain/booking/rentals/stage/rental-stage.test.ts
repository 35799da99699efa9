import { beforeAll, expect, test } from 'vitest'
import {
  cancellations,
  deliveryStatuses,
  type RentalStatus,
  rentalStatuses,
  returnStatuses,
} from '#db/enums.ts'
import { openExport } from '#domain/admin/exports/exports.ts'
import * as answers from '#domain/booking/rentals/changes/delivery-answers.ts'
import * as extending from '#domain/booking/rentals/changes/extend-rental.ts'
import * as reviews from '#domain/booking/rentals/changes/rental-review.ts'
import * as steps from '#domain/booking/rentals/changes/rental-steps.ts'
import * as returns from '#domain/booking/rentals/changes/send-back.ts'
import * as swapping from '#domain/booking/rentals/changes/swap-rental.ts'
import * as moving from '#domain/booking/rentals/dates/change-dates.ts'
import { panelFilters } from '#domain/booking/rentals/lists/panel-filters.ts'
import { panelRentals } from '#domain/booking/rentals/lists/panel-list.ts'
import * as renting from '#domain/booking/rentals/rentals.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { readRow, updateRows } from '#test/postgres/rows.ts'
import {
  type DatedMove,
  isIn,
  mayMove,
  mayMoveLater,
  moveNames,
  moves,
  type RentalStage,
  rentalStages,
  stageGroups,
  stageOf,
  undos,
} from './rental-stage.ts'
import { lateFrom } from './stage-days.ts'
import { isAtStage, isReached } from './stage-sql.ts'

const { db, made: things } = await testDatabase()
const now = new Date('2026-06-15T12:00:00Z')
const today = calendarDateIn('UTC', now)
const [yesterday, tomorrow] = [addDays(today, -1), addDays(today, 1)]

/** Every combination of the columns that the database allows, around today. */
const rentals = rentalStatuses.flatMap((status) =>
  returnStatuses.flatMap((return_status) =>
    [null, ...cancellations].flatMap((cancellation) =>
      [yesterday, today, tomorrow].flatMap((start_date) =>
        [yesterday, today, tomorrow].flatMap((end_date) =>
          [null, now].map((sent_back_at) => ({
            status,
            return_status,
            cancellation,
            start_date,
            end_date,
            sent_back_at,
          })),
        ),
      ),
    ),
  ),
)
const allowed = rentals.filter(
  ({ status, return_status, cancellation, start_date, end_date, sent_back_at }) =>
    (status === 'cancelled') === (cancellation !== null) &&
    (status !== 'completed' || return_status !== 'pending') &&
    (['delivered', 'completed'].includes(status) ||
      (return_status === 'pending' && sent_back_at === null)) &&
    start_date <= end_date,
)

test('every rental is at exactly one stage, and every stage is reached', () => {
  expect(new Set(allowed.map((one) => stageOf(one, today)))).toEqual(new Set(rentalStages))
  expect(isIn('late', 'withRenter')).toBe(true)
  expect(rentalStages.filter((stage) => isIn(stage, 'live') === isIn(stage, 'over'))).toEqual([])
})

test('a move that is not dated is open at both of two stages that differ only by the day', () => {
  const dated: readonly DatedMove[] = [
    'change-dates',
    'confirm-delivery',
    'deny-delivery',
    'extend',
    'mark-late',
    'mark-lost',
    'mark-no-show',
    'swap',
  ]
  for (const move of moveNames) {
    const differs = allowed.some((one) => {
      const by = moves[move].by[0]
      return mayMove(move, by, one, yesterday) !== mayMove(move, by, one, addDays(today, 20))
    })
    expect([move, differs]).toEqual([move, dated.some((one) => one === move)])
  }
})

test('every move has a command named after it: acceptRental for accept, failDelivery for fail-delivery', () => {
  const commands: Readonly<Record<string, unknown>> = {
    ...renting,
    ...steps,
    ...reviews,
    ...answers,
    ...extending,
    ...moving,
    ...returns,
    ...swapping,
  }
  const nameOf = (move: string) =>
    move.includes('-')
      ? move.replace(/-(\w)/g, (_, email: string) => email.toUpperCase())
      : `${move}Rental`
  const missing = ['request', ...moveNames].filter(
    (move) => typeof commands[nameOf(move)] !== 'function',
  )
  expect(missing).toEqual([])
})

test('at most one step of a rental can be undone, on any day', () => {
  const all: RentalStage[] = Object.values(undos).flatMap(({ from }) => [...from])
  expect(new Set(all).size).toBe(all.length)
  const open = (stage: RentalStage) =>
    Object.values(undos).find(({ from }) => from.some((one) => one === stage))
  expect(open('confirmed')).toEqual(open('undelivered'))
  expect(open('out')).toEqual(open('overdue'))
})

test('the later stages of a rental follow from the moves and the days', () => {
  expect(rentalStages.filter((stage) => mayMoveLater('record-return', stage))).toEqual(
    [...stageGroups.live, 'lost'].filter((stage) => stage !== 'returned'),
  )
  expect(mayMoveLater('mark-late', 'confirmed')).toBe(true)
  expect(mayMoveLater('accept', 'confirmed')).toBe(false)
  expect(mayMoveLater('keep-deposit', 'completed')).toBe(false)
})

/** One rental at each stage. */
async function rentalsAtEachStage() {
  const closet = await things.closet()
  const rented = async (start: string, status: RentalStatus, more: object = {}) => {
    const item = await things.item({ closet })
    const { id } = await things.rental({ item, start, status, days: 3 })
    if (Object.keys(more).length > 0)
      await db.updateTable('rentals').set(more).where('id', '=', id).execute()
    return id
  }
  const by = { returned_at: now, returned_by: closet.id }
  const late = { return_status: 'late', late_at: now, late_by: closet.id }
  const failed = { delivery_status: deliveryStatuses[2], cancellation: 'delivery_failed' }
  const lostOne = async () => {
    const id = await rented(addDays(today, -14), 'delivered', late)
    const reviewed = { condition_status: 'approved', condition_reviewed_at: now } as const
    const { item_id } = await readRow(db, 'rentals', ['item_id'], { id })
    await db
      .updateTable('rentals')
      .set({ status: 'completed', ...reviewed })
      .where('id', '=', id)
      .execute()
    await updateRows(db, 'clothing_items', { id: item_id }, { available: true })
    return id
  }
  const ids: Readonly<Record<RentalStage, string>> = {
    requested: await rented(today, 'pending'),
    confirmed: await rented(yesterday, 'confirmed'),
    undelivered: await rented(addDays(today, -9), 'confirmed'),
    out: await rented(yesterday, 'delivered'),
    overdue: await rented(addDays(today, -9), 'delivered'),
    late: await rented(addDays(today, -9), 'delivered', late),
    'sent-back': await rented(addDays(today, -9), 'delivered', { ...late, sent_back_at: now }),
    returned: await rented(addDays(today, -9), 'delivered', { return_status: 'returned', ...by }),
    completed: await rented(addDays(today, -9), 'completed'),
    lost: await lostOne(),
    cancelled: await rented(tomorrow, 'cancelled'),
    failed: await rented(yesterday, 'cancelled', failed),
  }
  return { closet, ids }
}

/** Once, so that a page shows all of them. */
let made: ReturnType<typeof rentalsAtEachStage>
beforeAll(() => {
  made = rentalsAtEachStage()
  return made
})

test('the SQL conditions find the same rentals as the table, for any set of stages', async () => {
  const { closet, ids } = await made
  const rows = await db
    .selectFrom('rentals')
    .select(['id', 'status', 'return_status', 'cancellation', 'start_date', 'end_date'])
    .select('sent_back_at')
    .where('owner_id', '=', closet.id)
    .execute()
  for (const [stage, id] of Object.entries(ids)) {
    const row = rows.find((one) => one.id === id)
    expect(row && stageOf(row, today)).toBe(stage)
  }
  const requested: (readonly RentalStage[])[] = [
    ...rentalStages.map((stage) => [stage]),
    ...rentalStages.flatMap((one) => rentalStages.map((other) => [one, other])),
    ...Object.values(stageGroups),
  ]
  for (const stages of requested) {
    const found = await db
      .selectFrom('rentals as r')
      .select('r.id')
      .where('r.owner_id', '=', closet.id)
      .where(isAtStage(stages, today))
      .execute()
    const wanted = rows.filter((row) => stages.includes(stageOf(row, today)))
    expect([stages, found.map(({ id }) => id).toSorted()]).toEqual([
      stages,
      wanted.map(({ id }) => id).toSorted(),
    ])
  }
})

test('the SQL of stages compares only statuses where possible, so that indexes apply', () => {
  const sqlOf = (stages: Parameters<typeof isAtStage>[0]) => {
    const { sql, parameters } = isAtStage(stages, today).compile(db)
    return [sql.replaceAll('"', ''), ...parameters]
  }
  expect(sqlOf('live')).toEqual(["r.status in ('pending', 'confirmed', 'delivered')"])
  expect(sqlOf('over')).toEqual(["r.status in ('completed', 'cancelled')"])
  expect(sqlOf(['requested', 'failed'])).toEqual([
    "(r.status in ('pending', 'cancelled') and (r.status in ('pending') or (r.status in ('cancelled') and r.cancellation in ('delivery_failed', 'never_delivered', 'no_show'))))",
  ])
  const out =
    "(r.status in ('delivered') and r.return_status in ('pending') and r.sent_back_at is null"
  expect(sqlOf(['overdue'])).toEqual([
    `(r.status in ('delivered') and (${out} and r.end_date <= $1::date)))`,
    yesterday,
  ])
  expect(sqlOf(['out', 'overdue'])).toEqual([
    `(r.status in ('delivered') and (${out}) or ${out})))`,
  ])
})

test('a rental is extended only until its last day, late or not', () => {
  const open = allowed.filter((one) => mayMove('extend', 'renter', one, today))
  expect(open.some((one) => stageOf(one, today) === 'out')).toBe(true)
  expect(open.filter(({ end_date }) => end_date < today)).toEqual([])
})

test('an export contains what its tab shows', async () => {
  await made
  const admin = await things.admin()
  for (const filter of panelFilters) {
    const shown = await panelRentals(db, admin, { filter, q: null, after: null }, today)
    const exported: string[] = []
    const part = {
      list: 'rentals',
      timeZone: 'UTC',
      now,
      part: filter,
      from: '',
      to: '',
    } as const
    const opened = await openExport(db, admin, part)
    for await (const rows of opened.ok ? opened.value : expect.unreachable())
      exported.push(...rows.map((cells) => cells.at(-1) ?? ''))
    const ids = shown.rows.map(({ id }) => id)
    expect([filter, exported.slice(1).toSorted()]).toEqual([filter, ids.toSorted()])
  }
})

test('code and SQL agree on the day from which an item is late', async () => {
  const closet = await things.closet()
  for (const days of [-5, -4, -3, -2, -1, 0, 1]) {
    const item = await things.item({ closet })
    await things.rental({ item, start: addDays(today, days - 2), status: 'delivered', days: 3 })
  }
  const rows = await db
    .selectFrom('rentals as r')
    .select(['status', 'return_status', 'cancellation', 'start_date', 'end_date', 'sent_back_at'])
    .select([isAtStage('pastDue', today).as('pastDue'), isReached('lateDay', today).as('isLate')])
    .where('r.owner_id', '=', closet.id)
    .execute()
  expect(rows).toHaveLength(7)
  for (const { pastDue, isLate, ...rental } of rows) {
    const wanted = today >= lateFrom(rental.end_date)
    expect([rental.end_date, pastDue, isLate]).toEqual([rental.end_date, wanted, wanted])
    expect(stageOf(rental, today)).toBe(wanted ? 'overdue' : 'out')
  }
})
