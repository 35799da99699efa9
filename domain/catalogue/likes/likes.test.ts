import { expect, test } from 'vitest'
import type { ItemId } from '#db/ids.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { makeWaitlist } from '#test/make/make-waitlist.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows } from '#test/postgres/rows.ts'
import { likedItems, withLikes } from './like-queries.ts'
import { like, unlike } from './likes.ts'

const { db, made: things } = await testDatabase()
const now = new Date('2026-11-20T12:00:00Z')

test('repeated likes and unlikes have no further effect', async () => {
  const shopper = await things.shopper()
  const item = await things.item()
  for (let n = 0; n < 3; n++) expect((await like(db, shopper, item.id, now)).ok).toBe(true)
  expect(await withLikes(db, shopper, [item])).toMatchObject([{ likes: 1, liked: true }])
  for (let n = 0; n < 3; n++) await unlike(db, shopper, item.id)
  expect(await withLikes(db, shopper, [item])).toMatchObject([{ likes: 0, liked: false }])
})

test('a hundred simultaneous likes by one shopper count once', async () => {
  const shopper = await things.shopper()
  const item = await things.item()
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => like(db, shopper, item.id, now)),
  )
  expect(answers.every(({ ok }) => ok)).toBe(true)
  expect(await withLikes(db, shopper, [item])).toMatchObject([{ likes: 1, liked: true }])
})

test('simultaneous likes and unlikes of many shoppers are counted exactly', async () => {
  const item = await things.item()
  const shoppers = await Promise.all(Array.from({ length: 10 }, () => things.shopper()))
  await Promise.all(
    shoppers.flatMap((shopper) =>
      Array.from({ length: 10 }, (_, n) =>
        n % 2 === 0 ? like(db, shopper, item.id, now) : unlike(db, shopper, item.id),
      ),
    ),
  )
  await Promise.all(shoppers.map((shopper) => like(db, shopper, item.id, now)))
  expect(await withLikes(db, null, [item])).toMatchObject([{ likes: 10, liked: null }])
})

test('only items that the public may see can be liked, including rented and paused ones', async () => {
  const shopper = await things.shopper()
  const blocked = await things.person({ account_type: 'regular', business_status: 'blocked' })
  const rented = await things.item()
  await things.rental({ item: rented })
  const likable = [rented, await things.item({ paused: true })]
  const hidden = [
    await things.item({ approval_status: 'pending' }),
    await things.item({ deleted_at: now }),
    await things.item({ closet: blocked }),
    { id: newId() },
  ]
  for (const { id } of likable) expect((await like(db, shopper, id, now)).ok).toBe(true)
  for (const { id } of hidden) {
    expect(await like(db, shopper, id, now)).toEqual({
      ok: false,
      problem: { reason: 'item-not-found' },
    })
  }
})

test('viewers who cannot like see only the counts', async () => {
  const [first, second] = [await things.item(), await things.item()]
  await like(db, await things.shopper(), first.id, now)
  expect(await withLikes(db, null, [first, second])).toMatchObject([
    { likes: 1, liked: null },
    { likes: 0, liked: null },
  ])
  expect(await withLikes(db, null, [])).toEqual([])
})

test('My Likes lists all liked items, last liked first, without those that the public may not see', async () => {
  const shopper = await things.shopper()
  const rented = await things.item({ title: 'rented' })
  await things.rental({ item: rented })
  const items = [rented, await things.item({ title: 'paused' })]
  for (let n = 0; n < 30; n++) items.push(await things.item({ title: `free ${n}` }))
  const retired = await things.item({ title: 'retired later' })
  for (const [n, { id }] of [...items, retired].entries()) {
    // Every two items are liked at the same instant.
    await like(db, shopper, id, new Date(now.getTime() + Math.floor(n / 2) * 1000))
  }
  await like(db, await things.shopper(), items[5]?.id ?? newId(), now)
  const change = (id: ItemId, set: { paused?: boolean; deleted_at?: Date }) =>
    db.updateTable('clothing_items').set(set).where('id', '=', id).execute()
  await change(items[1]?.id ?? newId(), { paused: true })
  await change(retired.id, { deleted_at: now })

  const wanted = { order: 'newest', free: null } as const
  const first = await likedItems(db, shopper, { ...wanted, page: 1 })
  const second = await likedItems(db, shopper, { ...wanted, page: 2 })
  expect([first.rows.length, first.total, first.pages]).toEqual([24, 32, 2])
  const seen = [...first.rows, ...second.rows]
  expect((await likedItems(db, shopper, { ...wanted, page: 99 })).page).toBe(2)
  expect(seen).toHaveLength(32)
  expect(new Set(seen.map(({ id }) => id)).size).toBe(32)
  expect(
    seen
      .slice(0, 2)
      .map(({ title }) => title)
      .toSorted(),
  ).toEqual(['free 28', 'free 29'])
  expect(
    seen
      .filter(({ mark }) => mark)
      .map(({ title, mark }) => [title, mark])
      .toSorted(),
  ).toEqual([
    ['paused', 'paused'],
    ['rented', 'rented'],
  ])
})

test('likes can be sorted by price and filtered by available dates', async () => {
  const shopper = await things.shopper()
  const dear = await things.item({ title: 'dear', creditsPerDay: 9 })
  const cheap = await things.item({ title: 'cheap', creditsPerDay: 1 })
  const rented = await things.item({ title: 'rented', creditsPerDay: 2 })
  await things.rental({ item: rented })
  for (const [n, { id }] of [cheap, rented, dear].entries())
    await like(db, shopper, id, new Date(now.getTime() + n * 1000))
  await insertRows(db, 'rental_availability', { item_id: dear.id, blocked_date: '2026-12-12' })
  const titles = async (order: 'newest' | 'price', days?: readonly [string, string]) => {
    const [start, end] = (days ?? []).map(parseCalendarDate)
    const free = start && end ? { start, end, today: start } : null
    const { rows, total } = await likedItems(db, shopper, { order, free, page: 1 })
    expect(total).toBe(rows.length)
    return rows.map(({ title }) => title)
  }
  expect(await titles('newest')).toEqual(['dear', 'rented', 'cheap'])
  expect(await titles('price')).toEqual(['cheap', 'rented', 'dear'])
  expect(await titles('newest', ['2026-12-10', '2026-12-16'])).toEqual(['cheap'])
  expect(await titles('newest', ['2026-12-13', '2026-12-16'])).toEqual(['dear', 'cheap'])
})

test('filtering by dates respects the closet’s notice period, and includes days of the viewer’s offer', async () => {
  const shopper = await things.shopper()
  const today = parseCalendarDate('2026-11-20') ?? expect.unreachable()
  const closet = await things.closet({ notice_days: 3 })
  const item = await things.item({ closet, advance_booking: true })
  await like(db, shopper, item.id, now)
  const isFree = async (from: number, days: number) => {
    const start = addDays(today, from)
    const free = { start, end: addDays(start, days - 1), today }
    return (await likedItems(db, shopper, { order: 'newest', free, page: 1 })).total === 1
  }
  expect([await isFree(2, 7), await isFree(3, 7)]).toEqual([false, true])

  const dates = { start: addDays(today, 30), end: addDays(today, 36) }
  const entry = await makeWaitlist(db, things).offer({ item, shopper, ...dates })
  expect(await isFree(30, 7)).toBe(true)
  const { id: shopper_id } = await things.shopper()
  await db.updateTable('waitlist_entries').set({ shopper_id }).where('id', '=', entry).execute()
  expect(await isFree(30, 7)).toBe(false)
})
