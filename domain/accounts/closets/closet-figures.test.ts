import { expect, test } from 'vitest'
import { addDays, calendarDateIn, daysBetween, eachDay } from '#domain/shared/time/calendar-date.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { readRow, updateRows } from '#test/postgres/rows.ts'
import { closetFigures } from './closet-figures.ts'

const timeZone = 'America/New_York'
const now = new Date('2026-11-20T15:00:00Z')
const today = calendarDateIn(timeZone, now)
const DAY_MS = 86_400_000
const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
const dayAgo = (days: number) => addDays(today, -days)

async function world() {
  const { db, made } = await testDatabase({ violatesInvariants: true })
  const closet = await made.closet()
  const item = (title: string, addedAgo: number) =>
    made.item({ closet, title, created_at: daysAgo(addedAgo) })
  /** Adds a rental that is out from one day to another, or until now. */
  const out = async (of: Awaited<ReturnType<typeof item>>, from: number, to: number | null) => {
    const status = to === null ? 'delivered' : 'completed'
    const rental = await made.rental({ item: of, status, createdAt: daysAgo(from) })
    if (to !== null)
      await updateRows(db, 'rentals', rental.id, {
        returned_on: dayAgo(to),
        returned_at: daysAgo(to),
      })
  }
  const read = (page = 1, max?: number) =>
    closetFigures(db, closet, { today, timeZone, page, ...(max && { max }) })
  return { db, made, closet, item, out, read }
}

test('the use of an item is its days out of its days listed in the last 90 days', async () => {
  const { item, out, read } = await world()
  const busy = await item('Busy', 400)
  await out(busy, 95, 88)
  await out(busy, 50, 44)
  await out(busy, 44, 40)
  const fresh = await item('Fresh', 9)
  await out(fresh, 4, null)
  await item('Waiting', 200)
  const { items, daysOut, daysListed } = await read()
  expect(items.map(({ title, ...days }) => [title, days.daysOut, days.daysListed])).toEqual([
    ['Fresh', 5, 10],
    // Two days of the first rental, and eleven of two rentals that share a day.
    ['Busy', 13, 90],
    ['Waiting', 0, 90],
  ])
  expect([daysOut, daysListed]).toEqual([18, 190])
})

test('days out equal a recount of every day over random rentals', async () => {
  const { item, out, read } = await world()
  const expected = new Map<string, number>()
  for (let n = 0; n < 8; n += 1) {
    const title = `Piece ${n}`
    const piece = await item(title, 30 * (n + 1))
    const days = new Set<string>()
    for (let k = 0; k < n; k += 1) {
      const from = (37 * (n + 3) * (k + 1)) % 140
      const to = Math.max(0, from - ((11 * (n + k)) % 20))
      await out(piece, from, to)
      for (const day of eachDay(dayAgo(from), dayAgo(to)))
        if (daysBetween(day, today) < 90) days.add(day)
    }
    expected.set(title, days.size)
  }
  const { items } = await read()
  expect(new Map(items.map(({ title, daysOut }) => [title, daysOut]))).toEqual(expected)
})

test('idle items were not out in the last 60 days, and say whether they are booked ahead', async () => {
  const { db, made, item, out, read } = await world()
  await out(await item('Long ago', 300), 120, 114)
  await out(await item('Just over', 300), 67, 61)
  await out(await item('Just in', 300), 66, 60)
  await item('Never', 61)
  await item('New', 59)
  await out(await item('Out', 300), 80, null)
  const { id } = await made.rental({
    ...{ item: await item('Booked', 300), status: 'confirmed', createdAt: now },
  })
  const booked = await readRow(db, 'rentals', 'start_date', id)
  const paused = await item('Paused', 300)
  await db.updateTable('clothing_items').set({ paused: true }).where('id', '=', paused.id).execute()
  const { idle, idleTotal } = await read()
  expect(idle.map(({ title, lastOutOn, bookedFrom }) => [title, lastOutOn, bookedFrom])).toEqual([
    ['Booked', null, booked.start_date],
    ['Just over', dayAgo(61), null],
    ['Long ago', dayAgo(114), null],
    ['Never', null, null],
  ])
  expect(idleTotal).toBe(4)
})

test('items of others, pending items and retired ones do not count, and long lists have pages', async () => {
  const { made, item, read } = await world()
  await made.item()
  for (let n = 0; n < 27; n += 1) await item(`Piece ${n}`, 10)
  const first = await read()
  const second = await read(2)
  expect([first.items.length, first.pages, second.items.length]).toEqual([25, 2, 2])
  expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(27)
  expect((await read(99)).page).toBe(2)
})

test('above the limit, the use is that of the newest items', async () => {
  const { item, out, read } = await world()
  await out(await item('Oldest', 300), 20, 11)
  await out(await item('Older', 200), 20, 11)
  await item('Newest', 100)
  const { items, daysOut, idle, hasMore } = await read(1, 2)
  expect(items.map(({ title }) => title)).toEqual(['Older', 'Newest'])
  expect([daysOut, idle.length, hasMore]).toEqual([10, 1, true])
  expect(await read(1, 3)).toMatchObject({ daysOut: 20, hasMore: false })
})
