import { beforeAll, expect, test } from 'vitest'
import { encodeCursor } from '#domain/shared/lists/page.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { readRows, updateRows } from '#test/postgres/rows.ts'
import { closetBoard } from './closet-board.ts'
import type { PanelFilter } from './panel-filters.ts'
import { countNeedingAction, countPanel, type ListedRental, panelRentals } from './panel-list.ts'

const { db, made: things } = await testDatabase()
const today = calendarDateIn('UTC', new Date('2026-06-15T12:00:00Z'))
const closet = await things.closet()

/** A rental of this closet, identified by its item. */
async function rented(
  title: string,
  start: string,
  status: 'pending' | 'confirmed' | 'delivered' | 'completed',
  more: { days?: number; returned?: true; phone?: string; renter?: string; email?: string } = {},
) {
  const renter = await things.shopper({
    ...(more.renter && { full_name: more.renter }),
    ...(more.email && { email: more.email }),
  })
  const item = await things.item({ closet, title })
  const { id } = await things.rental({ item, renter, start, status, days: more.days ?? 7 })
  if (more.returned)
    await updateRows(db, 'rentals', id, {
      return_status: 'returned',
      returned_at: new Date(),
      returned_by: closet.id,
    })
  if (more.phone)
    await db.updateTable('rentals').set({ renter_phone: more.phone }).where('id', '=', id).execute()
}

beforeAll(async () => {
  await rented('Request of next week', '2026-06-22', 'pending')
  await rented('Request of tomorrow', '2026-06-16', 'pending')
  await rented('Deliver today', '2026-06-15', 'confirmed', { phone: '(646) 555-0199' })
  await rented('Deliver tomorrow', '2026-06-16', 'confirmed')
  await rented('Deliver overdue', '2026-06-13', 'confirmed')
  await rented('Deliver in two days', '2026-06-17', 'confirmed')
  await rented('Deliver in ten days', '2026-06-25', 'confirmed', { renter: 'Amelia Brown' })
  await rented('Back today', '2026-06-09', 'delivered')
  await rented('Back tomorrow', '2026-06-10', 'delivered')
  await rented('Back in three days', '2026-06-12', 'delivered')
  await rented('Back in four days', '2026-06-13', 'delivered')
  await rented('Back in July', '2026-06-14', 'delivered', { days: 28 })
  await rented('Late', '2026-06-01', 'delivered')
  await rented('To review', '2026-06-08', 'delivered', { returned: true })
  await rented('Done', '2026-05-01', 'completed', { email: 'quill@hemline.test' })
  const elsewhere = await things.item({ title: 'Deliver elsewhere' })
  await things.rental({ item: elsewhere, start: '2026-06-15', status: 'confirmed' })
})

const titles = async (filter: PanelFilter, q: string | null = null) => {
  const { rows } = await panelRentals(db, closet, { filter, q, after: null }, today)
  return rows.map(({ title }) => title)
}

test('the action tab lists requests by their first day, then the others by due day', async () => {
  expect(await titles('action')).toEqual([
    'Request of tomorrow',
    'Request of next week',
    'Late',
    'Deliver overdue',
    'To review',
    'Deliver today',
    'Back today',
    'Deliver tomorrow',
  ])
  expect(await countNeedingAction(db, closet, today)).toBe(8)
  expect(await titles('due')).toEqual(['Back today', 'Back tomorrow', 'Back in three days'])
})

test('an admin needs to act only where no closet can, or has not for days', async () => {
  const admin = await things.admin()
  const listed = async (day = today) => {
    const part = { filter: 'action', q: null, after: null } as const
    const { rows } = await panelRentals(db, admin, part, day)
    expect(await countNeedingAction(db, admin, day)).toBe(rows.length)
    expect((await countPanel(db, admin, null, day)).action).toBe(rows.length)
    return rows.map(({ title }) => title)
  }
  expect(await listed()).toEqual(['Late'])
  // Nobody has delivered it for three days.
  expect(await listed(addDays(today, 1))).toEqual(['Late', 'Deliver overdue'])
  const own = await things.item({ closet: admin, title: 'Of an admin' })
  await things.rental({ item: own, start: '2026-06-24', status: 'pending' })
  expect(await listed()).toEqual(['Of an admin', 'Late'])
  const former = await things.closet()
  const item = await things.item({ closet: former, title: 'Of a former closet' })
  await things.rental({ item, start: '2026-06-16', status: 'confirmed' })
  expect(await listed()).toEqual(['Of an admin', 'Late'])
  await updateRows(db, 'user_profiles', former.id, {
    account_type: 'regular',
    business_status: 'blocked',
  })
  expect(await listed()).toEqual(['Of an admin', 'Late', 'Of a former closet'])
})

test('a page starts after the row in the address; an invalid cursor starts at the first row', async () => {
  const page = async (filter: PanelFilter, keys: readonly string[], q: string | null = null) => {
    const after = encodeCursor(keys)
    const { rows } = await panelRentals(db, closet, { filter, q, after }, today)
    return rows.map(({ title }) => title)
  }
  const { rows } = await panelRentals(db, closet, { filter: 'action', q: null, after: null }, today)
  const [{ id } = { id: '' }, ...rest] = rows
  const all = await titles('action')
  expect(await page('action', ['false', '2026-06-16', id])).toEqual(rest.map(({ title }) => title))
  const overdue = rows.find(({ title }) => title === 'Deliver overdue')
  const afterOverdue = ['true', '2026-06-13', overdue?.id ?? '']
  const deliveries = ['Deliver today', 'Deliver tomorrow']
  expect(await page('action', afterOverdue, 'deliver')).toEqual(deliveries)
  for (const keys of [
    ['maybe', '2026-06-16', id],
    ['false', 'June', id],
    ['false', '2026-06-16', '1'],
  ])
    expect(await page('action', keys)).toEqual(all)
  const out = await titles('out')
  for (const keys of [
    ['June', id],
    ['2026-06-16', '1'],
  ])
    expect(await page('out', keys)).toEqual(out)
})

test('every live rental is in a tab besides "all"', async () => {
  const inTabs = new Set<string>()
  for (const filter of ['action', 'upcoming', 'out', 'due', 'late'] as const)
    for (const title of await titles(filter)) inTabs.add(title)
  const live = (await titles('all')).filter((title) => title !== 'Done')
  expect(live.filter((title) => !inTabs.has(title))).toEqual([])
  expect(await titles('upcoming')).toContain('Deliver in ten days')
})

test('a search finds rentals by item, renter, email and phone, and counts the results in each tab', async () => {
  expect(await titles('all', 'amelia BROWN')).toEqual(['Deliver in ten days'])
  expect(await titles('action', 'deliver t')).toEqual(['Deliver today', 'Deliver tomorrow'])
  expect(await titles('all', 'quill@hemline.test')).toEqual(['Done'])
  for (const phone of ['646 555 0199', '6465550199', '555-0199'])
    expect(await titles('all', phone)).toEqual(['Deliver today'])
  // Three digits are too few for a phone number, and no generated email has them after a hyphen.
  expect(await titles('all', '-019')).toEqual([])
  expect(await countPanel(db, closet, 'deliver', today)).toEqual({
    action: 3,
    upcoming: 5,
    out: 0,
    due: 0,
    late: 0,
    done: 0,
    all: 5,
  })
})

test('above the limit, only the number of search results is counted', async () => {
  const none = { action: null, upcoming: null, out: null, due: null, late: null, done: null }
  const search = async (max: number) => await countPanel(db, closet, 'deliver', today, max)
  expect(await search(5)).toMatchObject({ upcoming: 5, all: 5 })
  expect(await search(4)).toEqual({ ...none, all: 5 })
  expect(await search(2)).toEqual({ ...none, all: 3 })
  const live = async (max: number) => await countPanel(db, closet, null, today, max)
  expect(await live(14)).toMatchObject({ upcoming: 7, out: 6, done: null, all: null })
  expect(await live(13)).toEqual({ ...none, all: null })
})

test('without a search only the tabs of live rentals are counted', async () => {
  expect(await countPanel(db, closet, null, today)).toEqual({
    action: 8,
    upcoming: 7,
    out: 6,
    due: 3,
    late: 1,
    done: null,
    all: null,
  })
})

test('the pages of each tab list every rental once, in its order', async () => {
  const another = await things.closet()
  const renter = await things.shopper()
  const statuses = ['pending', 'confirmed', 'delivered'] as const
  for (let n = 0; n < 75; n++) {
    const item = await things.item({ closet: another, creditsPerDay: 0 })
    const status = statuses[n % 3] ?? 'pending'
    // Rentals made later have earlier days, and two of each status share a day.
    const days = Math.floor((75 - n) / 6)
    const start = addDays(today, status === 'delivered' ? days - 30 : days - 12)
    const createdAt = new Date(Date.UTC(2026, 4, 1, days))
    await things.rental({ item, renter, status, start, createdAt })
  }
  const pagesOf = async (filter: PanelFilter) => {
    const seen: ListedRental[] = []
    let after: string | null = null
    do {
      const page = await panelRentals(db, another, { filter, q: null, after }, today)
      seen.push(...page.rows)
      after = page.next
    } while (after)
    return seen
  }
  const all = await pagesOf('all')
  const idsBy = (keyOf: (row: ListedRental) => string, status?: string[]) =>
    all
      .filter((row) => !status || status.includes(row.status))
      .map((row) => [keyOf(row), row.id] as const)
      .toSorted(([a, one], [b, other]) => (a + one < b + other ? -1 : 1))
      .map(([, id]) => id)
  const due = ({ status, start, end }: ListedRental) =>
    `${status === 'pending' ? 0 : 1} ${status === 'delivered' ? end : start}`
  for (const [filter, ids] of [
    ['action', idsBy(due)],
    ['upcoming', idsBy(({ start }) => start, ['pending', 'confirmed'])],
    ['out', idsBy(({ end }) => end, ['delivered'])],
    ['due', []],
    ['late', idsBy(({ end }) => end, ['delivered'])],
    ['done', []],
  ] as const)
    expect([filter, (await pagesOf(filter)).map(({ id }) => id)]).toEqual([filter, ids])
  const rows = await readRows(db, 'rentals', ['id', 'created_at'], { owner_id: another.id })
  const newest = rows
    .toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime() || (a.id < b.id ? 1 : -1))
    .map(({ id }) => id)
  expect(all.map(({ id }) => id)).toEqual(newest)
})

test('the board lists tasks for today and tomorrow, most urgent first', async () => {
  const board = await closetBoard(db, closet, today)
  const results = (groups: typeof board.today) =>
    groups.map(({ task, total, rentals }) => [task, total, rentals.map(({ title }) => title)])
  expect(results(board.today)).toEqual([
    ['deliver', 2, ['Deliver overdue', 'Deliver today']],
    ['collect', 2, ['Late', 'Back today']],
    ['answer', 2, ['Request of tomorrow', 'Request of next week']],
    ['review', 1, ['To review']],
  ])
  expect(results(board.tomorrow)).toEqual([
    ['deliver', 1, ['Deliver tomorrow']],
    ['collect', 1, ['Back tomorrow']],
  ])
})
